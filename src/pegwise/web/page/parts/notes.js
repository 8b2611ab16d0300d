// Notes as in the solver's head: for each color and each peg, whether it is open, crossed out or certain.

/** @import { Sentence } from '../core/deduction-words.js' */
import { t } from '../strings/strings.js';
import { isOf } from './deduction.js';
import { el } from './dom.js';
import { colorName, peg } from './peg.js';

/** The states of a cell, as they are kept: one character each, colors after one another. */
const OPEN = '.';
const OUT = 'x';
const SURE = 'o';
/** @typedef {'.' | 'x' | 'o'} State */
/** @type {Record<State, State>} */
const NEXT = { [OPEN]: OUT, [OUT]: SURE, [SURE]: OPEN };
const SIGNS = { [OPEN]: '', [OUT]: '✕', [SURE]: '✓' };
const WORDS = { [OPEN]: 'notes.open', [OUT]: 'notes.out', [SURE]: 'notes.sure' };

/** The grid. `changed` is told the marks, which `marks` were before.
 * @param {Rules} rules @param {string} marks @param {(marks: string) => void} changed */
export function notes(rules, marks, changed) {
  const { pegs, colors } = rules;
  const fits = marks.length === pegs * colors && /^[.xo]*$/.test(marks);
  /** @type {State[]} */
  const states = /** @type {State[]} */ (fits ? [...marks] : new Array(pegs * colors).fill(OPEN));
  let current = 0;
  const cells = states.map((_, index) => el('button', { type: 'button', class: 'cell', on: { click: () => press(index) } }));
  const heads = Array.from({ length: colors }, (_, color) =>
    el('button', { type: 'button', class: 'plain', 'aria-label': t('notes.color', { color: colorName(color + 1, rules) }), on: { click: () => strike(color) } }, peg(color + 1, rules)),
  );
  const table = el('table', { class: 'notes', on: { keydown: pressed, focusin: entered } }, [
    el('caption', { class: 'sr' }, t('notes.title')),
    el('thead', {}, el('tr', {}, el('td'), Array.from({ length: pegs }, (_, at) => el('th', { scope: 'col' }, el('span', { class: 'sr' }, t('notes.peg')), ' ', at + 1)))),
    el('tbody', {}, heads.map((head, color) => el('tr', {}, el('th', { scope: 'row' }, head), cells.slice(color * pegs, (color + 1) * pegs).map((cell) => el('td', {}, cell))))),
  ]);

  /** @param {number} index @param {State} state */
  function set(index, state) {
    states[index] = state;
    show(index);
    changed(states.join(''));
  }

  /** @param {number} index */
  function press(index) {
    walk(index);
    set(index, NEXT[states[index]]);
  }

  /** The whole color crossed out; open again if it was. @param {number} color */
  function strike(color) {
    const line = Array.from({ length: pegs }, (_, at) => color * pegs + at);
    const state = line.every((index) => states[index] === OUT) ? OPEN : OUT;
    line.forEach((index) => set(index, state));
  }

  /** @param {number} index */
  function show(index) {
    const state = states[index];
    const cell = cells[index];
    cell.textContent = SIGNS[state];
    cell.dataset.state = state;
    cell.tabIndex = index === current ? 0 : -1;
    const values = { color: colorName(Math.floor(index / pegs) + 1, rules), peg: (index % pegs) + 1 };
    cell.setAttribute('aria-label', `${t('notes.cell', values)}: ${t(WORDS[state])}`);
  }

  /** @param {number} index */
  function walk(index) {
    const before = current;
    current = Math.max(0, Math.min(states.length - 1, index));
    show(before);
    show(current);
    cells[current].focus();
  }

  /** Where the focus is, the arrows begin. @param {FocusEvent} event */
  function entered(event) {
    const index = cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (index >= 0 && index !== current) walk(index);
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !cells.includes(/** @type {HTMLButtonElement} */ (event.target))) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => walk(current - 1),
      ArrowRight: () => walk(current + 1),
      ArrowUp: () => walk(current < pegs ? current : current - pegs),
      ArrowDown: () => walk(current + pegs < states.length ? current + pegs : current),
      x: () => set(current, OUT),
      o: () => set(current, SURE),
      Delete: () => set(current, OPEN),
      Backspace: () => set(current, OPEN),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // these keys are not for the answer row
    act();
  }

  states.forEach((_, index) => show(index));
  return {
    element: table,
    clear: () => states.forEach((_, index) => set(index, OPEN)),
    /** How many marks the code refutes. @param {number[]} code */
    wrong: (code) => states.filter((state, index) => state !== OPEN && (state === SURE) !== (code[index % pegs] === Math.floor(index / pegs) + 1)).length,
    /** Point out the cells that a sentence speaks of. @param {Sentence} sentence */
    point({ because, so }) {
      const facts = [...because, ...so];
      heads.forEach((head, color) => head.classList.toggle('spoken', facts.some((fact) => fact.color === color + 1 && !fact.peg)));
      cells.forEach((cell, index) => cell.classList.toggle('spoken', facts.some((fact) => fact.peg !== undefined && isOf(fact, (index % pegs) + 1, Math.floor(index / pegs) + 1))));
    },
  };
}
