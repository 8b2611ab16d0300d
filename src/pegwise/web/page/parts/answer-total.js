// The feedback of a guess where only the number of all hits is told.

/** @import { Feedback, Rules } from '../core/rules.js' */
import { ofTotal, ofWin } from '../core/told.js';
import { t } from '../strings/strings.js';
import { complain } from './announcer.js';
import { el } from './dom.js';

const BUTTONS = 8; // more pegs than that are a menu
const WON = 'won';
let number = 0;

/** As answerEditor. @param {Rules} rules @param {() => void} submit */
export function totalEditor({ pegs }, submit) {
  const id = `total-${++number}`;
  const note = el('p', { class: 'note' });
  const values = [...Array.from({ length: pegs + 1 }, (_, hits) => String(hits)), WON];
  const words = (/** @type {string} */ value) => (value === WON ? t('answer.won') : value);
  const menu = pegs > BUTTONS ? el('select', { id, 'aria-label': t('answer.totals') }, el('option', { value: '' }), values.map((value) => el('option', { value }, words(value)))) : null;
  const inputs = menu ? [] : values.map((value) => el('input', { type: 'radio', name: id, value, id: `${id}-${value}` }));
  const shown = menu ?? inputs.map((input) => el('label', { class: 'count' }, input, el('span', {}, words(input.value))));
  const element = el('div', { class: 'answer', on: { keydown: pressed } }, el('fieldset', { class: 'counts' }, el('legend', {}, t('answer.totals')), shown), note);

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const input = inputs.find(({ value }) => value === event.key || (value === WON && event.key.toLowerCase() === 'w'));
    if (event.key === 'Enter') submit();
    else if (input) {
      input.checked = true;
      input.focus();
    } else return;
    event.preventDefault();
  }

  const value = () => menu?.value ?? inputs.find((input) => input.checked)?.value ?? '';
  const focus = () => (menu ?? inputs.find((input) => input.checked) ?? inputs[0]).focus();

  return {
    element,
    /** @returns {Feedback | null} */
    read() {
      if (value()) return value() === WON ? ofWin(pegs) : ofTotal(Number(value()));
      complain(note, t('answer.missing'));
      focus();
      return null;
    },
    /** @param {Feedback | null} told */
    set(told) {
      note.textContent = '';
      if (menu) menu.value = told?.text ?? '';
      for (const input of inputs) input.checked = input.value === told?.text;
    },
    focus,
    show() {},
  };
}
