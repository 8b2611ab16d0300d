// The rows on Solve, each of which can be changed.

/** @import { Row, Rules } from '../core/rules.js' */
import { board } from '../parts/board.js';
import { el } from '../parts/dom.js';
import { t } from '../strings/strings.js';

/** `current` is the row that is changed, `wrong` are the numbers of those that contradict each other.
 * @param {Rules} rules @param {Row[]} rows @param {number | null} current @param {number[]} wrong @param {(index: number) => void} pick */
export function rowsTable(rules, rows, current, wrong, pick) {
  const change = {
    heading: el('span', { class: 'sr' }, t('solve.change')),
    class: 'change',
    cell: (/** @type {Row} */ _, /** @type {number} */ index) => [
      wrong.includes(index + 1) && el('span', { class: 'clash' }, el('span', { 'aria-hidden': 'true' }, '⚠'), el('span', { class: 'sr' }, t('solve.clash'))),
      el('button', { type: 'button', class: 'plain edit', 'aria-label': t('solve.edit', { number: index + 1 }), on: { click: () => pick(index) } }, '✎'),
    ],
  };
  return board(rules, rows, { current, columns: [change], empty: t('solve.empty') });
}
