// How a guess sorts codes into classes, and what a strategy needs for all codes of a position.

import { candidates } from './candidates.js';
import { bestGuess } from './counting.js';
import { feedbackName } from './notation.js';
import { feedback, feedbacks, isWin } from './rules.js';

/** The codes that give one feedback to a guess. @typedef {{feedback: Feedback, name: string, codes: Code[], win: boolean}} Class */

/** The classes that are not empty, in the order of Knuth's figure. @param {Rules} rules @param {Code[]} codes @param {Code} guess @returns {Class[]} */
export function classesOf(rules, codes, guess) {
  const found = new Map(feedbacks(rules).map((told) => [feedbackName(told), { feedback: told, name: feedbackName(told), codes: /** @type {Code[]} */ ([]), win: isWin(rules, told) }]));
  for (const code of codes) found.get(feedbackName(feedback(rules, code, guess)))?.codes.push(code);
  return [...found.values()].filter(({ codes }) => codes.length);
}

/** How many codes the largest class has. @param {Class[]} classes */
export const largestOf = (classes) => Math.max(...classes.map(({ codes }) => codes.length));

/** How many codes of a position are won at guess 1, 2, ... of the game. `counted` hears how many are done, and ends the count
 * by returning false. @param {Rules} rules @param {Row[]} rows @param {string} strategy for each guess but the first, if that is given
 * @param {{first?: Code, counted?: (done: number) => boolean}} [options] @returns {Promise<number[] | null>} */
export async function tally(rules, rows, strategy, { first, counted = () => true } = {}) {
  const won = /** @type {number[]} */ ([]);
  let done = 0;
  const found = (/** @type {number} */ guesses) => {
    while (won.length < guesses) won.push(0);
    won[guesses - 1]++;
    done++;
  };
  /** @param {Row[]} so @param {Code[]} codes @param {Code} [given] @returns {Promise<boolean>} */
  async function visit(so, codes, given) {
    if (codes.length <= 2 && !given) {
      codes.forEach((_, index) => found(so.length + 1 + index));
      return counted(done);
    }
    const guess = given ?? (await bestGuess(rules, so, strategy));
    if (!guess) return false;
    for (const each of classesOf(rules, codes, guess)) {
      if (each.win) found(so.length + 1);
      else if (!(await visit([...so, { guess, feedback: each.feedback }], each.codes))) return false;
    }
    return true;
  }
  return (await visit(rows, [...candidates(rules, rows)], first)) ? won : null;
}
