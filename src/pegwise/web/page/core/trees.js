// The trees at hand, in the worker: read from files, or grown.

/** @import { Row, Rules } from './rules.js' */
/** @import { Place, Tree } from './tree.js' */
import { grown } from './grow.js';
import { rulesName } from './notation.js';
import { distributionOf, figuresOf, placeAt, TreeError } from './tree.js';
import { readTree } from './tree-file.js';

/** By the names they were given. @type {Map<string, Tree>} */
const trees = new Map();
const KEPT = 6;
/** How the names of trees from a person's own files begin. */
export const FILE = 'file ';

/** Whether a tree is kept by this name. @param {string} name */
export const hasTree = (name) => trees.has(name);

/** @param {string} name @param {Tree} tree */
function keep(name, tree) {
  trees.delete(name);
  trees.set(name, tree);
  const others = [...trees.keys()].filter((each) => !each.startsWith(FILE)); // a file is not read again
  for (const oldest of others.slice(0, -KEPT)) trees.delete(oldest);
}

/** Read a tree and keep it by a name: what it is of, or what is wrong with it, for the strings.
 * @param {string} name @param {string} text @param {Rules} rules @returns {{rules: Rules, strategy: string, rows: Row[]} | {key: string, values: TreeError['values']}} */
export function openTree(name, text, rules) {
  try {
    const tree = readTree(text, rules);
    keep(name, tree);
    return { rules: tree.rules, strategy: tree.strategy, rows: tree.rows };
  } catch (error) {
    if (error instanceof TreeError) return { key: error.key, values: error.values };
    throw error;
  }
}

/** A node of a tree that was opened; null if there is none. @param {string} name @param {Row[]} rows @returns {Place | null} */
export function openedPlace(name, rows) {
  const tree = trees.get(name);
  return tree ? placeAt(tree, rows) : null;
}

/** A whole tree in figures, as `pegwise compare --json` has it. @typedef {{strategy: string, first_guess: string, total: number, average: number, worst: number, distribution: number[], known: 'exact'}} Line */

/** The figures of a tree that was opened; null if there is none. @param {string} name @param {string} strategy @returns {Line | null} */
export function openedLine(name, strategy) {
  const tree = trees.get(name);
  if (!tree) return null;
  const { first_guess, total, worst } = figuresOf(tree);
  return { strategy, first_guess, total, average: total / tree.root.count, worst, distribution: distributionOf(tree), known: 'exact' };
}

/** The figures of a tree grown here. @param {Rules} rules @param {string} strategy @returns {Line | null} */
export function grownLine(rules, strategy) {
  return grownPlace(rules, strategy, []) && openedLine(grownName(rules, strategy, []), strategy);
}

/** @param {Rules} rules @param {string} strategy @param {Row[]} start */
const grownName = (rules, strategy, start) => JSON.stringify([rulesName(rules), strategy, start]);

/** A node of a tree grown here: of the whole game's, or of one from these rows on. @param {Rules} rules @param {string} strategy @param {Row[]} rows @returns {Place | null} */
export function grownPlace(rules, strategy, rows) {
  for (const start of rows.length ? [[], rows] : [[]]) {
    const name = grownName(rules, strategy, start);
    if (!trees.has(name)) {
      const tree = grown(rules, strategy, start);
      if (tree) keep(name, tree);
    }
    const place = openedPlace(name, rows);
    if (place) return place;
  }
  return null;
}
