// One puzzle of a day: its rows, the answer, the notes and the deduction.

/** @import { Context } from '../app.js' */
/** @import { Code } from '../core/rules.js' */
/** @import { Puzzle } from '../core/puzzles.js' */
import { summary } from '../core/codes.js';
import { today } from '../core/days.js';
import { dayPuzzle, whyNone } from '../core/puzzles.js';
import { contradictedRow } from '../core/rules.js';
import { keepTried, tried } from '../core/solved.js';
import { board, measure } from '../parts/board.js';
import { dayWords } from '../parts/calendar.js';
import { shareCard } from '../parts/card.js';
import { deduction, pointOut } from '../parts/deduction.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { celebrate } from '../parts/effects.js';
import { notes } from '../parts/notes.js';
import { codePegs, codeWords, feedbackWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** Load the puzzle and show it in `body`; `found` is told its level, then again when it is solved.
 * @param {HTMLElement} body @param {Context} context @param {string} day @param {string | null} level
 * @param {AbortSignal} signal @param {(level: string) => void} found */
export async function dayPuzzleShown(body, context, day, level, signal, found) {
  try {
    const puzzle = await dayPuzzle(day, level, signal);
    if (signal.aborted) return;
    show(body, context, day, puzzle, found);
    found(puzzle.level);
  } catch (error) {
    if (signal.aborted) return;
    const text = whyNone(error, t('puzzle.offline'));
    fill(body, el('p', { class: 'note' }, text));
    context.announce(text);
  }
}

/** @param {HTMLElement} body @param {Context} context @param {string} day @param {Puzzle} puzzle @param {(level: string) => void} found */
function show(body, context, day, puzzle, found) {
  const { rules, rows, level, steps } = puzzle;
  let record = tried(day, level);
  const told = el('div');
  const tray = el('div', { class: 'tray' });
  const ending = el('section', { class: 'ending panel', tabindex: -1, 'aria-label': t('puzzle.solved'), hidden: true });
  const table = board(rules, rows);
  const editor = rowEditor({ rules, name: t('puzzle.row'), send: t('puzzle.send'), submit: check });
  const grid = notes(rules, record.marks ?? '', (marks) => keep({ marks }));
  const solution = el('div');
  const how = el('button', { type: 'button', on: { click: reveal } }, t('puzzle.how'));
  measure(tray, rules);

  /** @param {import('../core/solved.js').Tried} more */
  function keep(more) {
    record = { ...record, ...more };
    keepTried(day, level, record);
  }

  /** @param {Code} code */
  function check(code) {
    const broken = contradictedRow(rules, rows, code);
    const words = { code: codeWords(code, rules) };
    if (!broken) return solved(code);
    if (!record.solved) keep({ wrong: (record.wrong ?? 0) + 1 });
    const text = t('puzzle.wrong', { ...words, number: broken.number, would: feedbackWords(broken.would, rules) });
    fill(told, el('p', { class: 'note' }, text));
    pointOut(table, rules, rows, { kind: 'contradiction', depth: 0, lead: { kind: '', number: 0, row: broken.number }, because: [], so: [] });
    context.announce(text);
  }

  /** @param {Code} code */
  function solved(code) {
    const fresh = !record.solved;
    if (fresh) keep({ solved: today() });
    fill(told);
    found(level);
    finish(code, fresh);
  }

  /** @param {Code} code @param {boolean} fresh */
  function finish(code, fresh) {
    const text = t('puzzle.right', { code: codeWords(code, rules) });
    const result = record.helped ? t('puzzle.helped') : t('puzzle.tries', { wrong: record.wrong ?? 0 });
    const link = `${location.origin}${location.pathname}#/puzzle/${day}/${level}`;
    const card = shareCard({ title: t('puzzle.card', { day: dayWords(day), level: t(`level.${level}`) }), note: `${result}\n${link}`, rules, answers: rows.map((row) => row.feedback) });
    fill(ending, el('h2', {}, t('puzzle.solved')), codePegs(code, rules), el('p', { class: 'right' }, text), el('p', { class: 'quiet' }, result), el('details', {}, el('summary', {}, t('puzzle.share')), card));
    ending.hidden = false;
    celebrate(ending, code, fresh);
    if (!fresh) return;
    ending.focus();
    context.announce(text);
  }

  function reveal() {
    if (!record.solved) keep({ helped: true });
    const found = deduction(rules, steps, (sentence) => {
      pointOut(table, rules, rows, sentence);
      grid.point(sentence);
    });
    fill(solution, found.element);
    how.hidden = true;
    found.more(1);
    solution.querySelector('h2')?.focus();
  }

  fill(tray, table, el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, '?'), editor.line));
  fill(
    body,
    el('p', {}, t('puzzle.intro')),
    el(
      'div',
      { class: 'solving' },
      el('section', { class: 'game', 'aria-label': t('puzzle.title') }, tray, editor.tools, told, ending),
      notesPanel(grid, puzzle, context),
      el('div', { class: 'steps' }, how, solution),
    ),
  );
  if (record.solved) summary(rules, rows).then(({ first }) => first && finish(first, false));
}

/** The notes and what can be done with them. @param {ReturnType<typeof notes>} grid @param {Puzzle} puzzle @param {Context} context */
function notesPanel(grid, { rules, rows }, context) {
  const told = el('p', { class: 'status' });
  async function check() {
    const { first } = await summary(rules, rows);
    const wrong = grid.wrong(first ?? []);
    told.textContent = t(wrong ? 'notes.wrong' : 'notes.fine', { wrong });
    context.announce(told.textContent);
  }
  return el(
    'section',
    { class: 'panel', 'aria-labelledby': 'notes' },
    el('h2', { id: 'notes' }, t('notes.title')),
    el('p', { class: 'quiet' }, t('notes.about')),
    grid.element,
    told,
    el('div', { class: 'actions' }, el('button', { type: 'button', on: { click: check } }, t('notes.check')), el('button', { type: 'button', on: { click: grid.clear } }, t('notes.clear'))),
  );
}
