// The rush: as many puzzles as one can in five minutes, each a little harder, until the third mistake.

import { RUSH, rushPuzzle, whyNone } from '../core/puzzles.js';
import { recall, remember } from '../core/remembered.js';
import { riddle } from '../parts/deduction.js';
import { announce, el, fill } from '../parts/dom.js';
import { t } from '../strings/strings.js';

/** How long it lasts, and the mistakes that end it. */
const MINUTES = 5;
const MISTAKES = 3;
/** Puzzles of a stage before the next one begins. */
const EACH = 3;
const BEST = 'rush.best';

/** The most puzzles ever solved. @returns {number} */
const best = () => recall(BEST, 0);

/** Gives one puzzle after the other, the next one made while this one is solved. @param {AbortSignal} signal
 * @returns {() => Promise<Puzzle>} */
function supply(signal) {
  let made = 0;
  const make = () => rushPuzzle(Math.min(RUSH.length - 1, Math.floor(made++ / EACH)), signal);
  let ahead = make();
  ahead.catch(() => null);
  return () => {
    const next = ahead;
    ahead = next.then(make); // fails as the one before
    ahead.catch(() => null); // told when it is asked for
    return next;
  };
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function rush(root, signal) {
  const body = el('div');
  fill(root, el('div', { class: 'puzzle narrow' }, el('h1', {}, t('rush.title')), body, el('p', {}, el('a', { class: 'button', href: '#/puzzle' }, t('puzzle.today')))));
  begin(body, signal);
}

/** Before it: the rules, and the start. @param {HTMLElement} body @param {AbortSignal} signal */
function begin(body, signal) {
  const queue = supply(signal);
  const start = el('button', { type: 'button', class: 'primary', on: { click: () => run(body, queue, signal) } }, t('rush.start'));
  fill(body, el('p', {}, t('rush.rules')), best() > 0 && el('p', {}, t('rush.best', { best: best() })), start);
}

/** @param {HTMLElement} body @param {() => Promise<Puzzle>} queue @param {AbortSignal} signal */
function run(body, queue, signal) {
  const clock = countdown(MINUTES, () => over(t('rush.time')));
  const score = el('span');
  const desk = el('div');
  let solved = 0;
  let mistakes = 0;
  let running = true;
  signal.addEventListener('abort', end);

  /** The next puzzle. @param {string} [said] */
  async function next(said = '') {
    fill(score, t('rush.score', { solved, mistakes, most: MISTAKES }));
    fill(desk, el('p', { class: 'quiet' }, t('work.thinking')));
    try {
      const puzzle = await queue();
      if (running) show(puzzle, said);
    } catch (error) {
      if (!running) return;
      end();
      const text = whyNone(error);
      fill(body, el('p', { class: 'note' }, text));
      announce(text);
    }
  }

  /** @param {Puzzle} puzzle @param {string} said */
  function show(puzzle, said) {
    const { rules, level } = puzzle;
    const shown = riddle(puzzle, { right: () => next(t('rush.right', { solved: ++solved })), wrong: missed });
    const skip = el('button', { type: 'button', on: { click: () => missed() && next(t('rush.skipped')) } }, t('rush.skip'));
    fill(desk, el('p', { class: 'quiet' }, t('rush.puzzle', { pegs: rules.pegs, colors: rules.colors, level: t(`level.${level}`) })), shown.elements, el('div', { class: 'actions' }, skip));
    shown.focus();
    if (said) announce(said);
  }

  /** A mistake more; whether it goes on. */
  function missed() {
    mistakes++;
    fill(score, t('rush.score', { solved, mistakes, most: MISTAKES }));
    if (mistakes < MISTAKES) return true;
    over(t('rush.mistakes', { most: MISTAKES }));
    return false;
  }

  /** The clock stops, and the result is kept if it is the best: also when the page is left. */
  function end() {
    running = false;
    clock.stop();
    if (solved > best()) remember(BEST, solved);
    signal.removeEventListener('abort', end);
  }

  /** @param {string} why */
  function over(why) {
    const record = solved > best();
    end();
    const result = t('rush.result', { solved });
    const heading = el('h2', { tabindex: -1 }, result);
    const again = el('button', { type: 'button', class: 'primary', on: { click: () => begin(body, signal) } }, t('rush.again'));
    fill(body, el('section', { class: 'ending panel' }, heading, el('p', {}, why), el('p', {}, record ? t('rush.record') : t('rush.best', { best: best() })), again));
    heading.focus();
    announce(`${why} ${result}`);
  }

  fill(body, el('p', { class: 'rush' }, clock.element, ' ', score), desk);
  next();
}

const OFTEN = 250; // milliseconds

/** From now; the last minute is announced. @param {number} minutes @param {() => void} over */
function countdown(minutes, over) {
  // Not the time of day, which a person or the network may set.
  const until = performance.now() + minutes * 60_000;
  const element = el('strong', { class: 'clock', role: 'timer', 'aria-label': t('rush.left') });
  const ticking = setInterval(tick, OFTEN);
  let warned = false;

  function tick() {
    const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (element.textContent !== text) element.textContent = text;
    if (!warned && seconds <= 60) {
      warned = true;
      announce(t('rush.minute'));
    }
    if (seconds) return;
    clearInterval(ticking);
    over();
  }

  tick();
  return { element, stop: () => clearInterval(ticking) };
}
