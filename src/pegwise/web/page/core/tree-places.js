// Where the page finds a node of a strategy's tree without a server: in a tree of its own, or by the strategy's next guess.

/** @import { Row, Rules } from './rules.js' */
/** @import { Place } from './tree.js' */
/** @import { Line } from './trees.js' */
import { inWorker } from './codes.js';
import { hint, isQuick } from './engine.js';
import { plainName, rulesName } from './notation.js';
import { TREES } from './site.js';

/** Names of trees that were opened here. @type {Set<string>} */
const opened = new Set();

/** Read a tree from a text and keep it as a strategy of this name; what is wrong with it, for the strings, else null.
 * @param {string} name @param {string} text @param {Rules} rules @returns {Promise<{rules: Rules, strategy: string, rows: Row[]} | {key: string, values: import('./tree.js').TreeError['values']}>} */
export async function openTree(name, text, rules) {
  const found = await inWorker('openTree', [name, text, rules]);
  if (!found.key) opened.add(name);
  return found;
}

/** Whether a strategy is a tree that was opened here. @param {string} name */
export const isOpened = (name) => opened.has(name);

/** A node of a tree that was opened here; null if the rows leave it. @param {string} name @param {Row[]} rows @returns {Promise<Place | null>} */
export const openedPlace = (name, rows) => inWorker('openedPlace', [name, rows]);

/** A node without the server; null if it cannot be had. @param {Rules} rules @param {string} strategy @param {Row[]} rows @returns {Promise<Place | null>} */
export async function ownPlace(rules, strategy, rows) {
  const beside = await besidePlace(rules, strategy, rows);
  if (beside) return beside;
  if (isQuick(rules, strategy)) return inWorker('grownPlace', [rules, strategy, rows]);
  const found = await hint(rules, rows, { strategy });
  return found && alonePlace(found);
}

/** A strategy's figures without the server, as POST /compare answers; null if they cannot be had. @param {Rules} rules @param {string} strategy @returns {Promise<Line | null>} */
export async function ownLine(rules, strategy) {
  const name = await openBeside(rules, strategy);
  if (name) return inWorker('openedLine', [name, strategy]);
  return isQuick(rules, strategy) ? inWorker('grownLine', [rules, strategy]) : null;
}

/** @param {Rules} rules @param {string} strategy @param {Row[]} rows */
async function besidePlace(rules, strategy, rows) {
  const name = await openBeside(rules, strategy);
  return name ? openedPlace(name, rows) : null;
}

/** The name of a tree that `pegwise site` put beside the page, once it is loaded; null if there is none. @param {Rules} rules @param {string} strategy */
async function openBeside(rules, strategy) {
  const game = rulesName(rules);
  if (!TREES[game]?.includes(strategy)) return null;
  const name = `${game}-${strategy}`;
  if (await inWorker('hasTree', [name])) return name;
  const response = await fetch(new URL(`../trees/${name}.txt`, import.meta.url)).catch(() => null);
  if (!response?.ok) return null;
  const found = await inWorker('openTree', [name, await response.text(), rules]);
  return found.key ? null : name;
}

/** A guess with its classes, but no tree: nobody knows yet what follows them. As POST /hint answers.
 * @param {{guess: string, is_candidate: boolean, candidates: number, classes: Record<string, number>, known: string}} found @returns {Place} */
export function alonePlace({ guess, is_candidate, candidates, classes, known }) {
  const branches = Object.entries(classes).map(([feedback, size]) => ({ feedback, size, guess: null, is_candidate: null, total: null, average: null, worst: null }));
  return { guess, is_candidate, candidates, average: null, worst: null, start: '', known, classes: branches };
}

/** Strategies of which the site has trees for these rules. @param {Rules} rules */
export const besideTrees = (rules) => TREES[plainName(rules)] ?? [];
