// All codes of a game in one array, a code after the other: what the strategies go through.

/** @import { Rules, Code, Row } from './rules.js' */
import { candidates } from './candidates.js';
import { size } from './rules.js';

/** Codes, ascending: `count` codes of `pegs` colors each. @typedef {{count: number, pegs: number, colors: Int32Array}} Codes */

/** @param {Iterable<Code>} codes @param {number} pegs @param {number} most @returns {Codes} */
export function listed(codes, pegs, most) {
  const colors = new Int32Array(most * pegs);
  let count = 0;
  for (const code of codes) colors.set(code, count++ * pegs);
  return { count, pegs, colors: colors.subarray(0, count * pegs) };
}

/** Those that fit. @param {Rules} rules @param {Row[]} rows */
export const fitting = (rules, rows) => (rows.length || !rules.repeats ? listed(candidates(rules, rows), rules.pegs, size(rules)) : every(rules));

/** All codes of a game whose colors repeat, counted up. @param {Rules} rules @returns {Codes} */
function every(rules) {
  const { pegs } = rules;
  const count = size(rules);
  const colors = new Int32Array(count * pegs).fill(1, 0, pegs);
  for (let at = pegs; at < colors.length; at += pegs) {
    colors.copyWithin(at, at - pegs, at);
    let peg = at + pegs - 1;
    while (colors[peg] === rules.colors) colors[peg--] = 1;
    colors[peg]++;
  }
  return { count, pegs, colors };
}

/** @param {Codes} codes @param {number} index @returns {Code} */
export const codeAt = ({ colors, pegs }, index) => [...colors.subarray(index * pegs, (index + 1) * pegs)];

/** How many of the codes get each feedback, at the place `black * (pegs + 1) + white`. @param {Rules} rules */
export function splitter(rules) {
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
export const bins = ({ pegs }) => new Int32Array((pegs + 1) ** 2);
