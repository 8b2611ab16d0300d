// Games of words: their lists, which the browser keeps, as rules; and their rows in a line.

import { readRows } from './notation.js';
import { linesOf } from './plain-text.js';
import { recall } from './remembered.js';

/** What these rules are called in addresses, lines and the menu of games. */
export const WORDS = 'words';
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** Characters that a question may have, and words that a list of it may have. */
export const MOST = 1_000_000;
export const MOST_WORDS = 50_000;

/** The lists that were used last. @returns {Lists | null} */
export const keptLists = () => recall(WORDS, null);

/** Words and weights of a text: words in lines or with commas between them, one with a weight in a line of its own.
 * @param {string} text @returns {{words: string[], weights: number[] | null}} */
export function readList(text) {
  const words = [];
  const weights = /** @type {Map<number, number>} */ (new Map());
  for (const line of text.split('\n')) {
    const tokens = line.match(/[^\s,;"[\]]+/g) ?? [];
    const weighed = tokens.length === 2 && /^\d+(?:\.\d+)?$/.test(tokens[1]) && !/^\d/.test(tokens[0]);
    if (weighed) weights.set(words.length, Number(tokens.pop()));
    words.push(...tokens.map((word) => word.toLowerCase()));
  }
  return { words, weights: weights.size ? words.map((_, at) => weights.get(at) ?? 1) : null };
}

/** Lists as the API takes them. @param {string} secrets @param {string} further @param {Lists['feedback']} feedback @returns {Lists} */
export function listsOf(secrets, further, feedback) {
  const { words, weights } = readList(secrets);
  const known = new Set(words);
  const others = readList(further).words.filter((word) => !known.has(word));
  const guesses = others.length ? [...words, ...others] : null;
  const letters = new Set([...words, ...others].join(''));
  const symbols = [...letters].every((letter) => LATIN.includes(letter)) ? LATIN : [...letters].sort().join('');
  return { name: WORDS, secrets: words, guesses, weights, feedback, symbols };
}

/** @param {Lists} lists @returns {Rules} */
export function wordRules(lists) {
  const { secrets, feedback, symbols } = lists;
  const letters = [...(symbols ?? LATIN)];
  return {
    pegs: [...secrets[0]].length,
    colors: letters.length,
    repeats: true,
    whites: feedback !== 'black',
    blanks: false,
    ...((feedback === 'marks' || feedback === 'total') && { tells: feedback }),
    lists,
    alphabet: { kind: 'symbols', symbols: letters },
  };
}

/** The code of a word; 0 for a letter that the game lacks. @param {string} word @param {Rules} rules @returns {Code} */
export const wordCode = (word, { alphabet }) => [...word.toLowerCase()].map((letter) => (alphabet?.symbols ?? []).indexOf(letter) + 1);

/** Whether a line is a game of words. @param {string} line */
export const isWordLine = (line) => /^words(?:\s|$)/.test(line.trim());

/** A game of words from its line, with the lists of this browser; null if there are none. @param {string} line @returns {Game | null} */
export function parseWordGame(line) {
  const lists = keptLists();
  if (!lists) return null;
  const { rules, rows } = readRows(linesOf(line.trim().slice(WORDS.length)), wordRules(lists), [], true);
  return { rules, rows, secret: null, resigned: false, allowed: null, hints: 0, maker: 'random' };
}
