// Feedback that is no key pegs, drawn: a square for each peg, told apart by its sign as by its color, or one number.

/** @import { Feedback, Rules } from '../core/rules.js' */
import { t } from '../strings/strings.js';
import { el, svg } from './dom.js';

/** The names of the marks. @type {Record<string, string>} */
const NAMES = { G: 'right', Y: 'elsewhere', '.': 'absent' };
/** What stands in the square: a tick, two arrows, a dot. @type {Record<string, string>} */
const SIGNS = { G: 'M4 8.5l3 3 5.5-6.5', Y: 'M4 6.5h8l-2-2.2M12 9.8H4l2 2.2', '.': 'M7.2 8h1.6' };

/** What a mark is called. @param {string} mark */
export const markName = (mark) => t(`mark.${NAMES[mark]}`);

/** One mark, for the eye. @param {string} mark */
export const markSquare = (mark) =>
  svg(
    'svg',
    { class: `key mark-${NAMES[mark]}`, viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { x: 1, y: 1, width: 14, height: 14, rx: 2.5 }),
    svg('path', { d: SIGNS[mark] }),
  );

/** In words. @param {Feedback} told @param {Rules} rules */
export function toldWords({ black, white, text = '' }, { pegs, tells }) {
  if (tells === 'marks') return [...text].map(markName).join(', ');
  return black === pegs ? t('answer.won') : t('answer.total', { count: white });
}

/** @param {Feedback} told @param {Rules} rules */
export function toldSigns(told, rules) {
  const { pegs, tells } = rules;
  const marks = tells === 'marks';
  const signs = marks ? [...(told.text ?? '')].map(markSquare) : el('span', { class: 'total', 'aria-hidden': 'true' }, told.black === pegs ? '✓' : told.white);
  return el('span', { class: marks ? 'keys squares' : 'keys' }, signs, el('span', { class: 'sr' }, toldWords(told, rules)));
}
