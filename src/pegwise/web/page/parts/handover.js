// One device for two: what the codemaker is asked while the codebreaker looks away, and the curtain between them.

import { secretRules } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { answerEditor } from './answer-editor.js';
import { dialog } from './dialogs.js';
import { el } from './dom.js';
import { RowEditor } from './editor.js';
import { codePegs } from './peg.js';

/** @template T @param {string} title @param {NoInfer<T> | undefined} cancelled
 * @param {(close: (result: T) => void) => Child[]} build @returns {Promise<T>} */
const titled = (title, cancelled, build) =>
  dialog({ class: 'handover', 'aria-labelledby': 'handover' }, cancelled, (close) => [el('h2', { id: 'handover' }, title), ...build(close)]);

/** Nothing is to be seen until the other has the device. @param {string} title @param {string} button */
export const curtain = (title, button) =>
  titled(title, undefined, (close) => [el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: () => close(true) } }, button))]);

/** A code that one person sets; null if they think better of it. @param {Rules} rules @param {string} title @param {string} about
 * @returns {Promise<Code | null>} */
export const askCode = (rules, title, about) =>
  titled(title, null, (close) => {
    const editor = new RowEditor({ rules: secretRules(rules), name: t('others.code'), send: t('others.set'), submit: close });
    return [el('p', {}, about), editor.element, el('div', { class: 'actions' }, el('button', { type: 'button', on: { click: () => close(null) } }, t('work.cancel')))];
  });

/** The feedback that a person gives. @param {Rules} rules @param {number} number of the row @param {Code} guess @returns {Promise<Feedback>} */
export const askAnswer = (rules, number, guess) =>
  titled(t('others.answer', { number }), undefined, (close) => {
    const editor = answerEditor(rules, send);
    editor.show(guess);
    function send() {
      const told = editor.read();
      if (told) close(told);
    }
    const button = el('button', { type: 'button', class: 'primary', on: { click: send } }, t('others.give'));
    return [el('p', { class: 'guess' }, codePegs(guess, rules)), editor.element, el('div', { class: 'actions' }, button)];
  });
