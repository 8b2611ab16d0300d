// Tables of figures, and the bar of classes: what each answer leaves, as shares of one bar.

import { parseFeedback } from '../core/notation.js';
import { number, t } from '../strings/strings.js';
import { el } from './dom.js';
import { feedbackWords, keyPegs } from './peg.js';

/** @typedef {Child | Child[]} Cell */

/** @param {string} caption @param {Cell[]} headings @param {Cell[][]} rows
 * @param {{kind?: string, marked?: number, shown?: boolean}} [look] `marked` is a row, `shown` whether the caption is seen */
export function table(caption, headings, rows, { kind = '', marked = -1, shown = false } = {}) {
  const lines = rows.map(([first, ...rest], index) => el('tr', { class: index === marked ? 'got' : null }, el('th', { scope: 'row' }, first), rest.map((cell) => el('td', {}, cell))));
  return el('table', { class: `classes ${kind}` }, [
    el('caption', { class: shown ? null : 'sr' }, caption),
    el('thead', {}, el('tr', {}, headings.map((heading) => el('th', { scope: 'col' }, heading)))),
    el('tbody', {}, lines),
  ]);
}

/** Figures with their names; a pair that is false or null is left out. @param {([string, Child] | false | null)[]} pairs */
export const figureList = (pairs) => el('dl', { class: 'figures' }, pairs.map((pair) => pair && el('div', {}, el('dt', {}, pair[0]), el('dd', {}, pair[1]))));

/** Sizes by feedback as one bar; `got` is the answer that came. The figures behind it are in `classesTable`.
 * @param {Rules} rules @param {Record<string, number>} classes @param {string} [got] */
export function sharesBar(rules, classes, got) {
  const bar = el('div', { class: 'shares', 'aria-hidden': 'true' });
  for (const [name, size] of Object.entries(classes)) {
    const feedback = parseFeedback(name, rules);
    const title = t('shares.block', { feedback: feedbackWords(feedback, rules), count: size });
    const share = el('span', { class: name === got ? 'share got' : 'share', title }, keyPegs(feedback, rules));
    share.style.setProperty('--part', String(size));
    share.style.setProperty('--tint', `${tint(name)}%`);
    bar.append(share);
  }
  return bar;
}

/** How much of the accent stands for an answer: more for one that tells more hits. @param {string} name */
export function tint(name) {
  const [total] = /^\d+$/.exec(name) ?? ['0'];
  return Math.min(44, 4 + 7 * name.split(/[BG]/).length + 3 * name.split(/[WY]/).length + 7 * Number(total));
}

/** The classes of guesses, a column for each. `got` is the answer that came.
 * @param {Rules} rules @param {{heading: Child, classes: Record<string, number>}[]} guesses @param {string} [got] */
export function classesTable(rules, guesses, got) {
  const names = [...new Set(guesses.flatMap(({ classes }) => Object.keys(classes)))];
  names.sort((one, other) => (guesses[0].classes[other] ?? 0) - (guesses[0].classes[one] ?? 0));
  const rows = names.map((name) => [
    [keyPegs(parseFeedback(name, rules), rules), name === got && el('span', { class: 'quiet' }, ` ${t('shares.got')}`)],
    ...guesses.map(({ classes }) => number(classes[name] ?? 0)),
  ]);
  return table(t('hint.why'), [t('board.answer'), ...guesses.map(({ heading }) => heading)], rows, { marked: names.indexOf(got ?? ''), shown: true });
}
