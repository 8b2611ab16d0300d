// The feedback of a guess whose pegs are told one by one: each is clicked until its mark is right, or the marks are typed.

import { MARKS, ofMarks, readMarks, whyImpossible } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { complain, el, fill } from './dom.js';
import { codeWords, markName, markSquare, peg } from './peg.js';

/** As answerEditor; `show` draws the guess that is marked. @param {Rules} rules @param {() => void} submit */
export function marksEditor(rules, submit) {
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
      button.setAttribute('aria-label', t('marks.peg', { number: at + 1, what: hole === null ? t(rules.lists ? 'words.letter' : 'editor.open') : codeWords([hole], rules), mark: markName(marks[at]) }));
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
      complain(note, why ? t(why[0], why[1]) : t('marks.missing'));
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
