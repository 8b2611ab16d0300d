// Nodes of strategy trees, as POST /tree answers; trees from files are sent along with each question.

/** @import { Row, Rules } from './rules.js' */
import { ask } from './api.js';
import { historyName, parseHistory, parseRules, plain, plainName } from './notation.js';

/** What follows one answer; null where it is not known, as without a whole tree.
 * @typedef {{feedback: string, size: number, guess: string | null, is_candidate: boolean | null, total: number | null, average: number | null, worst: number | null}} Branch */
/** @typedef {{guess: string, is_candidate: boolean, candidates: number, average: number | null, worst: number | null, start: string, known: string, classes: Branch[],
 *   figure?: {place: string, line: string, text: string, whole?: string} | null}} Place */

/** How the names of trees from a person's own files begin. */
const FILE = 'file ';
/** The text of each file that is open, by the name of its tree. @type {Map<string, string>} */
const files = new Map();

/** Whether a strategy is a tree from a file. @param {string} name */
export const isOpened = (name) => files.has(name);

/** Keep the tree of a file; a Problem if it has none. @param {string} text @param {Rules} rules of a text that does not name them
 * @returns {Promise<{name: string, rules: Rules, rows: Row[]}>} */
export async function openTree(text, rules) {
  const told = await ask('/tree', { rules: plainName(rules), file: text });
  const name = `${FILE}${files.size + 1}`;
  files.set(name, text);
  const own = parseRules(told.rules);
  return { name, rules: own, rows: parseHistory(told.start, own) };
}

/** What to ask for a node after these rows. @param {Rules} rules @param {string} strategy @param {Row[]} rows */
export function nodeAsked(rules, strategy, rows) {
  const file = files.get(strategy);
  return { rules: plainName(rules), history: historyName(rows, plain(rules)), ...(file === undefined ? { strategy } : { file }), figure: true };
}

/** A guess with its classes, but no tree: nobody knows yet what follows them. As POST /hint answers.
 * @param {{guess: string, is_candidate: boolean, candidates: number, classes: Record<string, number>, known: string}} found @returns {Place} */
export function alonePlace({ guess, is_candidate, candidates, classes, known }) {
  const branches = Object.entries(classes).map(([feedback, size]) => ({ feedback, size, guess: null, is_candidate: null, total: null, average: null, worst: null }));
  return { guess, is_candidate, candidates, average: null, worst: null, start: '', known, classes: branches };
}
