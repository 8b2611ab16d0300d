// A strategy written out: a guess, and what follows each answer. As pegwise.trees.

/** @import { NotationError } from './notation-error.js' */
/** @import { Rules, Code, Row } from './rules.js' */
import { codeName, feedbackName, historyName, plain, plainName, rowName } from './notation.js';
import { feedback, feedbacks, isWin } from './rules.js';
import { writtenAt } from './figure-writer.js';
import { winName, wins } from './tree-shape.js';

/** `children` leaves the win out. `total` and `worst` count guesses from this node on.
 * @typedef {{guess: Code, count: number, children: Map<string, TreeNode>, total: number, worst: number}} TreeNode */
/** The codes after each answer that occurs, in the order of Knuth's figure. @typedef {Map<string, Code[]>} Dealt */
/** @typedef {{rules: Rules, strategy: string, rows: Row[], root: TreeNode}} Tree */
/** What follows one answer; null where it is not known, as without a whole tree.
 * @typedef {{feedback: string, size: number, guess: string | null, is_candidate: boolean | null, total: number | null, average: number | null, worst: number | null}} Branch */
/** A node as POST /tree answers.
 * @typedef {{guess: string, is_candidate: boolean, candidates: number, average: number | null, worst: number | null, start: string, known: string, classes: Branch[],
 *   figure?: {place: string, line: string, text: string, whole?: string} | null}} Place */

/** A file that is no tree of the rules; `key` and `values` are for the strings. */
export class TreeError extends Error {
  /** @param {string} key @param {NotationError['values']} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** @param {Rules} rules @param {Code[]} codes @param {Code} guess @returns {Dealt} */
export function deal(rules, codes, guess) {
  /** @type {Dealt} */
  const all = new Map(feedbacks(rules).map((told) => [feedbackName(told), []]));
  for (const code of codes) all.get(feedbackName(feedback(rules, code, guess)))?.push(code);
  for (const [name, some] of all) if (!some.length) all.delete(name);
  return all;
}

/** A node, with its figures. @param {Code} guess @param {number} count @param {Map<string, TreeNode>} children @returns {TreeNode} */
export function nodeOf(guess, count, children) {
  let total = count;
  let worst = 0;
  for (const child of children.values()) {
    total += child.total;
    worst = Math.max(worst, child.worst);
  }
  return { guess, count, children, total, worst: worst + 1 };
}

/** The node that the rows lead to; null if they leave the tree. @param {Tree} tree @param {Row[]} rows */
export function nodeAt({ rules, root, rows: start }, rows) {
  const same = start.length <= rows.length && start.every((row, index) => rowName(row, rules) === rowName(rows[index], rules));
  /** @type {TreeNode | undefined} */
  let node = same ? root : undefined;
  for (const { guess, feedback: told } of rows.slice(start.length)) {
    node = node && String(guess) === String(node.guess) && !isWin(rules, told) ? node.children.get(feedbackName(told)) : undefined;
  }
  return node ?? null;
}

/** What the page shows of a node; null if the rows leave the tree. @param {Tree} tree @param {Row[]} rows @returns {Place | null} */
export function placeAt(tree, rows) {
  const node = nodeAt(tree, rows);
  if (!node) return null;
  const rules = plain(tree.rules);
  const before = rows.length;
  const figures = (/** @type {TreeNode} */ { total, count, worst }, /** @type {number} */ rowsBefore) => ({
    total: total + count * rowsBefore,
    average: total / count + rowsBefore,
    worst: worst + rowsBefore,
  });
  /** @type {Branch[]} */
  const classes = feedbacks(rules).flatMap((told) => {
    const child = node.children.get(feedbackName(told));
    return child ? [{ feedback: feedbackName(told), size: child.count, guess: codeName(child.guess, rules), is_candidate: wins(child), ...figures(child, before + 1) }] : [];
  });
  const won = { feedback: winName(rules), size: 1, guess: null, is_candidate: null, total: before + 1, average: before + 1, worst: before + 1 };
  return {
    guess: codeName(node.guess, rules),
    is_candidate: wins(node),
    candidates: node.count,
    ...figures(node, before),
    start: historyName(tree.rows, rules),
    known: 'exact',
    classes: wins(node) ? [...classes, won] : classes,
    figure: writtenAt(tree, rows.slice(tree.rows.length).map((row) => feedbackName(row.feedback))),
  };
}

/** At which guess the codes are found. @param {Tree} tree @returns {number[]} */
export function distributionOf({ root, rows }) {
  const won = /** @type {number[]} */ ([]);
  /** @param {TreeNode} node @param {number} depth */
  function walk(node, depth) {
    if (wins(node)) won[depth] = (won[depth] ?? 0) + 1;
    for (const child of node.children.values()) walk(child, depth + 1);
  }
  walk(root, rows.length);
  return Array.from(won, (count) => count ?? 0);
}

/** What the figures of a tree are: as `pegwise tree --json`. @param {Tree} tree */
export function figuresOf({ rules, root, rows }) {
  return { rules: plainName(rules), first_guess: codeName(root.guess, plain(rules)), total: root.total + root.count * rows.length, worst: root.worst + rows.length };
}
