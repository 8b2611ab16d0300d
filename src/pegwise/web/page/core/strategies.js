// The strategies that the page can play itself, guess for guess as pegwise.strategies does.

/** @import { Rules, Code, Row } from './rules.js' */
/** @import { Codes } from './space.js' */
import { compareSpread, spread } from './entropy.js';
import { feedbacks, isEnumerable } from './rules.js';
import { bins, codeAt, fitting, listed, splitter } from './space.js';
import { lowest, openings } from './symmetry.js';

const largest = (/** @type {Int32Array} */ sizes) => sizes.reduce((most, size) => (size > most ? size : most), 0);
const parts = (/** @type {Int32Array} */ sizes) => sizes.reduce((count, size) => count + (size > 0 ? 1 : 0), 0);

/** Scores of a split, the most important first; lower is better. @type {Record<string, (sizes: Int32Array) => number[]>} */
const SCORES = {
  knuth: (sizes) => [largest(sizes)],
  'minimax-parts': (sizes) => [largest(sizes), -parts(sizes)],
  'expected-size': (sizes) => [sizes.reduce((sum, size) => sum + size * size, 0)],
  'most-parts': (sizes) => [-parts(sizes)],
  entropy: (sizes) => [spread(sizes)],
};

/** Pairs of a guess and a code that are compared at most: about a second. */
export const MOST_PAIRS = 5e7;

/** The strategies, by their names. */
export const PLAYED = [...Object.keys(SCORES), 'first-consistent'];

/** @typedef {{code: Code, scores: number[], sizes: Int32Array | null, fits: boolean}} Tried */

/** The guesses that can be told apart. @param {Rules} rules @param {Row[]} rows @param {Codes} all codes @returns {Codes} */
function guesses(rules, rows, all) {
  if (!rows.length) {
    const first = openings(rules);
    return listed(first, rules.pegs, first.length);
  }
  const isLowest = lowest(rules, rows);
  const { pegs, colors } = all;
  const kept = [];
  for (let at = 0; at < colors.length; at += pegs) if (isLowest(colors, at)) kept.push(at);
  const found = new Int32Array(kept.length * pegs);
  kept.forEach((at, index) => found.set(colors.subarray(at, at + pegs), index * pegs));
  return { count: kept.length, pegs, colors: found };
}

/** Ranks guesses; kept from one question to the next, because all codes of a game are listed once. @param {Rules} rules */
export function ranker(rules) {
  /** @type {Codes | null} */
  let all = null;
  const split = splitter(rules);
  const winning = rules.pegs * (rules.pegs + 1);

  /** The best guesses, the best first; null if to find them takes too long here.
   * @param {string} strategy @param {Row[]} rows @param {Codes} codes that fit, at least one @param {number} number @returns {Code[] | null} */
  function rank(strategy, rows, codes, number) {
    if (strategy === 'first-consistent') return [codeAt(codes, 0)];
    const obvious = separating(codes);
    if (obvious && number === 1) return [obvious];
    all ??= fitting(rules, []);
    const pool = guesses(rules, rows, all);
    if (pool.count * codes.count > MOST_PAIRS) return obvious && [obvious];
    const best = leading(strategy, pool, codes, number).map(({ code }) => code);
    return obvious ? [obvious, ...best.filter((code) => String(code) !== String(obvious))].slice(0, number) : best;
  }

  /** @param {string} strategy @param {Codes} pool @param {Codes} codes @param {number} number @returns {Tried[]} */
  function leading(strategy, pool, codes, number) {
    const exact = strategy === 'entropy';
    const sizes = bins(rules);
    /** The best so far, the best first. @type {Tried[]} */
    const best = [];
    for (let index = 0; index < pool.count; index++) {
      const guess = pool.colors.subarray(index * pool.pegs, (index + 1) * pool.pegs);
      split(guess, codes, sizes);
      const scores = SCORES[strategy](sizes);
      const last = best.at(-1);
      if (last && best.length === number && scores[0] > last.scores[0] + 1e-6) continue;
      const tried = { code: [...guess], scores, sizes: exact ? sizes.slice() : null, fits: sizes[winning] > 0 };
      let at = best.length;
      while (at > 0 && compare(tried, best[at - 1]) < 0) at--;
      best.splice(at, 0, tried);
      if (best.length > number) best.pop();
    }
    return best;
  }

  /** The lowest code that tells all codes apart, if there is one. @param {Codes} codes */
  function separating(codes) {
    if (codes.count <= 2) return codeAt(codes, 0);
    if (codes.count > feedbacks(rules).length) return null;
    const sizes = bins(rules);
    for (let index = 0; index < codes.count; index++) {
      if (largest(split(codeAt(codes, index), codes, sizes)) === 1) return codeAt(codes, index);
    }
    return null;
  }

  return { rank, split };
}

/** Which of two guesses is better; of equals the earlier stays first. @param {Tried} one @param {Tried} other */
function compare(one, other) {
  const order = one.sizes && other.sizes ? compareSpread(one.sizes, other.sizes) : 0;
  if (one.sizes) return order || Number(other.fits) - Number(one.fits);
  for (const [index, score] of one.scores.entries()) if (score !== other.scores[index]) return score - other.scores[index];
  return Number(other.fits) - Number(one.fits);
}

/** Whether the page can try: whether it plays this strategy, and can list the codes. @param {Rules} rules @param {string} strategy */
export const mayPlay = (rules, strategy) => isEnumerable(rules) && PLAYED.includes(strategy);
