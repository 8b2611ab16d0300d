// The row that is entered or changed on Solve: its guess, and the feedback it got.

import { answerEditor } from '../parts/answer-editor.js';
import { el, fill } from '../parts/dom.js';
import { RowEditor } from '../parts/editor.js';
import { WordEditor } from '../parts/word-editor.js';
import { t } from '../strings/strings.js';

/** What is done with the row: `saved` it, `deleted` it, or left it as it was (`kept`).
 * @typedef {{saved: (row: Row, alphabet: Rules['alphabet']) => void, deleted: () => void, kept: () => void}} Told */

/** `past` is what Undo and Clear do; `paste` takes rows that are pasted.
 * @param {Rules} rules @param {Told} told @param {Past} past @param {(text: string) => boolean} paste */
export function rowEntry(rules, told, past, paste) {
  const element = el('section', { 'aria-labelledby': 'making' });
  let answer = answerEditor(rules, () => {});
  const Editor = rules.lists ? WordEditor : RowEditor;
  let editor = new Editor({ rules, name: '', submit: () => {} });

  /** @param {Code} guess @param {Rules['alphabet']} alphabet */
  function submit(guess, alphabet) {
    const feedback = answer.read();
    if (feedback) told.saved({ guess, feedback }, alphabet);
  }

  /** A new row, or one that is changed. @param {number} number @param {Row} [row] */
  function show(number, row) {
    const name = t(row ? 'solve.edit' : 'board.pick', { number });
    answer = answerEditor(rules, () => /** @type {HTMLElement | null} */ (element.querySelector('.primary'))?.click());
    editor = new Editor({ rules, name, submit, changed: (holes) => answer.show(holes), send: t(row ? 'solve.save' : 'solve.add'), extra: answer.element, past, paste });
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
    fill(element, [
      el('h2', { id: 'making' }, t('solve.solved', { count })),
      el('div', { class: 'actions' }, [
        el('a', { class: 'button primary', href: `#/review/${encodeURIComponent(line)}` }, t('solve.review')),
        el('button', { type: 'button', on: { click: clear } }, t('solve.new')),
        el('button', { type: 'button', on: { click: past.undo } }, t('editor.undo')),
      ]),
    ]);
  }

  return {
    element,
    show,
    solved,
    get editor() {
      return editor;
    },
    /** To where one goes on, without moving the page. */
    resume: () => /** @type {HTMLElement | null} */ (element.querySelector('.hole.current, .word, a.primary'))?.focus({ preventScroll: true }),
    /** Put a guess there; its feedback is next. @param {Code} guess */
    take(guess) {
      editor.set(guess);
      answer.focus();
    },
  };
}
