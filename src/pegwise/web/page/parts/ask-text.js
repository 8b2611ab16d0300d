// A dialog that takes lines of text, for those who cannot paste with a key.

import { t } from '../strings/strings.js';
import { complain, el } from './dom.js';

/** Ask for text until `take` can read it: that gives what is wrong with it, or nothing.
 * @param {string} question @param {string} send @param {(text: string) => string} take */
export function askText(question, send, take) {
  const area = el('textarea', { id: 'asked', rows: 5, spellcheck: 'false', autocapitalize: 'off' });
  const note = el('p', { class: 'note' });
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const wrong = take(area.value.trim());
    if (!wrong) return dialog.close();
    complain(note, wrong);
    return area.focus();
  }
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'asked-label' },
    el(
      'form',
      { on: { submit } },
      el('label', { for: 'asked', id: 'asked-label' }, question),
      area,
      note,
      el('div', { class: 'actions' }, el('button', { class: 'primary' }, send), el('button', { type: 'button', on: { click: () => dialog.close() } }, t('keys.close'))),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
