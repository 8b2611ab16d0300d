// A deduction, revealed step by step. The sentence that is read is pointed out where its pegs are.

/** @import { Sentence } from '../core/deduction-words.js' */
import { inWords, sentenceParts } from '../core/deduction-words.js';
import { contradictedRow } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { board, measure } from './board.js';
import { announce, el, fill, tellIn } from './dom.js';
import { RowEditor } from './editor.js';
import { codePegs, codeWords, colorName, feedbackWords, keyPegs } from './peg.js';

/** The steps as a list that grows; `spoken` is told the sentence that is read.
 * @param {Rules} rules @param {Row[]} rows @param {Sentence[][]} steps @param {(sentence: Sentence) => void} spoken */
export function deduction(rules, rows, steps, spoken) {
  const flat = steps.flatMap((step, number) => step.map((sentence) => ({ sentence, number })));
  const list = el('ol', { class: 'solution' });
  const next = el('button', { type: 'button', class: 'primary', on: { click: () => more(shown + 1) } }, t('deduction.next'));
  const all = el('button', { type: 'button', on: { click: () => more(flat.length) } }, t('deduction.all'));
  const buttons = el('div', { class: 'actions' }, next, all);
  const at = el('p', { class: 'quiet' });
  // The board may be out of sight.
  const beside = el('div', { class: 'beside-sentence', 'aria-hidden': 'true' });
  const told = /** @type {HTMLButtonElement[]} */ ([]);
  let shown = 0;

  /** @param {number} upTo */
  function more(upTo) {
    for (; shown < Math.min(upTo, flat.length); shown++) add(flat[shown]);
    fill(at, t('deduction.at', { at: shown, all: flat.length }));
    buttons.hidden = shown === flat.length;
    choose(shown - 1);
    if (buttons.hidden) told[shown - 1].focus();
    announce(inWords(flat[shown - 1].sentence, (color) => colorName(color, rules)));
  }

  /** @param {{sentence: Sentence, number: number}} one */
  function add({ sentence, number }) {
    const index = told.length;
    const parts = sentenceParts(sentence).map((part) => (typeof part === 'number' ? codePegs([part], rules) : part));
    const button = el('button', { type: 'button', class: 'sentence', 'aria-pressed': 'false', on: { click: () => choose(index) } }, el('span', {}, parts));
    button.style.setProperty('--depth', String(sentence.depth));
    told.push(button);
    (list.children[number] ?? list.appendChild(el('li'))).append(button);
  }

  /** @param {number} index */
  function choose(index) {
    told.forEach((button, other) => button.setAttribute('aria-pressed', String(other === index)));
    const { sentence } = flat[index];
    const number = sentence.lead?.row;
    beside.remove();
    if (number) {
      const { guess, feedback } = rows[number - 1];
      fill(beside, codePegs(guess, rules), keyPegs(feedback, rules));
      point(beside, guess, [...sentence.because, ...sentence.so]);
      told[index].after(beside);
    }
    spoken(sentence);
  }

  const element = el('section', { class: 'deduction', 'aria-labelledby': 'deduction' }, el('h2', { id: 'deduction', tabindex: -1 }, t('deduction.title')), el('p', { class: 'quiet' }, t('deduction.about')), list, at, buttons);
  return { element, more };
}

/** Point out a row on a board, and in it the pegs of which the facts speak; no row (null) ends that.
 * @param {Element} table @param {Row[]} rows @param {number | null} number @param {Fact[]} facts */
function pointOut(table, rows, number, facts) {
  table.querySelectorAll('.spoken').forEach((each) => each.classList.remove('spoken'));
  if (!number) return;
  const line = table.querySelectorAll('tbody tr')[number - 1];
  line.classList.add('spoken');
  point(line, rows[number - 1].guess, facts);
}

/** @param {Element} line @param {number[]} guess @param {Fact[]} facts */
function point(line, guess, facts) {
  const pegs = line.querySelectorAll('.code .peg');
  guess.forEach((color, index) => {
    if (facts.some((fact) => isOf(fact, index + 1, color))) pegs[index].classList.add('spoken');
  });
}

/** Whether a fact speaks of a color at this peg. @param {Fact} fact @param {number} peg @param {number} color */
export const isOf = (fact, peg, color) => fact.color === color && (fact.peg ?? peg) === peg;

/** `right` is called with the solution. `wrong` is called with an answer that a row contradicts; unless it says false, the
 * row is named and pointed out.
 * @param {Puzzle} puzzle @param {{right: (code: Code) => void, wrong: () => boolean | void}} told */
export function riddle({ rules, rows }, { right, wrong }) {
  const note = el('p', { class: 'note' });
  const table = board(rules, rows);
  const editor = new RowEditor({ rules, name: t('puzzle.row'), send: t('learn.check'), submit: check });
  const tray = el('div', { class: 'tray' }, table, el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, '?'), editor.line));
  measure(tray, rules);

  /** @param {Code} code */
  function check(code) {
    const broken = contradictedRow(rules, rows, code);
    note.textContent = '';
    if (!broken) return right(code);
    if (wrong() === false) return;
    pointOut(table, rows, broken.number, []);
    tellIn(note, t('puzzle.wrong', { code: codeWords(code, rules), number: broken.number, would: feedbackWords(broken.would, rules) }));
  }

  return {
    elements: [tray, editor.tools, note],
    focus: () => editor.focus(),
    /** Point out what a sentence speaks of. @param {Sentence} sentence */
    point: ({ lead, because, so }) => pointOut(table, rows, lead?.row ?? null, [...because, ...so]),
  };
}
