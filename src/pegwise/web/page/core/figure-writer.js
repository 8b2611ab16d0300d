// Writes Knuth's condensed notation, the form of Figure 1 of his paper of 1977. As pegwise.trees.figure.

/** @import { Rules } from './rules.js' */
/** @import { Tree, TreeNode } from './tree.js' */
import { codeName, plain } from './notation.js';
import { isLower, wins, winName } from './tree-shape.js';

const WIDTH = 105;
const INDENT = ' '.repeat(8);
/** In Figure 1 the first-level part of 16 stands in its line, those from 20 on are set aside. */
const INLINE = 16;
/** The deepest tree that a figure holds, in guesses. */
export const DEEPEST = 200;

/** @typedef {{place: string, line: string, text: string}} Written */

/** The names of the answers of each place in the full form, a list for each number of black hits; some cannot exist. @param {Rules} rules */
export const answerGroups = ({ pegs, whites }) =>
  Array.from({ length: pegs + 1 }, (_, black) =>
    Array.from({ length: whites ? pegs - black + 1 : 1 }, (_each, index) => 'B'.repeat(black) + 'W'.repeat(whites ? pegs - black - index : 0) || '-'),
  );

/** Whether the bare number stands for this node: one code named, or two in numeric order. @param {TreeNode} node @returns {boolean} */
const isDefault = (node) => node.count <= 2 && wins(node) && [...node.children.values()].every((child) => isDefault(child) && isLower(node.guess, child.guess));
/** Whether a node needs the full form. @param {TreeNode} node */
const isLong = (node) => !isDefault(node) && ![...node.children.values()].every(isDefault);

/** A, B, ..., Z, AA, AB, ... @param {number} place @returns {string} */
const letters = (place) => (place >= 26 ? letters(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26));

/** The figure of a tree, and how it writes each node. @param {Tree} tree */
function write({ rules, root }) {
  /** @type {[string, TreeNode][]} */
  const aside = [];
  /** @type {Map<TreeNode, Written>} */
  const written = new Map();
  let line = '';

  /** @param {TreeNode | undefined} node @param {boolean} first */
  function entry(node, first) {
    if (!node) return '0';
    const text = textOf(node, first);
    written.set(node, { place: text, line, text });
    return text;
  }

  /** @param {TreeNode} node @param {boolean} first */
  function textOf(node, first) {
    if (isDefault(node)) return String(node.count);
    if (isLong(node) && ((first && node.count > INLINE) || [...node.children.values()].some(isLong))) {
      const letter = letters(aside.length);
      aside.push([letter, node]);
      return `${node.count}${letter}`;
    }
    return `${node.count}${body(node, '', false)}`;
  }

  /** The parenthesis after the number, wrapped as a line of its own if there is a `before`. @param {TreeNode} node @param {string} before @param {boolean} first @returns {string} */
  function body(node, before, first) {
    const children = [...node.children.values()];
    if (isDefault(node)) return '';
    const guess = codeName(node.guess, plain(rules));
    if (children.every(isDefault)) return `(${guess}${children.some(({ count }) => count > 1) ? 'x' : ''})`;
    const own = wins(node);
    const groups = answerGroups(rules).map((group) => group.map((answer) => (answer === winName(rules) && own ? '1' : entry(node.children.get(answer), first))));
    if (!before) return `(${guess}: ${groups.map((group) => group.join(',')).join(';')})`;
    return wrapped(`(${guess}: `, groups, before.length);
  }

  const start = `${root.count}${body(root, String(root.count), true)}`;
  written.set(root, { place: start, line: '', text: start });
  const parts = aside.length ? [`${start},`, 'where'] : [start];
  for (let place = 0; place < aside.length; place++) {
    const [letter, node] = aside[place]; // writing a part may set further ones aside
    line = letter;
    const text = body(node, `${letter} = `, false);
    written.set(node, { .../** @type {Written} */ (written.get(node)), text: `${node.count}${text}` });
    parts.push(`${letter} = ${text}`);
  }
  return { whole: parts.join('\n'), written };
}

/** Break lines as in the paper: at most one full form a line, new lines at a new number of black hits. @param {string} head @param {string[][]} groups @param {number} indent */
function wrapped(head, groups, indent) {
  const isFull = (/** @type {string} */ item) => item.includes(':');
  let later = groups.flat().filter(isFull).length;
  /** @type {string[]} */
  const lines = [];
  let line = ' '.repeat(indent) + head;
  let full = false;
  const next = () => {
    lines.push(line);
    line = INDENT;
    full = false;
  };
  groups.forEach((group, place) => {
    const end = place + 1 < groups.length ? ';' : ')';
    const whole = group.join(',') + end;
    if (line.trim() && place && ((full && later > 0) || line.length + whole.length > WIDTH)) next();
    group.forEach((item, at) => {
      const long = isFull(item);
      if ((long && full) || (line.length + item.length >= WIDTH && line.trim() && !long)) next();
      line += item + (at + 1 < group.length ? ',' : end);
      full ||= long;
      later -= Number(long);
    });
  });
  return [...lines, line].join('\n').slice(indent);
}

/** Kept for the tree that was written last: who looks at one node soon looks at the next. @type {{root: TreeNode, found: ReturnType<typeof write>} | null} */
let last = null;

/** How the figure writes the node that these answers lead to; null if the tree is too deep. @param {Tree} tree @param {string[]} answers */
export function writtenAt(tree, answers) {
  if (tree.root.worst + tree.rows.length > DEEPEST) return null;
  if (last?.root !== tree.root) last = { root: tree.root, found: write(tree) };
  const { whole, written } = last.found;
  let node = tree.root;
  let found = /** @type {Written} */ (written.get(node));
  for (const answer of answers) {
    node = /** @type {TreeNode} */ (node.children.get(answer));
    // What is short has no parts of its own.
    found = written.get(node) ?? { place: String(node.count), line: found.line, text: String(node.count) };
  }
  return { ...found, whole };
}
