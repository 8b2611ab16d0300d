// The puzzle of the day: answers that one code fits.

/** @import { Context } from '../app.js' */
/** @import { Code, Row } from '../core/rules.js' */
import { Problem, sentence } from '../core/api.js';
import { parseCode, parseFeedback, parseRules } from '../core/notation.js';
import { contradictedRow } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { board, measure } from '../parts/board.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { codePegs, codeWords, feedbackWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** @param {HTMLElement} root @param {Context} context */
export function daily(root, context) {
  const stop = new AbortController();
  const body = el('div', {}, el('p', { class: 'quiet' }, t('hint.working')));
  fill(
    root,
    el('section', { class: 'narrow game', 'aria-labelledby': 'daily' }, el('h1', { id: 'daily' }, t('daily.title')), body, el('p', {}, el('a', { class: 'button', href: '#/play' }, t('daily.leave')))),
  );
  load(context, stop.signal).then(
    (puzzle) => showPuzzle(body, context, puzzle, stop.signal),
    (error) => {
      if (!stop.signal.aborted) failed(body, context, error);
    },
  );
  return () => stop.abort();
}

/** Say why there is none. @param {HTMLElement} into @param {Context} context @param {unknown} error */
function failed(into, context, error) {
  const text = error instanceof Problem && !error.offline ? sentence(error) : t('daily.offline');
  fill(into, el('p', { class: 'note' }, text));
  context.announce(text);
}

/** Today's, kept so that it can be solved without the server. @param {Context} context @param {AbortSignal} signal */
async function load(context, signal) {
  const today = new Date().toISOString().slice(0, 10);
  const kept = recall('daily', /** @type {any} */ (null));
  if (kept?.day === today) return kept.puzzle;
  const puzzle = await context.ask('/puzzle?daily=true', undefined, { signal });
  remember('daily', { day: today, puzzle });
  return puzzle;
}

/** @param {HTMLElement} body @param {Context} context @param {any} puzzle @param {AbortSignal} signal */
function showPuzzle(body, context, puzzle, signal) {
  const rules = parseRules(puzzle.rules);
  /** @type {Row[]} */
  const rows = puzzle.rows.map((/** @type {any} */ row) => ({ guess: parseCode(row.guess, rules), feedback: parseFeedback(row.feedback, rules) }));
  const told = el('div');
  const tray = el('div', { class: 'tray' });
  const solution = el('div');
  const editor = rowEditor({ rules, name: t('daily.row'), send: t('daily.send'), submit: (code) => check(code) });
  const how = el('button', { type: 'button', on: { click: solve } }, t('daily.how'));
  measure(tray, rules);

  /** @param {Code} code */
  function check(code) {
    const broken = contradictedRow(rules, rows, code);
    const words = { code: codeWords(code, rules) };
    const text = broken ? t('daily.wrong', { ...words, number: broken.number, would: feedbackWords(broken.would, rules) }) : t('daily.right', words);
    fill(told, el('p', { class: broken ? 'note' : 'right' }, text), !broken && codePegs(code, rules));
    context.announce(text);
  }

  async function solve() {
    how.disabled = true;
    try {
      const { solution: found } = await context.ask(`/puzzle?date=${puzzle.seed.replace('daily ', '')}&solution=true`, undefined, { signal });
      fill(solution, el('h2', { tabindex: -1 }, t('daily.solution')), el('p', { class: 'quiet' }, t('daily.solution.about')), steps(found.steps));
      solution.querySelector('h2')?.focus();
      how.hidden = true;
    } catch (error) {
      if (!signal.aborted) failed(solution, context, error);
      how.disabled = false;
    }
  }

  fill(tray, board(rules, rows), el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, '?'), editor.line));
  fill(
    body,
    el('p', {}, t('daily.intro'), ' ', t('daily.difficulty', { level: puzzle.difficulty.level })),
    el('p', { class: 'quiet' }, t(rules.whites ? 'play.intro.feedback' : 'play.intro.feedback.black')),
    tray,
    editor.tools,
    told,
    el('div', { class: 'actions' }, how),
    solution,
  );
}

/** The deduction, step by step; suppositions stand further in. @param {{text: string, depth: number}[][]} found */
function steps(found) {
  return el('ol', { class: 'solution' }, found.map((step) => el('li', {}, step.map(({ text, depth }) => el('p', { class: depth ? 'supposed' : null }, text)))));
}
