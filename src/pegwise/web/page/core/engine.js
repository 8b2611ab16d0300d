// Strategies without a server: in the worker, for games whose codes it can go through.

/** @import { Rules, Row, Code } from './rules.js' */
/** @import { Hint, Split } from './advise.js' */
/** @import { Contradiction } from './contradiction.js' */
import { inWorker } from './codes.js';
import { isEnumerable, size } from './rules.js';
import { mayPlay, PLAYED } from './strategies.js';

export { mayPlay, PLAYED };

/** Codes up to which each hint takes a moment only: 4x6. */
const QUICK = 1296;

/** Whether the page need not ask a server: it knows the strategy, and the game is small. @param {Rules} rules @param {string} [strategy] */
export const isQuick = (rules, strategy = 'knuth') => mayPlay(rules, strategy) && size(rules) <= QUICK;

/** The guess that a strategy makes; null if no code fits the rows, or finding it takes too long here.
 * @param {Rules} rules @param {Row[]} rows @param {string} [strategy] one of PLAYED @returns {Promise<Code | null>} */
export async function bestGuess(rules, rows, strategy = 'knuth') {
  return mayPlay(rules, strategy) ? inWorker('bestGuess', [rules, rows, strategy]) : null;
}

/** How a guess splits the codes that fit the rows; null if there are too many codes to go through.
 * @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Promise<Split | null>} */
export async function partition(rules, rows, guess) {
  return isEnumerable(rules) ? inWorker('partition', [rules, rows, guess]) : null;
}

/** The best guess with its figures, as POST /hint answers; null as for `bestGuess`.
 * @param {Rules} rules @param {Row[]} rows @param {{strategy?: string, alternatives?: number}} [options] @returns {Promise<Hint | null>} */
export async function hint(rules, rows, { strategy = 'knuth', alternatives = 0 } = {}) {
  return mayPlay(rules, strategy) ? inWorker('hint', [rules, rows, strategy, alternatives]) : null;
}

/** Which rows cannot all be true; null if a code fits, or there are too many codes to go through.
 * @param {Rules} rules @param {Row[]} rows @returns {Promise<Contradiction | null>} */
export async function contradiction(rules, rows) {
  return isEnumerable(rules) ? inWorker('contradiction', [rules, rows]) : null;
}

/** The first codes that fit. @param {Rules} rules @param {Row[]} rows @param {number} most @returns {Promise<Code[]>} */
export const firstOf = (rules, rows, most) => inWorker('firstOf', [rules, rows, most]);
