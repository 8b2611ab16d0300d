// One puzzle of a day: its rows, the answer, the notes and the deduction, and what is shown when it is solved.

/** @import { Tried } from '../core/puzzles.js' */
import { summary } from '../core/counting.js';
import { dayPuzzle, keepTried, today, tried, whyNone } from '../core/puzzles.js';
import { dayWords } from '../parts/calendar.js';
import { shareCard } from '../parts/card.js';
import { deduction, riddle } from '../parts/deduction.js';
import { announce, el, fill, tellIn } from '../parts/dom.js';
import { celebrate } from '../parts/effects.js';
import { notes } from '../parts/notes.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

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
    const text = whyNone(error, 'puzzle.offline');
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

  /** @param {import('../core/puzzles.js').Tried} more */
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
  const title = t('puzzle.card', { day: dayWords(day), level: t(`level.${level}`) });
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
