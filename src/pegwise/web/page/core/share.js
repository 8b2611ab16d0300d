// A game to share: its rules, and its secret so that nobody reads it by accident. No encryption: whoever
// wants to cheat can. It travels in the part of an address that is never sent to a server.

import { codeName, inNumbers, parseHistory, parseRules, parseSecret, rowName, rulesName } from './notation.js';
import { contradictedRow, isWin, secretRules } from './rules.js';

/** Bytes mixed with a stream from a seed (splitmix32); mixed again, they are as before. @param {Uint8Array} bytes @param {number} seed */
function mixed(bytes, seed) {
  let state = seed;
  return bytes.map((byte) => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return byte ^ ((word ^ (word >>> 15)) & 255);
  });
}

/** @param {Uint8Array} bytes */
const sum = (bytes) => bytes.reduce((total, byte) => (31 * total + byte + 7) & 255, 0);

/** What stands for the secret of an adversary, who has none. */
const NO_SECRET = 'adversary';

/** A game with its secret, none of an adversary, and the rows that it begins with.
 * @param {Rules} rules @param {Code | null} secret @param {number} allowed @param {Row[]} [rows] */
export function seal(rules, secret, allowed, rows = []) {
  const seed = Math.floor(Math.random() * 2 ** 24);
  const words = [secret ? codeName(secret, inNumbers(rules)) : NO_SECRET, allowed, ...rows.map((row) => rowName(row, inNumbers(rules)))];
  const plain = new TextEncoder().encode(words.join(' '));
  const bytes = mixed(new Uint8Array([sum(plain), ...plain]), seed);
  const all = [seed >> 16, (seed >> 8) & 255, seed & 255, ...bytes];
  const token = btoa(String.fromCharCode(...all)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${rulesName(rules)}.${token}`;
}

/** What was sealed; null for what was not, and for rows that the secret contradicts.
 * @param {string} sealed @returns {{rules: Rules, secret: Code | null, allowed: number, rows: Row[]} | null} */
export function unseal(sealed) {
  try {
    const at = sealed.indexOf('.');
    const rules = parseRules(sealed.slice(0, at));
    const all = Uint8Array.from(atob(sealed.slice(at + 1).replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const [check, ...text] = mixed(all.slice(3), (all[0] << 16) | (all[1] << 8) | all[2]);
    const plain = Uint8Array.from(text);
    if (check !== sum(plain)) return null;
    const [code, count, ...told] = new TextDecoder().decode(plain).split(' ');
    const rows = parseHistory(told.join(' '), rules);
    const secret = code === NO_SECRET ? null : parseSecret(code, rules);
    const allowed = Number(count) || 10;
    const plays = /^\d{1,9}$/.test(count) && allowed > rows.length && !rows.some((row) => isWin(rules, row.feedback)) && !(secret && contradictedRow(rules, rows, secret));
    return plays ? { rules, secret, allowed, rows } : null;
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
