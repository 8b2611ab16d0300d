// Guesses that differ only by the names of pegs and colors are alike: one of them, the lowest, is tried. As
// pegwise.engine.symmetry.

/** @import { Rules, Code, Row } from './rules.js' */

/** Pegs up to which all their orders are gone through. */
export const MOST_PEGS = 7;

/** A renaming: the peg that each peg is taken from, and the color that each used color becomes; 0 where any free one will do.
 * @typedef {{pegs: number[], colors: number[]}} Renaming */

/** The lowest first guess of each shape. A shape says how often each color occurs. @param {Rules} rules @returns {Code[]} */
export function openings({ pegs, colors, repeats }) {
  /** @type {Code[]} */
  const found = [];
  /** @param {Code} code @param {number} color @param {number} most */
  function grow(code, color, most) {
    if (code.length === pegs) found.push(code);
    else if (color <= colors) for (let times = Math.min(most, pegs - code.length); times >= 1; times--) grow([...code, ...new Array(times).fill(color)], color + 1, times);
  }
  grow([], 1, repeats ? pegs : 1);
  return found; // the more of the lowest color, the lower the code
}

/** The renamings that leave the guesses of the rows as they are. @param {Rules} rules @param {Row[]} rows @returns {Renaming[]} */
export function renamings(rules, rows) {
  /** @type {Renaming[]} */
  const found = [];
  for (const order of orders(rules.pegs)) {
    const colors = new Array(rules.colors + 1).fill(0);
    const from = new Array(rules.colors + 1).fill(0);
    const fixes = rows.every(({ guess }) =>
      guess.every((color, peg) => {
        const old = guess[order[peg]];
        if (!colors[old] && !from[color]) [colors[old], from[color]] = [color, old];
        return colors[old] === color;
      }),
    );
    if (fixes) found.push({ pegs: order, colors });
  }
  return found;
}

/** Each order of the pegs; their own alone if there are very many. @param {number} pegs @returns {Generator<number[]>} */
function* orders(pegs) {
  const own = Array.from({ length: pegs }, (_, peg) => peg);
  if (pegs > MOST_PEGS) yield own;
  else yield* permuted(own);
}

/** @param {number[]} items @returns {Generator<number[]>} */
function* permuted(items) {
  if (items.length < 2) yield items;
  for (const [at, item] of items.length < 2 ? [] : items.entries()) {
    for (const rest of permuted([...items.slice(0, at), ...items.slice(at + 1)])) yield [item, ...rest];
  }
}

/** Tells whether a code is the lowest of those that the rows cannot tell apart. @param {Rules} rules @param {Row[]} rows */
export function lowest(rules, rows) {
  const all = renamings(rules, rows);
  const used = new Set(rows.flatMap(({ guess }) => guess));
  const free = Array.from({ length: rules.colors }, (_, index) => index + 1).filter((color) => !used.has(color));
  const becomes = new Int32Array(rules.colors + 1);
  /** @param {ArrayLike<number>} colors @param {number} at where the code begins */
  return function isLowest(colors, at) {
    return all.every((renaming) => !isLower(renaming, colors, at));
  };
  /** Whether the renamed code is lower. @param {Renaming} renaming @param {ArrayLike<number>} colors @param {number} at */
  function isLower(renaming, colors, at) {
    becomes.fill(0);
    let next = 0;
    for (let peg = 0; peg < rules.pegs; peg++) {
      const old = colors[at + renaming.pegs[peg]];
      const color = renaming.colors[old] || (becomes[old] ||= free[next++]);
      if (color !== colors[at + peg]) return color < colors[at + peg];
    }
    return false;
  }
}
