// How a color looks: a fill, a shape of its own and a character, always with a dark outline.

/** @import { Code, Feedback, Rules } from '../core/rules.js' */
import { t } from '../strings/strings.js';
import { COLOR_NAMES } from '../core/notation.js';
import { recall } from '../core/store.js';
import { el, svg } from './dom.js';

const SHAPES = [
  'M20 3a17 17 0 1 1 0 34a17 17 0 1 1 0-34z', // circle
  'M5 5h30v30H5z', // square
  'M20 2L38 35H2z', // triangle
  'M20 1L39 20L20 39L1 20z', // diamond
  'M11 3h18l9 17l-9 17H11l-9-17z', // hexagon
  'M20 2l18 13.5-7 21.5H9L2 15.5z', // pentagon
  'M13 2h14v11h11v14H27v11H13V27H2V13h11z', // cross
  'M20 38C-6 20 4 2 14 4c4 .8 6 4 6 6c0-2 2-5.200 6-6c10-2 20 16-6 34z', // heart
  'M2 10h36v20H2z', // bar
  'M20 2c10 0 18 8 18 18v18H20C10 38 2 30 2 20S10 2 20 2z', // drop
  'M20 38L2 5h36z', // triangle on its tip
  'M12 2h16l10 10v16L28 38H12L2 28V12z', // octagon
];

/** What is written on a peg. @param {number} color @param {Rules} [rules] */
export function label(color, rules) {
  if (rules?.blanks && color === rules.colors) return '';
  return recall('letters', false) && color <= 26 ? String.fromCharCode(64 + color) : String(color);
}

/** What a color is called. @param {number} color @param {Rules} [rules] */
export function colorName(color, rules) {
  if (rules?.blanks && color === rules.colors) return t('color.empty');
  return color <= COLOR_NAMES.length ? t(`color.${COLOR_NAMES[color - 1]}`) : t('color.number', { color });
}

/** The picture of a color; a hole still open has none (null). @param {number | null} color @param {Rules} [rules] @returns {SVGElement} */
export function peg(color, rules) {
  const empty = color === null || (rules?.blanks && color === rules.colors);
  const name = color === null ? 'peg open' : empty ? 'peg blank' : `peg c${color <= SHAPES.length ? color : 0}`;
  const shape = SHAPES[((color ?? 1) - 1) % SHAPES.length];
  return svg(
    'svg',
    { class: name, viewBox: '0 0 40 40', 'aria-hidden': 'true', focusable: 'false' },
    empty ? svg('circle', { cx: 20, cy: 20, r: color === null ? 14 : 6 }) : svg('path', { d: shape }),
    !empty && color !== null && svg('text', { x: 20, y: 20 }, label(color, rules)),
  );
}

/** A code as pegs, and in words for those who do not see them. @param {Code} code @param {Rules} rules */
export function codePegs(code, rules) {
  return el('span', { class: 'code' }, code.map((color) => peg(color, rules)), el('span', { class: 'sr' }, codeWords(code, rules)));
}

/** "red, blue, blue, green". @param {Code} code @param {Rules} rules */
export const codeWords = (code, rules) => code.map((color) => colorName(color, rules)).join(', ');

/** "1 black, 2 white". @param {Feedback} told @param {Rules} rules */
export function feedbackWords({ black, white }, rules) {
  if (!rules.whites) return t('answer.black', { black });
  return black + white ? t('answer.both', { black, white }) : t('answer.none');
}

/** An answer as key pegs: black ones filled, white ones rings. @param {Feedback} told @param {Rules} rules */
export function keyPegs(told, rules) {
  const marks = [...Array(told.black).fill('black'), ...Array(told.white).fill('white')];
  return el(
    'span',
    { class: 'keys' },
    marks.map((kind) =>
      svg('svg', { class: `key ${kind}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('circle', { cx: 8, cy: 8, r: 6 })),
    ),
    !marks.length && el('span', { class: 'none', 'aria-hidden': 'true' }, '–'),
    el('span', { class: 'sr' }, feedbackWords(told, rules)),
  );
}
