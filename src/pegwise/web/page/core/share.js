// A game to share: its rules, and its secret so that nobody reads it by accident. No encryption: whoever
// wants to cheat can. It travels in the part of an address that is never sent to a server.

import { codeName, historyName, inNumbers, parseHistory, parseRules, parseSecret, rulesName } from './notation.js';
import { contradictedRow, isWin, secretRules } from './rules.js';

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
export const seal = (rules, secret, allowed, seed) => scrambled(rules, `${codeName(secret, inNumbers(rules))} ${allowed}`, seed);

/** @param {Rules} rules @param {string} text @param {number} [seed] */
function scrambled(rules, text, seed = Math.floor(Math.random() * 2 ** 24)) {
  const plain = new TextEncoder().encode(text);
  const bytes = mixed(new Uint8Array([sum(plain), ...plain]), seed);
  const all = [seed >> 16, (seed >> 8) & 255, seed & 255, ...bytes];
  const token = btoa(String.fromCharCode(...all)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${rulesName(rules)}.${token}`;
}

/** The rules and the words that were sealed; null for what was not. @param {string} sealed */
function unscrambled(sealed) {
  const at = sealed.indexOf('.');
  const rules = parseRules(sealed.slice(0, at));
  const all = Uint8Array.from(atob(sealed.slice(at + 1).replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const [check, ...text] = mixed(all.slice(3), (all[0] << 16) | (all[1] << 8) | all[2]);
  return check === sum(Uint8Array.from(text)) ? { rules, words: new TextDecoder().decode(Uint8Array.from(text)).split(' ') } : null;
}

/** A number of guesses, as a line may have it. */
const COUNT = /^\d{1,9}$/;

/** What was sealed; null for what was not. @param {string} sealed @returns {{rules: Rules, secret: Code, allowed: number} | null} */
export function unseal(sealed) {
  try {
    const found = unscrambled(sealed);
    const [secret, allowed] = found?.words ?? [];
    return found && COUNT.test(allowed) ? { rules: found.rules, secret: parseSecret(secret, found.rules), allowed: Number(allowed) || 10 } : null;
  } catch {
    return null;
  }
}

/** A game that begins with rows; of an adversary without a secret. @typedef {{rules: Rules, rows: Row[], secret: Code | null, allowed: number}} Start */

const NO_SECRET = 'adversary';

/** @param {Start} start */
export const sealStart = ({ rules, rows, secret, allowed }) =>
  scrambled(rules, [secret ? codeName(secret, inNumbers(rules)) : NO_SECRET, allowed, historyName(rows, inNumbers(rules))].join(' '));

/** The start that was sealed; null for what was not, and for rows that the secret contradicts.
 * @param {string} sealed @returns {Start | null} */
export function unsealStart(sealed) {
  try {
    const found = unscrambled(sealed);
    if (!found) return null;
    const { rules, words: [code, allowed, ...told] } = found;
    const rows = parseHistory(told.join(' '), rules);
    const secret = code === NO_SECRET ? null : parseSecret(code, rules);
    const plays = COUNT.test(allowed) && Number(allowed) > rows.length && !rows.some((row) => isWin(rules, row.feedback)) && !(secret && contradictedRow(rules, rows, secret));
    return plays ? { rules, rows, secret, allowed: Number(allowed) } : null;
  } catch {
    return null;
  }
}

/** A code drawn at random, every one equally likely. @param {Rules} rules @returns {Code} */
export function randomSecret(rules) {
  const colors = Array.from({ length: secretRules(rules).colors }, (_, color) => color + 1);
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
