// What the game is: the codes, and the feedback a guess gets. As pegwise.rules, for the page.

/** A code: a color, numbered from 1, for each peg. @typedef {number[]} Code */
/** @typedef {{black: number, white: number}} Feedback */
/** @typedef {{guess: Code, feedback: Feedback}} Row */
/** `colors` counts the empty hole of a game with blanks, its last color. `alphabet` is how the codes of this game are written,
 * once that is decided.
 * @typedef {{pegs: number, colors: number, repeats: boolean, whites: boolean, blanks: boolean, alphabet?: import('./alphabet.js').Alphabet}} Rules */

/** Codes up to which the page goes through all of them. */
export const ENUMERABLE = 1_000_000;

/** How many codes there are. @param {Rules} rules */
export function size(rules) {
  if (rules.repeats) return rules.colors ** rules.pegs;
  let product = 1;
  for (let peg = 0; peg < rules.pegs; peg++) product *= rules.colors - peg;
  return product;
}

/** @param {Rules} rules */
export const isEnumerable = (rules) => size(rules) <= ENUMERABLE;

/** How many guesses a player has: ten, in large games twice what good play takes, as in the terminal. @param {Rules} rules */
export function usualMaxGuesses({ pegs, colors, repeats }) {
  let bits = 0;
  for (let peg = 0; peg < pegs; peg++) bits += Math.log2(repeats ? colors : colors - peg);
  return bits <= 24 ? 10 : 10 * Math.ceil((2 * (1 + bits / 4.3)) / 10);
}

/** The feedback a guess gets; the same if the two change places (Knuth 1977, p. 1).
 * @param {Rules} rules @param {Code} secret @param {Code} guess @returns {Feedback} */
export function feedback(rules, secret, guess) {
  const inSecret = new Int32Array(rules.colors + 1);
  const inGuess = new Int32Array(rules.colors + 1);
  let black = 0;
  for (let peg = 0; peg < rules.pegs; peg++) {
    if (secret[peg] === guess[peg]) black++;
    inSecret[secret[peg]]++;
    inGuess[guess[peg]]++;
  }
  if (!rules.whites) return { black, white: 0 };
  let hits = 0;
  for (let color = 1; color <= rules.colors; color++) hits += Math.min(inSecret[color], inGuess[color]);
  return { black, white: hits - black };
}

/** @param {Feedback} one @param {Feedback} other */
export const isSame = (one, other) => one.black === other.black && one.white === other.white;

/** @param {Rules} rules @param {Feedback} told */
export const isWin = (rules, told) => told.black === rules.pegs;

/** Why no guess can get this feedback, as a key of the strings and what it names; null if one can.
 * @param {Rules} rules @param {Feedback} told @returns {[string, Record<string, number>] | null} */
export function whyImpossible(rules, told) {
  const { pegs, colors } = rules;
  const { black, white } = told;
  const hits = black + white;
  if (!rules.whites && white) return ['feedback.blackOnly', {}];
  if (hits > pegs) return ['feedback.tooMany', { pegs }];
  if (black === pegs - 1 && white === 1) return ['feedback.lastPeg', { black, pegs }];
  if (!rules.repeats) {
    const fewest = Math.max(0, 2 * pegs - colors);
    if (rules.whites && hits < fewest) return ['feedback.share', { fewest }];
    if (black === pegs - 1 && colors === pegs) return ['feedback.lastColor', {}];
  }
  if (colors === 1 && black < pegs) return ['feedback.oneCode', {}];
  if (colors === 2 && rules.whites && white % 2) return ['feedback.pairs', {}];
  return null;
}

/** All feedback that can exist, in the order of Knuth's figure. @param {Rules} rules @returns {Feedback[]} */
export function feedbacks(rules) {
  const found = [];
  for (let black = 0; black <= rules.pegs; black++) {
    for (let white = rules.pegs - black; white >= 0; white--) {
      if (!whyImpossible(rules, { black, white })) found.push({ black, white });
    }
  }
  return found;
}

/** The first row, numbered from 1, that a guess contradicts, and what it would have said.
 * @param {Rules} rules @param {Row[]} rows @param {Code} guess */
export function contradictedRow(rules, rows, guess) {
  for (const [index, row] of rows.entries()) {
    const would = feedback(rules, guess, row.guess);
    if (!isSame(would, row.feedback)) return { number: index + 1, row, would };
  }
  return null;
}
