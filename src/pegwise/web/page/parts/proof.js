// Whether a code gives all the feedback that was told: row by row, with both drawn side by side.

/** @import { Code, Row, Rules } from '../core/rules.js' */
import { feedback, isSame } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { board } from './board.js';
import { el } from './dom.js';
import { codePegs, keyPegs } from './peg.js';

/** @param {Rules} rules @param {Row[]} rows @param {Code} secret */
export function proof(rules, rows, secret) {
  const gives = (/** @type {Row} */ { guess }) => feedback(rules, secret, guess);
  const columns = [
    { heading: t('proof.gives'), cell: (/** @type {Row} */ row) => keyPegs(gives(row), rules) },
    { heading: el('span', { class: 'sr' }, t('proof.same')), class: 'same', cell: (/** @type {Row} */ row) => mark(isSame(gives(row), row.feedback)) },
  ];
  return el(
    'div',
    { class: 'proof' },
    el('p', { class: 'guess' }, t('proof.code'), ' ', codePegs(secret, rules)),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('proof.caption') }, board(rules, rows, { columns, caption: t('proof.caption') })),
  );
}

/** @param {boolean} right */
const mark = (right) => el('span', { class: right ? 'right' : 'clash' }, el('span', { 'aria-hidden': 'true' }, right ? '✓' : '✗'), el('span', { class: 'sr' }, t(right ? 'proof.yes' : 'proof.no')));
