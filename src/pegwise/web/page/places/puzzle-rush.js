// The rush: as many puzzles as one can in five minutes, each a little harder, until the third mistake.

/** @import { Context } from '../app.js' */
/** @import { Code } from '../core/rules.js' */
/** @import { Puzzle } from '../core/puzzles.js' */
import { RUSH, rushPuzzle, whyNone } from '../core/puzzles.js';
import { contradictedRow } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { board, measure } from '../parts/board.js';
import { pointOut } from '../parts/deduction.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { codeWords, feedbackWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

const MINUTES = 5;
const MISTAKES = 3;
/** Puzzles of a stage before the next one begins. */
const EACH = 3;
/** Puzzles that wait, so that nobody waits for them. */
const AHEAD = 3;
const BEST = 'rush.best';

/** @param {HTMLElement} root @param {Context} context */
export function rush(root, context) {
  const stop = new AbortController();
  const body = el('div');
  fill(root, el('div', { class: 'puzzle narrow' }, el('h1', {}, t('rush.title')), body, el('p', {}, el('a', { class: 'button', href: '#/puzzle' }, t('puzzle.today')))));
  begin(body, context, stop.signal);
  return () => stop.abort();
}

/** Before it: the rules, and the start. @param {HTMLElement} body @param {Context} context @param {AbortSignal} signal */
function begin(body, context, signal) {
  const queue = supply(signal);
  const best = recall(BEST, 0);
  const start = el('button', { type: 'button', class: 'primary', on: { click: () => run(body, context, queue, signal) } }, t('rush.start'));
  fill(body, el('p', {}, t('rush.rules')), best > 0 && el('p', {}, t('rush.best', { best })), start);
}

/** Puzzles, a few of them made before they are asked for. @param {AbortSignal} signal */
function supply(signal) {
  /** @type {Promise<Puzzle>[]} */
  const waiting = [];
  let made = 0;
  /** One after the other: the server makes one at a time. @type {Promise<unknown>} */
  let last = Promise.resolve();
  function more() {
    while (waiting.length < AHEAD) {
      const stage = Math.min(RUSH.length - 1, Math.floor(made++ / EACH));
      const next = last.catch(() => null).then(() => rushPuzzle(stage, signal));
      next.catch(() => null); // told when it is asked for
      waiting.push(next);
      last = next;
    }
  }
  more();
  return () => {
    const next = /** @type {Promise<Puzzle>} */ (waiting.shift());
    more();
    return next;
  };
}

/** @param {HTMLElement} body @param {Context} context @param {() => Promise<Puzzle>} queue @param {AbortSignal} signal */
function run(body, context, queue, signal) {
  const until = Date.now() + MINUTES * 60_000;
  const clock = el('strong', { class: 'clock', role: 'timer', 'aria-label': t('rush.left') });
  const score = el('span');
  const desk = el('div');
  let solved = 0;
  let mistakes = 0;
  let warned = false;
  const ticking = setInterval(tick, 250);
  signal.addEventListener('abort', end);

  function tick() {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (clock.textContent !== text) clock.textContent = text;
    if (seconds === 60 && !warned) context.announce(t('rush.minute'));
    warned ||= seconds <= 60;
    if (!seconds) over(t('rush.time'));
  }

  function count() {
    fill(score, t('rush.score', { solved, mistakes, most: MISTAKES }));
  }

  /** The next puzzle. @param {string} [said] */
  async function next(said = '') {
    fill(desk, el('p', { class: 'quiet' }, t('hint.working')));
    try {
      const puzzle = await queue();
      if (!signal.aborted && Date.now() < until) show(puzzle, said);
    } catch (error) {
      if (signal.aborted) return;
      const text = whyNone(error, t('rush.offline'));
      end();
      fill(body, el('p', { class: 'note' }, text));
      context.announce(text);
    }
  }

  /** @param {Puzzle} puzzle @param {string} said */
  function show({ rules, rows, level }, said) {
    const table = board(rules, rows);
    const tray = el('div', { class: 'tray' });
    const note = el('p', { class: 'note' });
    const editor = rowEditor({ rules, name: t('puzzle.row'), send: t('puzzle.send'), submit: check });
    const skip = el('button', { type: 'button', on: { click: () => missed() && next(t('rush.skipped')) } }, t('rush.skip'));
    measure(tray, rules);
    fill(tray, table, el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, '?'), editor.line));
    fill(desk, el('p', { class: 'quiet' }, t('rush.puzzle', { pegs: rules.pegs, colors: rules.colors, level: t(`level.${level}`) })), tray, editor.tools, note, el('div', { class: 'actions' }, skip));
    editor.focus();
    if (said) context.announce(said);

    /** @param {Code} code */
    function check(code) {
      const broken = contradictedRow(rules, rows, code);
      if (!broken) {
        solved++;
        count();
        return next(t('rush.right', { solved }));
      }
      pointOut(table, rules, rows, { kind: 'contradiction', depth: 0, lead: { kind: '', number: 0, row: broken.number }, because: [], so: [] });
      if (!missed()) return;
      note.textContent = t('puzzle.wrong', { code: codeWords(code, rules), number: broken.number, would: feedbackWords(broken.would, rules) });
      context.announce(note.textContent);
    }
  }

  /** A mistake more; whether it goes on. */
  function missed() {
    mistakes++;
    count();
    if (mistakes < MISTAKES) return true;
    over(t('rush.mistakes', { most: MISTAKES }));
    return false;
  }

  /** The clock stops, and the result is kept if it is the best: also when the page is left. */
  function end() {
    clearInterval(ticking);
    signal.removeEventListener('abort', end);
    if (solved > recall(BEST, 0)) remember(BEST, solved);
  }

  /** @param {string} why */
  function over(why) {
    const record = solved > recall(BEST, 0);
    end();
    const result = t('rush.result', { solved });
    const heading = el('h2', { tabindex: -1 }, result);
    const again = el('button', { type: 'button', class: 'primary', on: { click: () => begin(body, context, signal) } }, t('rush.again'));
    fill(body, el('section', { class: 'ending panel' }, heading, el('p', {}, why), el('p', {}, record ? t('rush.record') : t('rush.best', { best: recall(BEST, 0) })), again));
    heading.focus();
    context.announce(`${why} ${result}`);
  }

  fill(body, el('p', { class: 'rush' }, clock, ' ', score), desk);
  tick();
  count();
  next();
}
