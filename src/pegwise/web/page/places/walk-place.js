// What a walk shows of one node: the guess, what each answer leads to, and how Knuth's figure writes it.

/** @import { Branch, Place } from './walk-source.js' */
import { parseFeedback, plainCode } from '../core/notation.js';
import { isWin } from '../core/rules.js';
import { blocks } from '../parts/blocks.js';
import { el } from '../parts/dom.js';
import { codePegs, feedbackWords, keyPegs } from '../parts/peg.js';
import { table } from '../parts/table.js';
import { number, t } from '../strings/strings.js';

/** @param {Rules} rules @param {Place} place @param {boolean} apart whether the rows before are not the strategy's own @param {string} note
 * @param {(answer: string) => void} choose @returns {Child[]} */
export function placeView(rules, place, apart, note, choose) {
  const winning = (/** @type {Branch} */ { feedback }) => isWin(rules, parseFeedback(feedback, rules));
  return [
    apart && el('p', { class: 'quiet' }, t('walk.apart')),
    el('p', { class: 'guess' }, el('span', { class: 'quiet' }, t('walk.guess')), codePegs(plainCode(place.guess, rules), rules)),
    el('p', {}, el('strong', {}, t('remain.exact', { count: place.candidates })), figuresOf(place)),
    note && el('p', { class: 'quiet later' }, note),
    blocks(rules, place.classes.map((each) => ({ name: each.feedback, size: each.size, win: winning(each) })), choose),
    branches(rules, place, choose),
    ...figure(place),
  ];
}

/** @param {Place} place */
function figuresOf({ average, worst, is_candidate: may, known }) {
  return [
    average === null ? '' : t('walk.figures', { average: number(average, 3), worst: Number(worst) }),
    may ? '' : t('walk.maynot'),
    known === 'upper' ? t('walk.known.upper') : known === 'sampled' ? t('walk.known.sampled') : '',
  ]
    .filter(Boolean)
    .map((words) => ` ${words}`)
    .join('');
}

/** The answers as a table; what comes after them where it is known. @param {Rules} rules @param {Place} place @param {(answer: string) => void} choose */
function branches(rules, { classes, average }, choose) {
  const columns = ['board.answer', 'review.left', ...(average === null ? [] : ['walk.next', 'compare.average', 'compare.worst'])];
  const largest = Math.max(...classes.map(({ size }) => size));
  const lines = classes.map((each) => line(rules, each, largest, choose).slice(0, columns.length));
  return el('div', { class: 'scroll' }, table(t('walk.table'), columns.map((key) => t(key)), lines, { kind: 'small steps' }));
}

/** @param {Rules} rules @param {Branch} branch @param {number} largest @param {(answer: string) => void} choose */
function line(rules, { feedback, size, guess, average, worst }, largest, choose) {
  const answer = parseFeedback(feedback, rules);
  const bar = el('span', { class: 'size' }, number(size));
  bar.style.setProperty('--part', `${(100 * size) / largest}%`);
  const words = t('walk.go', { answer: feedbackWords(answer, rules), count: size });
  return [
    el('button', { type: 'button', 'aria-label': words, on: { click: () => choose(feedback) } }, keyPegs(answer, rules)),
    bar,
    guess ? codePegs(plainCode(guess, rules), rules) : t('walk.won'),
    number(average ?? 0, 2),
    number(worst ?? 0),
  ];
}

/** How Knuth's figure writes the node; a guess alone is in none. @param {Place} place @returns {Child[]} */
function figure({ figure: found, average }) {
  if (average === null) return [];
  if (!found) return [el('p', { class: 'quiet' }, t('walk.figure.deep'))];
  const { place, line: letter, text, whole } = found;
  return [
    el('p', { class: 'figure' }, `${t('walk.figure')} `, el('code', {}, short(place)), letter && ` ${t('walk.figure.line', { line: letter })}`),
    el('details', {}, [
      el('summary', {}, t('walk.figure.here')),
      el('pre', {}, text),
      el('p', { class: 'quiet' }, t('walk.figure.how')),
      whole && whole !== text && el('details', {}, el('summary', {}, t('walk.figure.whole')), el('pre', {}, whole)),
    ]),
  ];
}

/** @param {string} text */
const short = (text) => (text.length > 60 ? `${text.slice(0, 56)} …` : text);
