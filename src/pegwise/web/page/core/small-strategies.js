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
export const bestGuess = (rules, rows, strategy = 'knuth') => best(rules, fitting(rules, rows), strategy);

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

/** The best guess with its figures; null if no code fits. @param {Rules} rules @param {Row[]} rows @param {string} [strategy] @returns {Hint | null} */
export function hint(rules, rows, strategy = 'knuth') {
  const codes = fitting(rules, rows);
  const guess = best(rules, codes, strategy);
  if (!guess) return null;
  return { rules: plainName(rules), history: historyName(rows, plain(rules)), strategy, candidates: codes.count, ...splitOf(rules, codes, guess) };
}

/** Codes, ascending: `count` codes of `pegs` colors each. @typedef {{count: number, pegs: number, colors: Int32Array}} Codes */

/** @param {Iterable<Code>} codes @param {number} pegs @param {number} most @returns {Codes} */
function listed(codes, pegs, most) {
  const colors = new Int32Array(most * pegs);
  let count = 0;
  for (const code of codes) colors.set(code, count++ * pegs);
  return { count, pegs, colors: colors.subarray(0, count * pegs) };
}

/** Those that fit. @param {Rules} rules @param {Row[]} rows */
const fitting = (rules, rows) => listed(candidates(rules, rows), rules.pegs, size(rules));

/** @param {Codes} codes @param {number} index @returns {Code} */
const codeAt = ({ colors, pegs }, index) => [...colors.subarray(index * pegs, (index + 1) * pegs)];

/** How many of the codes get each feedback, at the place `black * (pegs + 1) + white`. @param {Rules} rules */
function splitter(rules) {
  const { pegs, whites } = rules;
  const base = new Int32Array(rules.colors + 1);
  const left = new Int32Array(rules.colors + 1);
  /** @param {ArrayLike<number>} guess @param {Codes} codes @param {Int32Array} sizes filled */
  return function split(guess, { count, colors }, sizes) {
    sizes.fill(0);
    for (let peg = 0; peg < pegs; peg++) left[guess[peg]] = ++base[guess[peg]];
    for (let at = 0, end = count * pegs; at < end; at += pegs) {
      let black = 0;
      let hits = 0;
      for (let peg = 0; peg < pegs; peg++) {
        const color = colors[at + peg];
        if (color === guess[peg]) black++;
        if (left[color] > 0) {
          left[color]--;
          hits++;
        }
      }
      for (let peg = 0; peg < pegs; peg++) left[colors[at + peg]] = base[colors[at + peg]];
      sizes[black * (pegs + 1) + (whites ? hits - black : 0)]++;
    }
    for (let peg = 0; peg < pegs; peg++) base[guess[peg]] = left[guess[peg]] = 0;
    return sizes;
  };
}

/** Room for the sizes of a split. @param {Rules} rules */
const bins = ({ pegs }) => new Int32Array((pegs + 1) ** 2);
