// A first hint where no engine is needed: a few strategies in games as small as 4x6, guess for guess as pegwise.strategies.

/** @import { Rules, Code, Row } from './rules.js' */
/** @import { Codes } from './space.js' */
import { codeName, feedbackName, historyName, plain, plainName } from './notation.js';
import { feedbacks, isListed, size } from './rules.js';
import { bins, codeAt, fitting, splitter } from './space.js';

/** How a guess splits the codes: pegwise.partition.Partition.to_dict.
 * @typedef {{guess: string, is_candidate: boolean, worst: number, expected_size: number, bits: number, class_count: number, known: 'exact', classes: Record<string, number>}} Split */
/** As POST /hint answers, without alternatives. @typedef {Split & {rules: string, history: string, strategy: string, candidates: number}} Hint */

/** Codes of the largest game that is small: 4x6. */
const MOST = 1296;
/** Scores of a split; lower is better. @type {Record<string, (sizes: Int32Array) => number>} */
const SCORES = {
  knuth: (sizes) => sizes.reduce((most, size) => Math.max(most, size), 0),
  'expected-size': (sizes) => sizes.reduce((sum, size) => sum + size * size, 0),
};

/** The strategies, by their names. */
export const PLAYED = [...Object.keys(SCORES), 'first-consistent'];

/** Whether the page plays a strategy in a game itself. @param {Rules} rules @param {string} [strategy] */
export const isSmall = (rules, strategy = 'knuth') => !isListed(rules) && size(rules) <= MOST && PLAYED.includes(strategy);

/** Answers so far: a first guess takes longest, and is asked for again and again. @type {Map<string, Code | null>} */
const known = new Map();
const KEPT = 200;

/** The guess of a strategy; null if no code fits. @param {Rules} rules @param {Row[]} rows @param {string} strategy @returns {Code | null} */
export function bestGuess(rules, rows, strategy) {
  const key = JSON.stringify([plainName(rules), rows, strategy]);
  let found = known.get(key);
  if (found === undefined) {
    found = best(rules, fitting(rules, rows), strategy);
    if (known.size >= KEPT) known.clear();
    known.set(key, found);
  }
  return found;
}

/** The lowest score; of equals a code that fits comes first, then the lowest. @param {Rules} rules @param {Codes} codes @param {string} strategy */
function best(rules, codes, strategy) {
  if (codes.count <= 1 || strategy === 'first-consistent') return codes.count ? codeAt(codes, 0) : null;
  const every = fitting(rules, []);
  const split = splitter(rules);
  const sizes = bins(rules);
  const winning = rules.pegs * (rules.pegs + 1);
  let least = Infinity;
  let at = 0;
  for (let index = 0; index < every.count; index++) {
    split(every.colors.subarray(index * every.pegs, (index + 1) * every.pegs), codes, sizes);
    const score = 2 * SCORES[strategy](sizes) - (sizes[winning] > 0 ? 1 : 0);
    if (score < least) {
      least = score;
      at = index;
    }
  }
  return codeAt(every, at);
}

/** How a guess splits the codes that fit. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Split} */
export const partition = (rules, rows, guess) => splitOf(rules, fitting(rules, rows), guess);

/** @param {Rules} rules @param {Codes} codes @param {Code} guess @returns {Split} */
function splitOf(rules, codes, guess) {
  const sizes = splitter(rules)(guess, codes, bins(rules));
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

/** The best guess with its figures; null if no code fits. @param {Rules} rules @param {Row[]} rows @param {string} strategy @returns {Hint | null} */
export function hint(rules, rows, strategy) {
  const codes = fitting(rules, rows);
  const guess = bestGuess(rules, rows, strategy);
  if (!guess) return null;
  return { rules: plainName(rules), history: historyName(rows, plain(rules)), strategy, candidates: codes.count, ...splitOf(rules, codes, guess) };
}
