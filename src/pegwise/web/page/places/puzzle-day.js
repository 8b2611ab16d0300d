// One puzzle of a day: its rows, the answer, the notes and the deduction, and what is shown when it is solved.

/** @import { Sentence } from '../core/deduction-words.js' */
/** @import { Tried } from '../core/puzzles.js' */
import { summary } from '../core/counting.js';
import { dayPuzzle, keepTried, today, tried, whyNone } from '../core/puzzles.js';
import { shareCard } from '../parts/card.js';
import { deduction, isOf, riddle } from '../parts/deduction.js';
import { announce, el, fill, tellIn } from '../parts/dom.js';
import { celebrate } from '../parts/effects.js';
import { codePegs, codeWords, colorName, peg } from '../parts/peg.js';
import { day as dayWords, FULL, t } from '../strings/strings.js';

/** Load the puzzle and show it in `body`; `found` is told its level, then again with true when it is solved.
 * @param {HTMLElement} body @param {Context} context @param {string} day @param {string | null} level
 * @param {(level: string, solved?: boolean) => void} found */
export async function dayPuzzleShown(body, context, day, level, found) {
  const { signal } = context;
  try {
    const puzzle = await dayPuzzle(day, level, signal);
    if (signal.aborted) return;
    show(body, day, puzzle, () => found(puzzle.level, true));
    found(puzzle.level);
  } catch (error) {
    if (signal.aborted) return;
    const text = whyNone(error);
    fill(body, el('p', { class: 'note' }, text), el('button', { type: 'button', on: { click: () => context.go(location.hash) } }, t('work.again')));
    announce(text);
  }
}

/** @param {HTMLElement} body @param {string} day @param {Puzzle} puzzle @param {() => void} done */
function show(body, day, puzzle, done) {
  const { rules, rows, level, steps } = puzzle;
  let record = tried(day, level);
  const ending = el('section', { class: 'ending panel', tabindex: -1, 'aria-label': t('puzzle.solved'), hidden: true });
  const shown = riddle(puzzle, { right: solved, wrong: () => (record.solved ? undefined : keep({ wrong: (record.wrong ?? 0) + 1 })) });
  const panel = notesPanel(puzzle, record.marks ?? '', (marks) => keep({ marks }));
  const how = el('button', { type: 'button', on: { click: reveal } }, t('puzzle.how'));
  const solution = el('div');

  /** @param {Tried} more */
  function keep(more) {
    record = { ...record, ...tried(day, level), ...more }; // another tab may have gone on
    keepTried(day, level, record);
  }

  /** @param {Code} code */
  function solved(code) {
    const fresh = !record.solved;
    if (fresh) keep({ solved: today() });
    done();
    announce(solvedShown(ending, day, puzzle, code, record, fresh));
    ending.focus();
  }

  function reveal() {
    if (!record.solved) keep({ helped: true });
    const found = deduction(rules, rows, steps, (sentence) => {
      shown.point(sentence);
      panel.point(sentence);
    });
    fill(solution, found.element);
    how.hidden = true;
    found.more(1);
    solution.querySelector('h2')?.focus();
  }

  fill(body, [
    el('p', {}, t('puzzle.intro')),
    el('div', { class: 'solving' }, [
      el('section', { class: 'game', 'aria-label': t('puzzle.title') }, shown.elements, ending),
      panel.element,
      el('div', { class: 'deducing' }, how, solution),
    ]),
  ]);
  if (record.solved) summary(rules, rows).then(({ first }) => first && solvedShown(ending, day, puzzle, first, record, false));
}

/** Show it in `ending`; what is said aloud. @param {HTMLElement} ending @param {string} day @param {Puzzle} puzzle
 * @param {Code} code @param {Tried} record @param {boolean} fresh whether it was solved just now */
function solvedShown(ending, day, { rules, rows, level }, code, record, fresh) {
  const text = t('puzzle.right', { code: codeWords(code, rules) });
  const result = record.helped ? t('puzzle.helped') : t('puzzle.tries', { wrong: record.wrong ?? 0 });
  const link = `${location.origin}${location.pathname}#/puzzle/${day}/${level}`;
  const title = `pegwise, ${dayWords(day, FULL)} (${t(`level.${level}`)})`;
  const card = shareCard({ title, note: `${result}\n${link}`, rules, answers: rows.map((row) => row.feedback) });
  fill(ending, el('h2', {}, t('puzzle.solved')), codePegs(code, rules), el('p', { class: 'right' }, text), el('p', { class: 'quiet' }, result), el('details', {}, el('summary', {}, t('games.share')), card));
  ending.hidden = false;
  celebrate(ending, code, fresh);
  return text;
}

/** `changed` is told the marks to keep; `point` points out what a sentence speaks of.
 * @param {Puzzle} puzzle @param {string} marks @param {(marks: string) => void} changed */
function notesPanel({ rules, rows }, marks, changed) {
  const grid = notes(rules, marks, changed);
  const told = el('p', { class: 'status' });

  /** Only when asked for: what follows is for the solver to find. */
  async function check() {
    const { first } = await summary(rules, rows);
    const wrong = grid.wrong(first ?? []);
    tellIn(told, t(wrong ? 'notes.wrong' : 'notes.fine', { wrong }));
  }

  const button = (/** @type {string} */ key, /** @type {() => void} */ click) => el('button', { type: 'button', on: { click } }, t(key));
  const element = el('section', { class: 'panel', 'aria-labelledby': 'notes' }, [
    el('h2', { id: 'notes' }, t('notes.title')),
    el('p', { class: 'quiet' }, t('notes.about')),
    grid.element,
    told,
    el('div', { class: 'actions' }, button('notes.check', check), button('editor.clear', grid.clear)),
  ]);
  return { element, point: grid.point };
}

// Notes as in the solver's head: for each color and each peg, whether it is open, crossed out or certain.

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
function notes(rules, marks, changed) {
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
