// A game to share: its rules, and its secret so that nobody reads it by accident. No encryption: whoever
// wants to cheat can. It travels in the part of an address that is never sent to a server.

/** @import { Rules, Code } from './rules.js' */
import { codeName, parseCode, parseRules, rulesName } from './notation.js';

/** A stream of bytes from a seed (splitmix32). @param {number} seed */
function stream(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) & 255;
  };
}

/** @param {Uint8Array} bytes @param {number} seed */
function mixed(bytes, seed) {
  const next = stream(seed);
  return bytes.map((byte) => byte ^ next());
}

/** @param {Uint8Array} bytes */
const sum = (bytes) => bytes.reduce((total, byte) => (31 * total + byte + 7) & 255, 0);

/** @param {Rules} rules @param {Code} secret @param {number} allowed @param {number} [seed] */
export function seal(rules, secret, allowed, seed = Math.floor(Math.random() * 2 ** 24)) {
  const text = new TextEncoder().encode(`${codeName(secret, rules)} ${allowed}`);
  const bytes = mixed(new Uint8Array([sum(text), ...text]), seed);
  const all = [seed >> 16, (seed >> 8) & 255, seed & 255, ...bytes];
  const token = btoa(String.fromCharCode(...all)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${rulesName(rules)}.${token}`;
}

/** What was sealed; null for what was not. @param {string} sealed @returns {{rules: Rules, secret: Code, allowed: number} | null} */
export function unseal(sealed) {
  const at = sealed.indexOf('.');
  try {
    const rules = parseRules(sealed.slice(0, at));
    const all = Uint8Array.from(atob(sealed.slice(at + 1).replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const [check, ...text] = mixed(all.slice(3), (all[0] << 16) | (all[1] << 8) | all[2]);
    if (check !== sum(Uint8Array.from(text))) return null;
    const [secret, allowed] = new TextDecoder().decode(Uint8Array.from(text)).split(' ');
    if (!allowed) return null;
    return { rules, secret: parseCode(secret, rules), allowed: Number(allowed) || 10 };
  } catch {
    return null;
  }
}

/** A code drawn at random, every one equally likely. @param {Rules} rules @returns {Code} */
export function randomSecret(rules) {
  const colors = Array.from({ length: rules.colors }, (_, color) => color + 1);
  return Array.from({ length: rules.pegs }, () => {
    const at = below(colors.length);
    return rules.repeats ? colors[at] : colors.splice(at, 1)[0];
  });
}

/** A whole number below `most`, from the system's randomness. @param {number} most */
function below(most) {
  const limit = Math.floor(2 ** 32 / most) * most;
  for (;;) {
    const [word] = crypto.getRandomValues(new Uint32Array(1));
    if (word < limit) return word % most;
  }
}
