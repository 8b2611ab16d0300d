// Grows the tree of a strategy that the page plays itself, in games that are small enough.

/** @import { Code, Row, Rules } from './rules.js' */
/** @import { Tree, TreeNode } from './tree.js' */
import { candidates } from './candidates.js';
import { parseFeedback } from './notation.js';
import { listed } from './space.js';
import { ranker } from './strategies.js';
import { deal, nodeOf } from './tree.js';
import { winName } from './tree-shape.js';

/** Null if no code fits the rows. @param {Rules} rules @param {string} strategy @param {Row[]} rows @returns {Tree | null} */
export function grown(rules, strategy, rows) {
  const { rank } = ranker(rules);
  /** @param {Row[]} before @param {Code[]} codes @returns {TreeNode} */
  function node(before, codes) {
    const [guess] = /** @type {Code[]} */ (rank(strategy, before, listed(codes, rules.pegs, codes.length), 1));
    const dealt = deal(rules, codes, guess);
    dealt.delete(winName(rules));
    const children = [...dealt].map(([told, some]) => /** @type {[string, TreeNode]} */ ([told, node([...before, { guess, feedback: parseFeedback(told, rules) }], some)]));
    return nodeOf(guess, codes.length, new Map(children));
  }
  const codes = [...candidates(rules, rows)];
  return codes.length ? { rules, strategy, rows, root: node(rows, codes) } : null;
}
