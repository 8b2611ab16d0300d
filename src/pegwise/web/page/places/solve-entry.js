// The row that is entered or changed on Solve: its guess, and the feedback it got.

/** @import { Code, Row, Rules } from '../core/rules.js' */
import { answerEditor } from '../parts/answer-editor.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { t } from '../strings/strings.js';

/** What is done with the row: `saved` it, `deleted` it, or left it as it was (`kept`).
 * @typedef {{saved: (row: Row) => void, deleted: () => void, kept: () => void}} Told */

/** @param {Rules} rules @param {Told} told */
export function rowEntry(rules, told) {
  const element = el('section', { 'aria-labelledby': 'making' });
  let answer = answerEditor(rules, () => {});
  let editor = rowEditor({ rules, name: '', submit: () => {} });

  /** @param {Code} guess */
  function submit(guess) {
    const feedback = answer.read();
    if (feedback) told.saved({ guess, feedback });
  }

  /** A new row, or one that is changed. @param {number} number @param {Row} [row] */
  function show(number, row) {
    const name = t(row ? 'solve.changing' : 'solve.row', { number });
    answer = answerEditor(rules, () => /** @type {HTMLElement | null} */ (element.querySelector('.primary'))?.click());
    editor = rowEditor({ rules, name, submit, send: t(row ? 'solve.save' : 'solve.add'), extra: answer.element });
    fill(element, el('h2', { id: 'making' }, name), editor.element);
    if (!row) return;
    editor.set(row.guess);
    answer.set(row.feedback);
    editor.element.querySelector('.actions')?.append(
      el('button', { type: 'button', on: { click: told.deleted } }, t('solve.delete')),
      el('button', { type: 'button', on: { click: told.kept } }, t('solve.cancel')),
    );
  }

  /** The game is over. @param {number} count @param {string} line @param {() => void} clear */
  function solved(count, line, clear) {
    fill(
      element,
      el('h2', { id: 'making' }, t('solve.solved', { count })),
      el(
        'div',
        { class: 'actions' },
        el('a', { class: 'button primary', href: `#/review/${encodeURIComponent(line)}` }, t('solve.review')),
        el('button', { type: 'button', on: { click: clear } }, t('solve.new')),
      ),
    );
  }

  return {
    element,
    show,
    solved,
    focus: () => editor.focus(),
    /** To where one goes on, without moving the page. */
    resume: () => /** @type {HTMLElement | null} */ (element.querySelector('.hole.current, a.primary'))?.focus({ preventScroll: true }),
    /** Put a guess there; its feedback is next. @param {Code} guess */
    take(guess) {
      editor.set(guess);
      answer.focus();
    },
  };
}
