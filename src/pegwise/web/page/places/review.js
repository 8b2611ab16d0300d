// Review: a game gone through again, from Play or from a line of text.

/** @import { Context } from '../app.js' */
/** @import { Move } from './move.js' */
import { parseGame } from '../core/line.js';
import { NotationError, parseCode, parseFeedback, parseRules } from '../core/notation.js';
import { complain } from '../parts/announcer.js';
import { board } from '../parts/board.js';
import { bars, logLines, plot } from '../parts/chart.js';
import { el, fill } from '../parts/dom.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { asker, LONGEST } from '../parts/work.js';
import { number, t } from '../strings/strings.js';
import { lostWords, movePanel, verdictBadge } from './move.js';

const EXAMPLE = '4x6 1122:B 1344:W 3526:BWW 1462:BW 3632';

/** @typedef {{rules: string, secret: string | null, accuracy: number | null, regret: number, lesson: string, moves: Move[]}} Review */

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const line = context.parts.join('/');
  const work = asker();
  const shown = el('div');
  const note = el('p', { class: 'note', id: 'line-note' });
  const input = el('textarea', { id: 'line', rows: 2, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'line-about line-note' }, line);
  const form = el(
    'form',
    { on: { submit: send } },
    el('label', { for: 'line' }, t('review.line')),
    input,
    el('p', { class: 'quiet', id: 'line-about' }, t('review.about')),
    note,
    el('div', { class: 'actions' }, el('button', { class: 'primary' }, t('review.send')), el('button', { type: 'button', on: { click: () => go(EXAMPLE) } }, t('review.example'))),
  );
  /** @type {(event: KeyboardEvent) => void} */
  let pressed = () => {};

  /** @param {Event} event */
  function send(event) {
    event.preventDefault();
    if (readable(input.value)) go(input.value.trim().replace(/\s+/g, ' '));
    else input.focus();
  }

  /** @param {string} text */
  const go = (text) => context.go(`#/review/${encodeURIComponent(text)}`);

  /** Whether it is a game; if not, why is said. @param {string} text */
  function readable(text) {
    note.textContent = '';
    input.removeAttribute('aria-invalid');
    try {
      const game = parseGame(text, parseRules('4x6'));
      if (!game.rows.length) throw new NotationError('game.empty');
      return true;
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      complain(note, t(error.key, error.values));
      input.setAttribute('aria-invalid', 'true');
      return false;
    }
  }

  /** @param {number} [seconds] */
  async function ask(seconds) {
    const review = await work.ask('/review', { line, ...(seconds ? { seconds } : {}) });
    if (!review) return;
    pressed = show(shown, context, review, seconds === LONGEST ? undefined : () => ask(LONGEST));
  }

  fill(
    root,
    el('h1', {}, t('review.title')),
    el('p', { class: 'quiet' }, t('review.intro')),
    line ? el('details', {}, el('summary', {}, t('review.other')), form) : el('div', { class: 'narrow' }, form),
    work.element,
    shown,
  );
  if (line && readable(line)) ask();
  else root.querySelector('details')?.setAttribute('open', '');
  const keys = (/** @type {KeyboardEvent} */ event) => pressed(event);
  document.addEventListener('keydown', keys);
  return () => {
    document.removeEventListener('keydown', keys);
    work.stop();
  };
}

/** Draws the review; returns what is to be done with keys.
 * @param {HTMLElement} into @param {Context} context @param {Review} review @param {(() => void) | undefined} longer */
function show(into, context, review, longer) {
  const { moves } = review;
  const rules = parseRules(review.rules);
  const rows = moves.map((move) => ({ guess: parseCode(move.guess, rules), feedback: parseFeedback(move.feedback, rules) }));
  let current = moves.reduce((worst, move, index) => (move.regret > moves[worst].regret ? index : worst), 0);
  const table = el('div', { class: 'scroll' });
  const panel = el('section', { class: 'panel move', 'aria-labelledby': 'move' });
  const previous = el('button', { type: 'button', on: { click: () => step(-1) } }, `← ${t('review.previous')}`);
  const next = el('button', { type: 'button', on: { click: () => step(1) } }, `${t('review.next')} →`);
  const columns = [
    { heading: t('review.left'), class: 'figure', cell: (/** @type {any} */ _, /** @type {number} */ index) => number(moves[index].candidates_after) },
    { heading: t('review.verdict'), class: 'judged', cell: (/** @type {any} */ _, /** @type {number} */ index) => verdictBadge(moves[index].verdict) },
  ];

  /** @param {number} index @param {boolean} [said] */
  function look(index, said = true) {
    const focused = table.contains(document.activeElement);
    current = index;
    fill(table, board(rules, rows, { current, columns, caption: t('review.board'), pick: look }));
    fill(panel, movePanel(review.rules, rules, rows, moves, index));
    // A button that is disabled would lose the focus.
    previous.setAttribute('aria-disabled', String(index === 0));
    next.setAttribute('aria-disabled', String(index === moves.length - 1));
    if (focused) table.querySelectorAll('button')[index].focus();
    const move = moves[index];
    if (said) context.announce(t('review.said', { number: index + 1, code: codeWords(rows[index].guess, rules), verdict: t(`verdict.${move.verdict}`), text: move.text }));
  }

  /** @param {number} by */
  function step(by) {
    const index = Math.max(0, Math.min(moves.length - 1, current + by));
    if (index !== current) look(index);
  }

  const open = moves.some((move) => move.known !== 'exact');
  fill(
    into,
    summaryOf(review, rules),
    open && longer && el('button', { type: 'button', on: { click: longer } }, t('review.longer', { seconds: LONGEST })),
    el('div', { class: 'halves' }, el('div', {}, table, el('div', { class: 'actions' }, previous, next), el('p', { class: 'quiet' }, t('review.steps'))), panel),
    el('section', { 'aria-labelledby': 'plots' }, el('h2', { id: 'plots' }, t('review.plots')), el('div', { class: 'halves' }, plots(review))),
  );
  look(current, false);
  context.announce(`${review.lesson}`);
  return (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, .scroll[tabindex]');
    if (!by || typing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(by);
  };
}

/** @param {Review} review @param {import('../core/rules.js').Rules} rules */
function summaryOf({ accuracy, regret, moves, secret, lesson }, rules) {
  const exact = moves.every((move) => move.known === 'exact');
  const percent = accuracy === null ? t('figure.none') : t(exact ? 'review.accuracy.exact' : 'review.accuracy.most', { percent: number(accuracy, 1) });
  return el(
    'div',
    { class: 'panel' },
    el(
      'dl',
      { class: 'figures' },
      figure(t('review.accuracy'), percent),
      figure(t('review.lost'), lostWords(regret, exact)),
      figure(t('review.guesses'), moves.length),
      secret && figure(t('review.secret'), codePegs(parseCode(secret, rules), rules)),
    ),
    el('p', { class: 'lesson' }, lesson),
    el('p', { class: 'quiet' }, t('review.figures'), ' ', t('review.codes')),
  );
}

/** @param {string} name @param {import('../parts/dom.js').Child} value */
export const figure = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));

/** @param {Review} review */
function plots({ moves }) {
  const guesses = moves.map((move) => move.guess);
  const places = [t('plot.start'), ...guesses];
  const left = [moves[0].candidates_before, ...moves.map((move) => move.candidates_after)];
  const expected = [null, ...moves.map((move) => move.expected_size)];
  const lost = moves.map((move) => move.regret);
  const luck = moves.map((move) => move.luck);
  const signed = (/** @type {number | null} */ value) => (value === null ? '' : `${value > 0 ? '+' : ''}${number(value, 2)}`);
  const sign = (/** @type {Move} */ { known }) => (known === 'exact' ? '' : '≥ ');
  return [
    plot({
      title: t('plot.left'),
      height: 240,
      draw: logLines(places, [{ name: t('plot.actual'), kind: 'left', values: left }, { name: t('plot.expected'), kind: 'expected', values: expected }], 240),
      headings: [t('plot.guess'), t('plot.actual'), t('plot.expected')],
      rows: places.map((place, index) => [place, left[index], expected[index] === null ? '' : number(expected[index] ?? 0, 2)]),
    }),
    plot({
      title: t('plot.turns'),
      height: 240,
      draw: bars(guesses, [{ name: t('plot.lost'), kind: 'lost', values: lost, words: moves.map((move) => sign(move) + number(move.regret, 2)) }, { name: t('plot.luck'), kind: 'luck', values: luck, words: luck.map(signed) }], 240),
      headings: [t('plot.guess'), t('plot.lost'), t('plot.luck')],
      rows: moves.map((move) => [move.guess, sign(move) + number(move.regret, 3), signed(move.luck)]),
    }),
  ];
}

export const place = { id: 'review', mount };
