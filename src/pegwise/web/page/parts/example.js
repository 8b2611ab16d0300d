// A guess and its feedback, worked out before the eyes: which peg gets a black dot, which a white one, which none.

/** @import { Rules } from '../core/rules.js' */
import { feedback } from '../core/rules.js';
import { MARKS } from '../core/told.js';
import { t } from '../strings/strings.js';
import { el } from './dom.js';
import { codePegs, colorName, keyPegs, peg } from './peg.js';
import { markName, markSquare } from './told-marks.js';

/** The first peg is right, the third is in another place, the others are not in the code. */
const SECRET = [1, 3, 5, 6];
const GUESS = [1, 2, 3, 4];

/** An example for a game with these rules. @param {Rules} rules */
export function example({ pegs, whites, tells }) {
  const few = pegs === 3 ? 3 : 4;
  const rules = { pegs: few, colors: 6, repeats: true, whites, blanks: false, tells };
  const [secret, guess] = [SECRET.slice(0, few), GUESS.slice(0, few)];
  const absent = guess.filter((color) => !secret.includes(color));
  /** @param {number[]} colors @param {string} key */
  const line = (colors, key) =>
    el('li', {}, el('span', { class: 'code', 'aria-hidden': 'true' }, colors.map((color) => peg(color))), el('span', {}, t(key, { color: colorName(colors[0]), other: colorName(colors.at(-1) ?? 0) })));
  const lines = () => {
    if (tells === 'total') return [line([1, 3], 'first.total')];
    if (tells === 'marks') return [line([1], 'first.mark.right'), line([3], 'first.mark.elsewhere'), line(absent, absent.length === 1 ? 'first.mark.absent.one' : 'first.mark.absent')];
    return [line([1], 'first.black'), whites && line([3], 'first.white'), line(absent, absent.length === 1 ? 'first.absent.one' : 'first.absent')];
  };
  return el(
    'figure',
    { class: 'example' },
    el('figcaption', {}, t('first.example')),
    el(
      'dl',
      {},
      el('div', {}, el('dt', {}, t('first.secret')), el('dd', {}, codePegs(secret, rules))),
      el('div', {}, el('dt', {}, t('first.guess')), el('dd', {}, codePegs(guess, rules), keyPegs(feedback(rules, secret, guess), rules))),
    ),
    el('ul', {}, lines()),
  );
}

/** What black and white stand for. @param {Rules} rules */
export function legend(rules) {
  if (rules.tells === 'total') return el('p', { class: 'legend' }, t('answer.totals'));
  if (rules.tells) return el('p', { class: 'legend' }, [...MARKS].reverse().map((mark) => el('span', {}, el('span', { class: 'keys squares', 'aria-hidden': 'true' }, markSquare(mark)), ' ', markName(mark))));
  /** @param {'black' | 'white'} kind */
  const line = (kind) => el('span', {}, keyMark(kind, rules), ' ', t(`answer.${kind}s`));
  return el('p', { class: 'legend' }, line('black'), rules.whites && line('white'));
}

/** One key peg, for the eye. @param {'black' | 'white'} kind @param {Rules} rules */
export const keyMark = (kind, rules) =>
  el('span', { class: 'keys', 'aria-hidden': 'true' }, keyPegs({ black: Number(kind === 'black'), white: Number(kind === 'white') }, rules).firstChild);
