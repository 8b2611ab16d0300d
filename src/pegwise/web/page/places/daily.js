// The puzzle of the day: answers that one code fits.

/** @import { Context } from '../app.js' */
/** @import { Code, Row } from '../core/rules.js' */
import { Problem } from '../core/api.js';
import { parseCode, parseFeedback, parseRules } from '../core/notation.js';
import { brokenRow } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { board } from '../parts/board.js';
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
    el('section', { class: 'narrow', 'aria-labelledby': 'daily' }, el('h1', { id: 'daily' }, t('daily.title')), body, el('p', {}, el('a', { href: '#/play' }, t('daily.leave')))),
  );
  load(context, stop.signal).then(
    (puzzle) => showPuzzle(body, context, puzzle),
    (error) => {
      if (stop.signal.aborted) return;
      const said = error instanceof Problem && !error.offline ? error.message : t('daily.offline');
      fill(body, el('p', { class: 'note' }, said));
    },
  );
  return () => stop.abort();
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

/** @param {HTMLElement} body @param {Context} context @param {any} puzzle */
function showPuzzle(body, context, puzzle) {
  const rules = parseRules(puzzle.rules);
  /** @type {Row[]} */
  const rows = puzzle.rows.map((/** @type {any} */ row) => ({ guess: parseCode(row.guess, rules), feedback: parseFeedback(row.feedback, rules) }));
  const told = el('div', { class: 'ending', tabindex: -1 });
  const editor = rowEditor({ rules, name: t('daily.row'), send: t('daily.send'), submit: (code) => check(code) });

  /** @param {Code} code */
  function check(code) {
    const broken = brokenRow(rules, rows, code);
    const text = broken
      ? t('daily.wrong', { code: codeWords(code, rules), number: broken.number, would: feedbackWords(broken.would, rules) })
      : t('daily.right', { code: codeWords(code, rules) });
    fill(told, el('p', { class: broken ? 'note' : 'good' }, text), !broken && codePegs(code, rules));
    context.announce(text);
  }

  fill(
    body,
    el('p', {}, t('daily.intro'), ' ', t('daily.difficulty', { level: puzzle.difficulty.level })),
    el('div', { class: 'scroll' }, board(rules, rows)),
    el('h2', { class: 'row-name' }, t('daily.row')),
    editor.element,
    told,
  );
}
