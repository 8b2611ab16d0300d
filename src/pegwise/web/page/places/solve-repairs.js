// The rows on Solve: a table in which each can be changed; and where they contradict each other, the feedback that each should have.

import { contradictionWords } from '../core/api.js';
import { board } from '../parts/board.js';
import { el } from '../parts/dom.js';
import { codePegs, feedbackWords, keyPegs } from '../parts/peg.js';
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

/** Alternatives of a row that are seen at once, those that change the least. */
const AT_ONCE = 8;

/** @param {Rules} rules @param {Row[]} rows @param {Contradiction} found @param {(row: number, feedback: Feedback) => void} choose */
export function repairsPanel(rules, rows, found, choose) {
  const numbers = [...new Set(found.repairs.map(({ row }) => row))].sort((one, other) => one - other);
  return el('div', { class: 'panel alarm' }, [
    el('h2', {}, contradictionWords(found.rows)),
    el('p', {}, t(numbers.length ? 'solve.repair.about' : 'solve.repair.none')),
    numbers.map((number) => rowRepairs(rules, rows[number - 1], number, found, choose)),
    !found.complete && el('p', { class: 'quiet' }, t('solve.repair.more')),
  ]);
}

/** What one row should say. @param {Rules} rules @param {Row} row @param {number} number @param {Contradiction} found @param {(row: number, feedback: Feedback) => void} choose */
function rowRepairs(rules, row, number, found, choose) {
  const others = found.repairs.filter((repair) => repair.row === number).map(({ feedback }) => feedback);
  others.sort((one, other) => change(row.feedback, one) - change(row.feedback, other));
  const said = feedbackWords(row.feedback, rules);
  const buttons = others.map((feedback) =>
    el('li', {}, el('button', { type: 'button', 'aria-label': t('solve.repair', { number, was: said, now: feedbackWords(feedback, rules) }), on: { click: () => choose(number, feedback) } }, keyPegs(feedback, rules))),
  );
  const more = buttons.slice(AT_ONCE);
  const id = `repair-${number}`;
  return el('div', { class: 'repair', role: 'group', 'aria-labelledby': id }, [
    el('p', { id }, t('solve.repair.row', { number, count: others.length })),
    el('p', { class: 'chosen' }, codePegs(row.guess, rules), el('s', {}, keyPegs(row.feedback, rules))),
    el('ul', { class: 'repairs' }, buttons.slice(0, AT_ONCE)),
    more.length > 0 && el('details', {}, el('summary', {}, t('solve.repair.further', { count: more.length })), el('ul', { class: 'repairs' }, more)),
  ]);
}

/** How many pegs of the feedback differ. @param {Feedback} said @param {Feedback} other */
function change(said, other) {
  if (said.text?.length === other.text?.length && said.text !== undefined) return [...said.text].filter((mark, at) => mark !== other.text?.[at]).length;
  return Math.abs(said.black - other.black) + Math.abs(said.black + said.white - other.black - other.white);
}
