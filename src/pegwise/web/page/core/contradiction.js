// Which rows cannot all be true, and which change of one answer would mend that, in games whose codes can be gone
// through. As pegwise.contradiction.

/** @import { Rules, Row, Feedback } from './rules.js' */
import { candidates } from './candidates.js';
import { feedback, feedbacks, isSame } from './rules.js';

/** Rows from 1: a smallest set of them that contradict each other, the first of several.
 * @typedef {{rows: number[], repairs: {row: number, feedback: Feedback}[], complete: boolean}} Contradiction */

/** Rows up to which all sets of them are looked at. */
const MOST_ROWS = 20;

/** Null if a code fits, or the rows are too many. @param {Rules} rules @param {Row[]} rows @returns {Contradiction | null} */
export function contradiction(rules, rows) {
  if (rows.length > MOST_ROWS) return null;
  /** Which rows some code contradicts, a bit each. @type {Set<number>} */
  const broken = new Set();
  /** What a row would have to say, by its bit. @type {Map<number, Feedback[]>} */
  const instead = new Map(rows.map((_, row) => [1 << row, []]));
  for (const code of candidates(rules, [])) {
    const told = rows.map((row) => feedback(rules, code, row.guess));
    const bits = told.reduce((sum, each, row) => (isSame(each, rows[row].feedback) ? sum : sum | (1 << row)), 0);
    if (!bits) return null;
    broken.add(bits);
    instead.get(bits)?.push(told[Math.log2(bits)]);
  }
  const repairs = rows.flatMap((_, row) => {
    const found = /** @type {Feedback[]} */ (instead.get(1 << row));
    return feedbacks(rules).filter((each) => found.some((told) => isSame(told, each))).map((told) => ({ row: row + 1, feedback: told }));
  });
  return { rows: smallest(rows.length, [...broken]), repairs, complete: true };
}

/** The first of the smallest sets of rows of which every code contradicts one. @param {number} rows @param {number[]} broken */
function smallest(rows, broken) {
  for (let size = 1; size <= rows; size++) {
    for (const chosen of sets(rows, size)) {
      const bits = chosen.reduce((sum, row) => sum | (1 << row), 0);
      if (broken.every((each) => each & bits)) return chosen.map((row) => row + 1);
    }
  }
  return [];
}

/** Sets of so many of the rows, in order. @param {number} rows @param {number} size @param {number} [from] @returns {Generator<number[]>} */
function* sets(rows, size, from = 0) {
  if (!size) yield [];
  for (let row = from; size && row < rows; row++) for (const rest of sets(rows, size - 1, row + 1)) yield [row, ...rest];
}
