// The feedback of a guess, entered: how many hits, or a mark for each peg, which is clicked until it is right, or typed.

import { MARKS, ofMarks, ofTotal, ofWin, readMarks, whyImpossible } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { el, fill, tellIn } from './dom.js';
import { codeWords, keyMark, markName, markSquare, peg } from './peg.js';

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
      tellIn(note, t(why[0], why[1]));
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

/** As answerEditor; `show` draws the guess that is marked. @param {Rules} rules @param {() => void} submit */
function marksEditor(rules, submit) {
  const { pegs } = rules;
  const note = el('p', { class: 'note' });
  const about = el('p', { class: 'quiet' }, t('marks.about'));
  const buttons = Array.from({ length: pegs }, (_, at) => el('button', { type: 'button', class: 'marked', on: { click: () => turn(at), focus: () => step(at) } }));
  const group = el('div', { class: 'marking', role: 'group', 'aria-label': t('marks.label'), on: { keydown: pressed, focusin: () => (seen = !holes.includes(null)) } }, buttons);
  let marks = new Array(pegs).fill('.');
  /** @type {Holes} */
  let holes = new Array(pegs).fill(null);
  /** Whether they were told. */
  let told = false;
  /** Whether they were looked at beside this guess: before that nothing is told. */
  let seen = false;
  let current = 0;

  function draw() {
    buttons.forEach((button, at) => {
      const hole = holes[at];
      button.tabIndex = at === current ? 0 : -1;
      button.setAttribute('aria-label', `${at + 1}, ${hole === null ? t(rules.lists ? 'words.letter' : 'editor.open') : codeWords([hole], rules)}: ${markName(marks[at])}`);
      fill(button, peg(hole, rules), markSquare(marks[at]));
    });
  }

  /** The tab stop is on this one; a picture that is pressed stays, or the click would be lost. @param {number} at */
  function step(at) {
    current = at;
    buttons.forEach((button, other) => (button.tabIndex = other === at ? 0 : -1));
  }

  /** @param {number} at @param {string} mark */
  function put(at, mark) {
    note.textContent = '';
    marks[at] = mark;
    told = true;
    draw();
  }

  /** @param {number} at */
  const turn = (at) => put(at, MARKS[(MARKS.indexOf(marks[at]) + 1) % MARKS.length]);

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const { key } = event;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -pegs, End: pegs, Backspace: -1 }[key];
    const mark = key.length === 1 && key !== ' ' && readMarks(key, 1)?.text;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Enter') submit();
    else if (key === 'ArrowUp') turn(current);
    else if (mark) put(current, mark);
    else if (key === 'Backspace') put(current, '.');
    else if (!by) return;
    if (by || mark) buttons[Math.max(0, Math.min(pegs - 1, current + (by ?? 1)))].focus();
    event.preventDefault();
  }

  draw();
  return {
    element: el('div', { class: 'answer' }, group, about, note),
    /** @returns {Feedback | null} */
    read() {
      const feedback = ofMarks(marks.join(''));
      const why = whyImpossible(rules, feedback);
      if ((told || seen) && !why) return feedback;
      buttons[current].focus();
      tellIn(note, why ? t(why[0], why[1]) : t('marks.missing'));
      return null;
    },
    /** @param {Feedback | null} feedback */
    set(feedback) {
      note.textContent = '';
      marks = [...(feedback?.text ?? '.'.repeat(pegs))];
      told = feedback !== null;
      seen = false;
      current = 0;
      draw();
    },
    focus: () => buttons[current].focus(),
    /** @param {Holes} guess */
    show(guess) {
      holes = guess;
      seen = false;
      draw();
    },
  };
}
