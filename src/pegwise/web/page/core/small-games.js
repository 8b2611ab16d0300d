// What the page finds out itself about games as small as 4x6, in a worker: it stays quick meanwhile.

/** @import { Rules, Row, Code } from './rules.js' */
/** @import { Hint, Split } from './small-strategies.js' */
import { inWorker } from './counting.js';
import { isSmall, PLAYED } from './small-strategies.js';

export { isSmall, PLAYED };

/** The guess that a strategy makes; null if no code fits the rows. @param {Rules} rules @param {Row[]} rows @param {string} [strategy] one of PLAYED
 * @returns {Promise<Code | null>} */
export const bestGuess = (rules, rows, strategy = 'knuth') => inWorker('bestGuess', [rules, rows, strategy]);

/** How a guess splits the codes that fit the rows. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Promise<Split>} */
export const partition = (rules, rows, guess) => inWorker('partition', [rules, rows, guess]);

/** The best guess with its figures; null if no code fits the rows. @param {Rules} rules @param {Row[]} rows @param {string} [strategy]
 * @returns {Promise<Hint | null>} */
export const hint = (rules, rows, strategy = 'knuth') => inWorker('hint', [rules, rows, strategy]);

/** The first codes that fit. @param {Rules} rules @param {Row[]} rows @param {number} most @returns {Promise<Code[]>} */
export const firstOf = (rules, rows, most) => inWorker('firstOf', [rules, rows, most]);
