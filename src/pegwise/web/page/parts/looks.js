// How pegs look as the reader chose it: which set of colors, and which symbols.

import { COLOR_NAMES } from '../core/notation.js';

/** @param {string} words */
const colors = (words) => words.split(' ').map((name) => `color.${name}`);
/** @param {string} words */
const shapes = (words) => words.split(' ').map((name) => `shape.${name}`);

/** The names of each set's colors; those of css/pegs.css, in their order. A peg of the last is named by its shape.
 * @type {Record<string, string[]>} */
export const COLOR_SETS = {
  classic: colors(COLOR_NAMES.join(' ')),
  safe: colors('vermilion blue black yellow sky pink green orange white gray crimson tan'),
  contrast: colors('red blue yellow black white sky orange purple gray violet peach wine'),
  shapes: shapes('circle square triangle diamond hexagon pentagon cross heart bar drop arrow octagon'),
};

/** What stands on a peg. The digits end with 0, which is how a code of Bulls and Cows writes its tenth. */
export const SYMBOLS = ['numbers', 'digits', 'letters', 'none'];

/** The chosen one of the sets. */
export function colorSet() {
  const chosen = document.documentElement.dataset.colors ?? '';
  return Object.hasOwn(COLOR_SETS, chosen) ? chosen : 'classic';
}

/** Whether all pegs are round, as those of the old game. */
export const areRound = () => document.documentElement.dataset.shapes === 'round';

/** The key of a color's name in the chosen set; undefined where it has none, only a number. @param {number} color */
export const nameKey = (color) => (colorSet() === 'shapes' && areRound() ? undefined : COLOR_SETS[colorSet()][color - 1]);

/** A color's letter; its number after the 26th. @param {number} color */
export const letterOf = (color) => (color <= 26 ? String.fromCharCode(64 + color) : String(color));
