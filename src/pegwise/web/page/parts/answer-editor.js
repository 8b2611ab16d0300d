// The feedback of a guess, entered: how many black and white hits, or how many hits in all.

import { ofTotal, ofWin, whyImpossible } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { marksEditor } from './answer-marks.js';
import { complain, el } from './dom.js';
import { keyMark } from './peg.js';

const BUTTONS = 8; // more pegs than that are a menu
const WON = 'won';
let number = 0;

/** `read` gives the answer, or null and says why there is none; `set` shows one; `show` tells which guess it is about.
 * @typedef {{element: HTMLElement, read: () => Feedback | null, set: (told: Feedback | null) => void, focus: () => void, show: (guess: Holes) => void}} AnswerEditor */

/** What the answers of these rules are entered with. @param {Rules} rules @param {() => void} submit called on Enter @returns {AnswerEditor} */
export const answerEditor = (rules, submit) => (rules.tells === 'marks' ? marksEditor : countsEditor)(rules, submit);

/** The counts to choose. @param {Rules} rules @param {() => void} submit @returns {AnswerEditor} */
function countsEditor(rules, submit) {
  const { pegs, tells, whites } = rules;
  const kinds = /** @type {('black' | 'white')[]} */ (whites ? ['black', 'white'] : ['black']);
  const groups = tells ? [count(pegs, [t('answer.totals')], [WON])] : kinds.map((kind) => count(pegs, [keyMark(kind), ' ', t(`answer.${kind}s`)]));
  const note = el('p', { class: 'note' });

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const group = groups.find(({ element }) => element.contains(/** @type {Node} */ (event.target)));
    if (event.key === 'Enter') submit();
    else if (!group?.choose(event.key.toLowerCase() === 'w' ? WON : event.key)) return;
    event.preventDefault();
  }

  return {
    element: el('div', { class: 'answer', on: { keydown: pressed } }, groups.map(({ element }) => element), note),
    read() {
      const [first, second = ''] = groups.map(({ value }) => value);
      const total = () => (first === WON ? ofWin(pegs) : ofTotal(Number(first)));
      const told = tells ? total() : { black: Number(first), white: Number(second) };
      const why = first || second ? whyImpossible(rules, told) : /** @type {const} */ (['answer.missing', {}]);
      if (!why) return told;
      complain(note, t(why[0], why[1]));
      groups[0].focus();
      return null;
    },
    set(told) {
      note.textContent = '';
      const values = tells ? [told?.text] : [told?.black, told?.white];
      groups.forEach((group, at) => group.set(String(values[at] ?? '')));
    },
    focus: () => groups[0].focus(),
    show() {},
  };
}

/** A count to choose, by buttons or, of many pegs, from a menu. `more` can be chosen as well.
 * @param {number} pegs @param {Child[]} name @param {string[]} [more] */
function count(pegs, name, more = []) {
  const id = `answer-${++number}`;
  const values = [...Array.from({ length: pegs + 1 }, (_, value) => String(value)), ...more];
  const words = (/** @type {string} */ value) => (value === WON ? t('answer.won') : value);
  const menu = pegs > BUTTONS ? el('select', { 'aria-label': name.at(-1) }, el('option', { value: '' }), values.map((value) => el('option', { value }, words(value)))) : null;
  const inputs = menu ? [] : values.map((value) => el('input', { type: 'radio', name: id, value }));
  return {
    element: el('fieldset', { class: 'counts' }, el('legend', {}, name), menu ?? inputs.map((input) => el('label', { class: 'count' }, input, el('span', {}, words(input.value))))),
    /** Empty if none is chosen. */
    get value() {
      return menu?.value ?? inputs.find((input) => input.checked)?.value ?? '';
    },
    /** @param {string} value */
    set(value) {
      if (menu) menu.value = value;
      for (const input of inputs) input.checked = input.value === value;
    },
    /** Choose the button with this value; whether there is one. @param {string} value */
    choose(value) {
      const input = inputs.find((each) => each.value === value);
      if (input) input.checked = true;
      input?.focus();
      return input !== undefined;
    },
    focus: () => (menu ?? inputs.find((input) => input.checked) ?? inputs[0]).focus(),
  };
}
