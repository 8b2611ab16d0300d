// What the strategies say of a position, in the words of the API: so the page shows both alike.

/** @import { Rules, Code, Row } from './rules.js' */
/** @import { Codes } from './space.js' */
import { codeName, feedbackName, historyName, plain, plainName } from './notation.js';
import { feedbacks } from './rules.js';
import { bins, fitting } from './space.js';
import { ranker } from './strategies.js';
import { MOST_PEGS } from './symmetry.js';

/** How a guess splits the codes: pegwise.partition.Partition.to_dict.
 * @typedef {{guess: string, is_candidate: boolean, worst: number, expected_size: number, bits: number, class_count: number, known: 'exact', classes: Record<string, number>}} Split */
/** pegwise.analysis.hint.Hint.to_dict. @typedef {Split & {rules: string, history: string, strategy: string, candidates: number, alternatives: Split[]}} Hint */

/** The game that was asked about last; to list its codes takes a moment. @type {{name: string, ranks: ReturnType<typeof ranker>} | null} */
let game = null;
/** Answers so far: a first guess takes longest, and is asked for again and again. @type {Map<string, Code[] | null>} */
const known = new Map();
const KEPT = 200;

/** @param {Rules} rules */
function ranks(rules) {
  const name = plainName(rules);
  if (game?.name !== name) game = { name, ranks: ranker(rules) };
  return game.ranks;
}

/** The best guesses; null if they take too long. @param {Rules} rules @param {Row[]} rows @param {string} strategy @param {Codes} codes @param {number} number */
function best(rules, rows, strategy, codes, number) {
  const key = JSON.stringify([plainName(rules), rows, strategy, number]);
  let found = known.get(key);
  if (found === undefined) {
    found = ranks(rules).rank(strategy, rows, codes, number);
    if (known.size >= KEPT) known.clear();
    known.set(key, found);
  }
  return found;
}

/** The guess of a strategy; null if no code fits, or it takes too long here. @param {Rules} rules @param {Row[]} rows @param {string} strategy @returns {Code | null} */
export function bestGuess(rules, rows, strategy) {
  const codes = fitting(rules, rows);
  return codes.count ? (best(rules, rows, strategy, codes, 1)?.[0] ?? null) : null;
}

/** How a guess splits the codes that fit. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Split} */
export const partition = (rules, rows, guess) => splitOf(rules, fitting(rules, rows), guess);

/** @param {Rules} rules @param {Codes} codes @param {Code} guess @returns {Split} */
function splitOf(rules, codes, guess) {
  const sizes = ranks(rules).split(guess, codes, bins(rules));
  /** @type {Record<string, number>} */
  const classes = {};
  for (const told of feedbacks(rules)) {
    const size = sizes[told.black * (rules.pegs + 1) + told.white];
    if (size) classes[feedbackName(told)] = size;
  }
  const all = Object.values(classes);
  const total = codes.count || 1;
  return {
    guess: codeName(guess, plain(rules)),
    is_candidate: sizes[rules.pegs * (rules.pegs + 1)] > 0,
    worst: Math.max(0, ...all),
    expected_size: all.reduce((sum, size) => sum + size * size, 0) / total,
    bits: Math.log2(total) - all.reduce((sum, size) => sum + size * Math.log2(size), 0) / total,
    class_count: all.length,
    known: 'exact',
    classes,
  };
}

/** The best guess with its figures, and the next best; null if no code fits, or it takes too long here.
 * @param {Rules} rules @param {Row[]} rows @param {string} strategy @param {number} alternatives @returns {Hint | null} */
export function hint(rules, rows, strategy, alternatives) {
  const codes = fitting(rules, rows);
  if (!codes.count) return null;
  // Of very many pegs it is not known which guesses are alike: such guesses are not listed beside each other.
  const found = best(rules, rows, strategy, codes, rules.pegs > MOST_PEGS ? 1 : alternatives + 1);
  if (!found) return null;
  const [first, ...others] = found.map((code) => splitOf(rules, codes, code));
  const history = historyName(rows, plain(rules));
  return { rules: plainName(rules), history, strategy, candidates: codes.count, ...first, alternatives: others };
}
