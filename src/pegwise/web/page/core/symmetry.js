// Guesses that differ only by the names of pegs and colors are alike: one of them, the lowest, is tried. As
// pegwise.engine.enumerated.symmetry.

/** @import { Rules, Code, Row } from './rules.js' */

/** Pegs up to which all their orders are gone through. */
export const MOST_PEGS = 7;

/** As MOST_SYMBOLS of pegwise.engine.enumerated.renamed_symbols. */
const MOST_SYMBOLS = 254;

/** Tells whether each peg's colors can be renamed on their own: where a black hit is all that is told. @param {Rules} rules */
function hasOwnColors({ pegs, colors, repeats, whites }) {
  const symbols = pegs * colors;
  return repeats && !whites && symbols <= MOST_SYMBOLS && symbols ** pegs <= 2 ** 64;
}

/** Where the colors of a peg begin in a list of all. @param {Rules} rules @returns {(peg: number) => number} */
function firstColor(rules) {
  const own = hasOwnColors(rules);
  return (peg) => (own ? peg * (rules.colors + 1) : 0);
}

/** A renaming: the peg that each peg is taken from, and the color that each used color becomes, perhaps of each peg; 0 where any
 * free one will do.
 * @typedef {{pegs: number[], colors: number[]}} Renaming */

/** The lowest first guess of each shape. A shape says how often each color occurs. @param {Rules} rules @returns {Code[]} */
export function openings(rules) {
  const { pegs, colors, repeats } = rules;
  /** @type {Code[]} */
  const found = [];
  if (hasOwnColors(rules)) return [new Array(pegs).fill(1)];
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
  const first = firstColor(rules);
  const size = first(rules.pegs) + rules.colors + 1;
  for (const order of orders(rules.pegs)) {
    const colors = new Array(size).fill(0);
    const from = new Array(size).fill(0);
    const fixes = rows.every(({ guess }) =>
      guess.every((color, peg) => {
        const old = first(order[peg]) + guess[order[peg]];
        const now = first(peg) + color;
        if (!colors[old] && !from[now]) [colors[old], from[now]] = [color, old];
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
  const own = hasOwnColors(rules);
  const first = firstColor(rules);
  const frees = Array.from({ length: rules.pegs }, (_, peg) => {
    const used = new Set(rows.flatMap(({ guess }) => (own ? [guess[peg]] : guess)));
    return Array.from({ length: rules.colors }, (_, index) => index + 1).filter((color) => !used.has(color));
  });
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
      const from = renaming.pegs[peg];
      const old = colors[at + from];
      const color = renaming.colors[first(from) + old] || (own ? frees[peg][0] : (becomes[old] ||= frees[peg][next++]));
      if (color !== colors[at + peg]) return color < colors[at + peg];
    }
    return false;
  }
}
