// The board: the rows of a game as a real table.

import { t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { codePegs, keyPegs } from './peg.js';

/** A column beside the guess and its answer: its heading, and what a row has there.
 * @typedef {{heading: Child, cell: (row: Row, index: number) => Child | Child[], class?: string}} Column */

/** @typedef {{current?: number | null, columns?: Column[], caption?: string, empty?: string, pick?: (index: number) => void}} Look */

/** The table of `rows`; `pick` makes rows that can be chosen, `current` is the one that is.
 * @param {Rules} rules @param {Row[]} rows @param {Look} [look] */
export function board(rules, rows, { current = null, columns = [], caption = t('board.caption'), empty = '', pick } = {}) {
  const body = el('tbody');
  const table = el('table', { class: rules.pegs > 8 ? 'board wide' : 'board' }, [
    el('caption', { class: 'sr' }, caption),
    el('thead', {}, [
      el('tr', {}, [
        el('th', { scope: 'col' }, el('span', { 'aria-hidden': 'true' }, '#'), el('span', { class: 'sr' }, t('board.row'))),
        el('th', { scope: 'col' }, t('board.guess')),
        el('th', { scope: 'col' }, t('board.answer')),
        columns.map((column) => el('th', { scope: 'col', class: column.class }, column.heading)),
      ]),
    ]),
    body,
  ]);
  measure(table, rules);
  fill(body, rows.map((row, index) => line(rules, row, index, current, columns, pick)));
  if (!rows.length && empty) body.append(el('tr', {}, el('td', { colspan: 3 + columns.length, class: 'quiet' }, empty)));
  return table;
}

/** Tell the style how many pegs there are, and how many keys stand side by side. @param {HTMLElement} element @param {Rules} rules */
export function measure(element, { pegs, tells }) {
  element.style.setProperty('--pegs', String(pegs));
  element.style.setProperty('--across', String(tells === 'marks' ? pegs : Math.min(6, Math.ceil(pegs / 2))));
}

/** @param {Rules} rules @param {Row} row @param {number} index @param {number | null} current @param {Column[]} columns @param {((index: number) => void) | undefined} pick */
function line(rules, row, index, current, columns, pick) {
  const number = index + 1;
  const head = pick
    ? el('button', { type: 'button', class: 'plain', 'aria-pressed': String(index === current), 'aria-label': t('board.pick', { number }), on: { click: () => pick(index) } }, number)
    : number;
  return el('tr', { class: index === current ? 'current' : null, 'aria-current': index === current ? 'true' : null }, [
    el('th', { scope: 'row' }, head),
    el('td', {}, codePegs(row.guess, rules)),
    el('td', {}, keyPegs(row.feedback, rules)),
    columns.map((column) => el('td', { class: column.class }, column.cell(row, index))),
  ]);
}
