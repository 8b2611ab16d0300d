// A first hint where no engine is needed: a few strategies in games as small as 4x6, guess for guess as pegwise.strategies.

import { candidates } from './candidates.js';
import { codeName, feedbackName, historyName, plain, plainName } from './notation.js';
import { feedbacks, isListed, size } from './rules.js';

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

/** The guess of a strategy, one of PLAYED; null if no code fits. @param {Rules} rules @param {Row[]} rows @param {string} [strategy] @returns {Code | null} */
export const bestGuess = (rules, rows, strategy = 'knuth') => best(rules, [...candidates(rules, rows)], strategy);

/** The lowest score; of equals a code that fits comes first, then the lowest. @param {Rules} rules @param {Code[]} codes @param {string} strategy */
function best(rules, codes, strategy) {
  let found = codes[0] ?? null;
  if (codes.length <= 1 || strategy === 'first-consistent') return found;
  const split = splitter(rules, codes);
  const winning = rules.pegs * (rules.pegs + 1);
  let least = Infinity;
  for (const guess of candidates(rules, [])) {
    const sizes = split(guess);
    const score = 2 * SCORES[strategy](sizes) - (sizes[winning] > 0 ? 1 : 0);
    if (score < least) {
      least = score;
      found = guess;
    }
  }
  return found;
}

/** How a guess splits the codes that fit. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Split} */
export const partition = (rules, rows, guess) => splitOf(rules, [...candidates(rules, rows)], guess);

/** @param {Rules} rules @param {Code[]} codes @param {Code} guess @returns {Split} */
function splitOf(rules, codes, guess) {
  const sizes = splitter(rules, codes)(guess);
  /** @type {Record<string, number>} */
  const classes = {};
  for (const told of feedbacks(rules)) {
    const size = sizes[told.black * (rules.pegs + 1) + told.white];
    if (size) classes[feedbackName(told)] = size;
  }
  const all = Object.values(classes);
  const total = codes.length || 1;
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

/** The best guess with its figures; null if no code fits. @param {Rules} rules @param {Row[]} rows @param {string} [strategy] @returns {Hint | null} */
export function hint(rules, rows, strategy = 'knuth') {
  const codes = [...candidates(rules, rows)];
  const guess = best(rules, codes, strategy);
  if (!guess) return null;
  return { rules: plainName(rules), history: historyName(rows, plain(rules)), strategy, candidates: codes.length, ...splitOf(rules, codes, guess) };
}

/** Tells of a guess how many of the codes get each feedback, at the place `black * (pegs + 1) + white`, in one array again and again.
 * @param {Rules} rules @param {Code[]} codes */
function splitter({ pegs, colors, whites }, codes) {
  const sizes = new Int32Array((pegs + 1) ** 2);
  const base = new Int32Array(colors + 1);
  const left = new Int32Array(colors + 1);
  /** @param {Code} guess */
  return (guess) => {
    sizes.fill(0);
    base.fill(0);
    for (const color of guess) base[color]++;
    for (const code of codes) {
      let black = 0;
      let hits = 0;
      left.set(base);
      for (let peg = 0; peg < pegs; peg++) {
        const color = code[peg];
        if (color === guess[peg]) black++;
        if (left[color]-- > 0) hits++;
      }
      sizes[black * (pegs + 1) + (whites ? hits - black : 0)]++;
    }
    return sizes;
  };
}
