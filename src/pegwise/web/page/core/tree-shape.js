// What can be read off one node of a tree.

/** @import { Rules, Code } from './rules.js' */
/** @import { TreeNode } from './tree.js' */

/** The name of the answer that wins. @param {Rules} rules */
export const winName = (rules) => 'B'.repeat(rules.pegs);

/** Whether the guess can be the code. @param {TreeNode} node */
export const wins = ({ count, children }) => count > [...children.values()].reduce((sum, child) => sum + child.count, 0);

/** Whether a code is lower than another. @param {Code} one @param {Code} other */
export function isLower(one, other) {
  const at = one.findIndex((color, peg) => color !== other[peg]);
  return at >= 0 && one[at] < other[at];
}
