// The guess that is advised, drawn: what it is, why it is good, and what else could be guessed.

import { plainCode } from '../core/notation.js';
import { el } from '../parts/dom.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { classesTable, sharesBar, table } from '../parts/table.js';
import { number, t } from '../strings/strings.js';

/** @typedef {{guess: string, is_candidate: boolean, worst: number, expected_size: number, bits: number, class_count: number, known: string, classes: Record<string, number>}} Figures */
/** @typedef {(code: Code) => void} Use */

/** @param {Rules} rules @param {Figures & {candidates: number, strategy: string}} found @param {Code} code @param {Use} use */
export function bestGuess(rules, found, code, use) {
  const { candidates, strategy: by, expected_size: expected, worst, is_candidate: may, class_count: parts } = found;
  const only = candidates === 1;
  const sampled = found.known === 'sampled';
  const seen = Object.values(found.classes).reduce((sum, size) => sum + size, 0);
  const figures = { expected: number(expected, 1), before: sampled ? seen : candidates, worst, classes: parts };
  const compared = sampled ? (seen > 1 ? 'advice.leaves.sample' : 'advice.leaves.nothing') : 'advice.leaves';
  const words = only ? t('advice.only') : t(compared, figures);
  return el('div', {}, [
    el('p', { class: 'guess' }, codePegs(code, rules), el('button', { type: 'button', on: { click: () => use(code) } }, t('advice.use'))),
    el('p', {}, words, !only && ` ${t(may ? 'advice.may' : 'advice.maynot')}`, !only && el('span', { class: 'quiet' }, ` ${t('advice.by', { strategy: by })}`)),
  ]);
}

/** Why it is good. @param {Rules} rules @param {Figures & {alternatives: Figures[] | null}} found @param {Use} use
 * @param {() => void} [more] finds the alternatives where they are not known */
export function reason(rules, found, use, more) {
  if (found.class_count < 2) return el('p', { class: 'quiet' }, t(found.known === 'sampled' ? 'advice.unknown' : 'advice.certain'));
  return el('div', {}, [
    el('p', { class: 'quiet' }, t(found.known === 'sampled' ? 'advice.bar.sample' : 'advice.bar')),
    sharesBar(rules, found.classes),
    el('details', {}, el('summary', {}, t('chart.table')), classesTable(rules, [{ heading: t('review.left'), classes: found.classes }])),
    found.alternatives === null ? unknown(more) : found.alternatives.length > 0 && alternatives(rules, [found, ...found.alternatives], use),
  ]);
}

/** What is asked for when it is opened. @param {(() => void) | undefined} more */
const unknown = (more) => el('details', { on: { toggle: () => more?.() } }, el('summary', {}, t('advice.others')), el('p', { class: 'quiet' }, t('work.thinking')));

/** @param {Rules} rules @param {Figures[]} guesses @param {Use} use */
function alternatives(rules, guesses, use) {
  const headings = ['board.guess', 'advice.average', 'compare.worst', 'advice.take'].map((key) => t(key));
  const rows = guesses.map((figures) => alternative(rules, figures, use));
  return el('details', {}, el('summary', {}, t('advice.others')), table(t('advice.others'), headings, rows, { kind: 'small' }));
}

/** @param {Rules} rules @param {Figures} figures @param {Use} use */
function alternative(rules, { guess, expected_size: expected, worst, is_candidate: may }, use) {
  const code = plainCode(guess, rules);
  return [
    [codePegs(code, rules), !may && el('span', { class: 'quiet' }, t('advice.no'))],
    number(expected, 1),
    number(worst),
    el('button', { type: 'button', class: 'plain', 'aria-label': t('advice.use.code', { code: codeWords(code, rules) }), on: { click: () => use(code) } }, '↵'),
  ];
}
