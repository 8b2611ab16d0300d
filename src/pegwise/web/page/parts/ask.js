// A question to the person before something that cannot be taken back.

import { el } from './dom.js';

/** Whether the answer is yes. @param {string} question @param {string} yes @param {string} no @returns {Promise<boolean>} */
export function sure(question, yes, no) {
  return new Promise((resolve) => {
    const dialog = el(
      'dialog',
      { 'aria-labelledby': 'sure' },
      el('p', { id: 'sure' }, question),
      el(
        'div',
        { class: 'actions' },
        el('button', { type: 'button', class: 'primary', on: { click: () => dialog.close('yes') } }, yes),
        el('button', { type: 'button', autofocus: true, on: { click: () => dialog.close('') } }, no),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
