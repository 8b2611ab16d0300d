// Reads a tree from a file: JSON or Knuth's notation, as `pegwise tree --format json` or `figure` writes it. Each node is
// compared with the codes that really fit there.

/** @import { Code, Row, Rules } from './rules.js' */
/** @import { Tree, TreeNode } from './tree.js' */
import { candidates } from './candidates.js';
import { readFigure } from './figure-reader.js';
import { historyName, NotationError, parseCode, parseHistory, parseRules } from './notation.js';
import { isEnumerable } from './rules.js';
import { deal, figuresOf, nodeOf, TreeError } from './tree.js';
import { winName } from './tree-shape.js';

const VERSION = 2;
/** The strategies of trees in Knuth's notation have no name of their own. */
const UNNAMED = 'figure';

/** @param {string} text @param {Rules} rules of a text in Knuth's notation, which does not name them @returns {Tree} */
export function readTree(text, rules) {
  try {
    if (!text.trimStart().startsWith('{')) return { rules, strategy: UNNAMED, rows: [], root: readFigure(text, rules) };
    return fromJson(text);
  } catch (error) {
    if (error instanceof NotationError) throw new TreeError(error.key, error.values);
    if (error instanceof RangeError) throw new TreeError('tree.unreadable'); // nested without end
    throw error;
  }
}

/** @param {string} text @returns {Tree} */
function fromJson(text) {
  const data = parsed(text);
  if (data?.format !== 'pegwise tree') throw new TreeError('tree.unreadable');
  if (data.version !== VERSION) throw new TreeError('tree.version', { version: String(data.version), ours: VERSION });
  const { rules: name, history, strategy, tree: root } = data;
  if ([name, history, strategy].some((each) => typeof each !== 'string') || !isObject(root)) throw new TreeError('tree.part');
  const rules = parseRules(name);
  if (!isEnumerable(rules)) throw new TreeError('tree.large');
  const rows = parseHistory(history, rules);
  const tree = { rules, strategy, rows, root: planted(root, rules, rows, [...candidates(rules, rows)]) };
  for (const [key, value] of Object.entries(figuresOf(tree))) if (data[key] !== value) throw new TreeError('tree.figures');
  return tree;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new TreeError('tree.unreadable');
  }
}

const isObject = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {any} plain @param {Rules} rules @param {Row[]} rows @param {Code[]} codes @returns {TreeNode} */
function planted(plain, rules, rows, codes) {
  if (!isObject(plain) || typeof plain.guess !== 'string' || !isObject(plain.children ?? {})) throw new TreeError('tree.part');
  const guess = parseCode(plain.guess, rules);
  const dealt = deal(rules, codes, guess);
  dealt.delete(winName(rules));
  const said = plain.children ?? {};
  const differs = plain.candidates !== codes.length || Object.keys(said).length !== dealt.size || [...dealt.keys()].some((told) => !Object.hasOwn(said, told));
  if (differs) throw new TreeError('tree.differs', { rows: historyName(rows, rules) || '–' });
  const children = [...dealt].map(([told, some]) => {
    const row = { guess, feedback: { black: told.split('B').length - 1, white: told.split('W').length - 1 } };
    return /** @type {[string, TreeNode]} */ ([told, planted(said[told], rules, [...rows, row], some)]);
  });
  return nodeOf(guess, codes.length, new Map(children));
}
