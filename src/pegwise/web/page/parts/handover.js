// One device for two: what the codemaker is asked while the codebreaker looks away, and the curtain between them.

/** @import { Code, Feedback, Rules } from '../core/rules.js' */
/** @import { Child } from './dom.js' */
import { secretRules } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { answerEditor } from './answer-editor.js';
import { el } from './dom.js';
import { RowEditor } from './editor.js';
import { codePegs } from './peg.js';

/** A dialog over all of the page. `fill` makes what is in it from the function that closes it with a result.
 * @param {string} title @param {any} cancelled what Escape means; null: nothing
 * @param {(close: (result: any) => void) => {body: Child[], focus?: () => void}} fill @returns {Promise<any>} */
function dialog(title, cancelled, fill) {
  return new Promise((resolve) => {
    const { body, focus } = fill(close);
    const element = el('dialog', { class: 'handover', 'aria-labelledby': 'handover' }, el('h2', { id: 'handover' }, title), ...body);
    /** @param {any} result */
    function close(result) {
      element.close(); // the focus goes back to where it was
      element.remove();
      resolve(result);
    }
    element.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (cancelled !== null) close(cancelled);
    });
    document.body.append(element);
    element.showModal();
    focus?.();
  });
}

/** Nothing is to be seen until the other has the device. @param {string} title @param {string} button @returns {Promise<boolean>} */
export const curtain = (title, button) => dialog(title, null, (close) => ({ body: [el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: () => close(true) } }, button))] }));

/** A code that one person sets; null if they think better of it. @param {Rules} rules @param {string} title @param {string} about @returns {Promise<Code | null>} */
export async function askCode(rules, title, about) {
  /** @type {{code: Code | null}} */
  const chosen = await dialog(title, { code: null }, (close) => {
    const back = el('button', { type: 'button', on: { click: () => close({ code: null }) } }, t('work.cancel'));
    const editor = new RowEditor({ rules: secretRules(rules), name: t('others.code'), send: t('others.set'), submit: (code) => close({ code }) });
    return { body: [el('p', {}, about), editor.element, el('div', { class: 'actions' }, back)], focus: () => editor.focus() };
  });
  return chosen.code;
}

/** The feedback that a person gives. @param {Rules} rules @param {number} number of the row @param {Code} guess @returns {Promise<Feedback>} */
export const askAnswer = (rules, number, guess) =>
  dialog(t('others.answer', { number }), null, (close) => {
    const editor = answerEditor(rules, send);
    editor.show(guess);
    function send() {
      const told = editor.read();
      if (told) close(told);
    }
    const button = el('button', { type: 'button', class: 'primary', on: { click: send } }, t('others.give'));
    return { body: [el('p', { class: 'guess' }, codePegs(guess, rules)), editor.element, el('div', { class: 'actions' }, button)], focus: () => editor.focus() };
  });
