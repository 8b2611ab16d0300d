// Dialogs over all of the page: a question before something that cannot be taken back, lines of text, and others.

import { t } from '../strings/strings.js';
import { el, form, tellIn } from './dom.js';

/** Show a dialog; what it is closed with. `build` makes what is in it from the function that closes it; Escape closes it with
 * `cancelled`, and not at all where that is undefined. @template T
 * @param {Record<string, any>} properties @param {NoInfer<T> | undefined} cancelled @param {(close: (result: T) => void) => Child[]} build @returns {Promise<T>} */
export function dialog(properties, cancelled, build) {
  return new Promise((resolve) => {
    const element = el('dialog', properties, build(close));
    /** @param {T} result */
    function close(result) {
      element.close(); // the focus goes back to where it was
      element.remove();
      resolve(result);
    }
    element.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (cancelled !== undefined) close(cancelled);
    });
    document.body.append(element);
    element.showModal();
  });
}

/** Whether the answer is yes. @param {string} question @param {string} yes @param {string} no @returns {Promise<boolean>} */
export const sure = (question, yes, no) =>
  dialog({ 'aria-labelledby': 'sure' }, false, (close) => {
    const agree = el('button', { type: 'button', class: 'primary', on: { click: () => close(true) } }, yes);
    const refuse = el('button', { type: 'button', autofocus: true, on: { click: () => close(false) } }, no);
    return [el('p', { id: 'sure' }, question), el('div', { class: 'actions' }, agree, refuse)];
  });

/** Ask for text until `take` can read it: that gives what is wrong with it, or nothing.
 * @param {string} question @param {string} send @param {(text: string) => string} take */
export const askText = (question, send, take) =>
  dialog({ 'aria-labelledby': 'asked-label' }, null, (close) => {
    const area = el('textarea', { id: 'asked', rows: 5, spellcheck: 'false', autocapitalize: 'off' });
    const note = el('p', { class: 'note' });
    function submit() {
      const wrong = take(area.value.trim());
      if (!wrong) return close(null);
      tellIn(note, wrong);
      return area.focus();
    }
    const buttons = [el('button', { class: 'primary' }, send), el('button', { type: 'button', on: { click: () => close(null) } }, t('keys.close'))];
    return [form({}, submit, el('label', { for: 'asked', id: 'asked-label' }, question), area, note, el('div', { class: 'actions' }, buttons))];
  });
