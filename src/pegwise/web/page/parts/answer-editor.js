// The answer a guess got: how many black, how many white.

/** @import { Feedback, Rules } from '../core/rules.js' */
/** @import { Holes } from '../core/row-state.js' */
import { whyImpossible } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { complain } from './announcer.js';
import { marksEditor } from './answer-marks.js';
import { totalEditor } from './answer-total.js';
import { el } from './dom.js';
import { keyPegs } from './peg.js';

const BUTTONS = 8; // more pegs than that are a number to type
let number = 0;

/** `read` gives the answer, or null and says why there is none; `set` shows one; `show` tells which guess it is about.
 * @typedef {{element: HTMLElement, read: () => Feedback | null, set: (told: Feedback | null) => void, focus: () => void, show: (guess: Holes) => void}} AnswerEditor */

/** What the answers of these rules are entered with. @param {Rules} rules @param {() => void} submit called on Enter @returns {AnswerEditor} */
export function answerEditor(rules, submit) {
  if (rules.tells) return (rules.tells === 'marks' ? marksEditor : totalEditor)(rules, submit);
  return hitsEditor(rules, submit);
}

/** Two counts to choose. @param {Rules} rules @param {() => void} submit @returns {AnswerEditor} */
function hitsEditor(rules, submit) {
  const id = `answer-${++number}`;
  const note = el('p', { class: 'note' });
  const black = count(rules, `${id}-black`, 'black');
  const white = rules.whites ? count(rules, `${id}-white`, 'white') : null;
  const element = el('div', { class: 'answer', on: { keydown: pressed } }, black.element, white?.element, note);

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const group = /** @type {HTMLElement} */ (event.target).closest('fieldset') === black.element ? black : white;
    if (event.key === 'Enter') submit();
    else if (/^\d$/.test(event.key) && Number(event.key) <= rules.pegs && rules.pegs <= BUTTONS) group?.set(Number(event.key), true);
    else return;
    event.preventDefault();
  }

  return {
    element,
    /** @returns {Feedback | null} */
    read() {
      const told = { black: black.value ?? 0, white: white?.value ?? 0 };
      const why = black.value === null && (white?.value ?? null) === null ? 'answer.missing' : whyImpossible(rules, told);
      if (!why) return told;
      complain(note, typeof why === 'string' ? t(why) : t(why[0], why[1]));
      black.focus();
      return null;
    },
    /** @param {Feedback | null} told */
    set(told) {
      note.textContent = '';
      black.set(told?.black ?? null);
      white?.set(told?.white ?? null);
    },
    focus: () => black.focus(),
    show() {},
  };
}

/** @param {Rules} rules @param {string} name @param {'black' | 'white'} kind */
function count(rules, name, kind) {
  const few = rules.pegs <= BUTTONS;
  const counts = Array.from({ length: rules.pegs + 1 }, (_, value) => value);
  const inputs = few
    ? counts.map((value) => el('input', { type: 'radio', name, value, id: `${name}-${value}` }))
    : [el('input', { type: 'number', name, id: name, min: 0, max: rules.pegs, inputmode: 'numeric', 'aria-label': t(`answer.${kind}s`) })];
  const shown = few ? inputs.map((input, value) => el('label', { class: 'count' }, input, el('span', {}, value))) : inputs;
  const mark = keyPegs({ black: Number(kind === 'black'), white: Number(kind === 'white') }, rules).firstChild;
  return {
    element: el('fieldset', { class: 'counts' }, el('legend', {}, el('span', { class: 'keys', 'aria-hidden': 'true' }, mark), ' ', t(`answer.${kind}s`)), shown),
    get value() {
      const told = few ? inputs.find((input) => input.checked)?.value : inputs[0].value;
      return told === undefined || told === '' ? null : Math.round(Number(told));
    },
    /** @param {number | null} value @param {boolean} [focused] */
    set(value, focused = false) {
      if (!few) inputs[0].value = value === null ? '' : String(value);
      else for (const input of inputs) input.checked = input.value === String(value);
      if (focused && value !== null) inputs[few ? value : 0].focus();
    },
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0]).focus(),
  };
}
