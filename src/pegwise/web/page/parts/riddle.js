// A puzzle to be answered: its rows, and below them the row for the answer.

/** @import { Sentence } from '../core/deduction-words.js' */
/** @import { Puzzle } from '../core/puzzles.js' */
import { contradictedRow } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { board, measure } from './board.js';
import { pointOut } from './deduction.js';
import { complain, el } from './dom.js';
import { RowEditor } from './editor.js';
import { codeWords, feedbackWords } from './peg.js';

/** `right` is called with the solution. `wrong` is called with an answer that a row contradicts; unless it says false, the
 * row is named and pointed out.
 * @param {Puzzle} puzzle @param {{right: (code: Code) => void, wrong: () => boolean | void}} told */
export function riddle({ rules, rows }, { right, wrong }) {
  const note = el('p', { class: 'note' });
  const table = board(rules, rows);
  const editor = new RowEditor({ rules, name: t('puzzle.row'), send: t('learn.check'), submit: check });
  const tray = el('div', { class: 'tray' }, table, el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, '?'), editor.line));
  measure(tray, rules);

  /** @param {Code} code */
  function check(code) {
    const broken = contradictedRow(rules, rows, code);
    note.textContent = '';
    if (!broken) return right(code);
    if (wrong() === false) return;
    pointOut(table, rows, broken.number, []);
    complain(note, t('puzzle.wrong', { code: codeWords(code, rules), number: broken.number, would: feedbackWords(broken.would, rules) }));
  }

  return {
    elements: [tray, editor.tools, note],
    focus: () => editor.focus(),
    /** Point out what a sentence speaks of. @param {Sentence} sentence */
    point: ({ lead, because, so }) => pointOut(table, rows, lead?.row ?? null, [...because, ...so]),
  };
}
