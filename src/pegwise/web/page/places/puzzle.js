// Puzzles: one for each day and level, those of past days, the rush, and one-guess puzzles.

import { dayAfter, dayOf, FIRST, LEVELS, solvedLevels, streak, today } from '../core/puzzles.js';
import { calendar, dayWords } from '../parts/calendar.js';
import { el, fill } from '../parts/dom.js';
import { language, t } from '../strings/strings.js';
import { dayPuzzleShown } from './puzzle-day.js';
import { oneGuess } from './puzzle-one-guess.js';
import { rush } from './puzzle-rush.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const [first = today(), level = null] = context.parts;
  if (first === 'rush') return rush(root, context.signal);
  if (first === 'one-guess') return oneGuess(root, context.signal);
  const day = dayOf(first);
  if (!day || (level && !LEVELS.includes(level))) return fill(root, el('h1', {}, t('puzzle.title')), el('p', { class: 'note' }, t('puzzle.none')), el('a', { class: 'button', href: '#/puzzle' }, t('puzzle.today')));
  const body = el('div', {}, el('p', { class: 'quiet' }, t('work.thinking')));
  const levels = levelLinks(day);
  const past = calendar(day);
  const row = el('p', {}, streakWords());
  const archive = el('section', { class: 'panel', 'aria-labelledby': 'archive' }, el('h2', { id: 'archive' }, t('puzzle.archive')), row, past.element);
  levels.show(level);
  fill(root, [
    el('div', { class: 'puzzle' }, [
      el('h1', {}, t('puzzle.title')),
      el('div', { class: 'days' }, dayLink(day, -1), el('strong', {}, dayWords(day)), dayLink(day, 1)),
      levels.element,
      body,
      el('div', { class: 'rest' }, el('section', { class: 'panel', 'aria-labelledby': 'rush' }, el('h2', { id: 'rush' }, t('rush.title')), el('p', {}, t('rush.about')), el('a', { class: 'button', href: '#/puzzle/rush' }, t('rush.open')), el('h2', {}, t('oneguess.title')), el('p', {}, t('oneguess.about')), el('a', { class: 'button', href: '#/puzzle/one-guess' }, t('oneguess.open'))), archive),
      el('p', { class: 'quiet' }, t('puzzle.midnight', { time: new Date(today()).toLocaleTimeString(language, { timeStyle: 'short' }) })),
    ]),
  ]);
  dayPuzzleShown(body, context, day, level, (found, solved) => {
    levels.show(found);
    if (!solved) return;
    fill(row, streakWords());
    past.refresh();
  });
  return undefined;
}

/** The levels of a day; `show` marks the one that is shown (null: not known yet) and those that are solved.
 * @param {string} day */
function levelLinks(day) {
  const links = LEVELS.map((level) => el('a', { class: 'button', href: `#/puzzle/${day}/${level}` }));
  const element = el('nav', { class: 'levels', 'aria-label': t('puzzle.levels') }, links);

  /** @param {string | null} shown */
  function show(shown) {
    const solved = solvedLevels().get(day) ?? [];
    links.forEach((link, index) => {
      const name = t(`level.${LEVELS[index]}`);
      const done = solved.includes(LEVELS[index]);
      fill(link, el('span', {}, name), done && '✓');
      if (done) link.setAttribute('aria-label', t('level.solved', { level: name }));
      if (LEVELS[index] === shown) link.setAttribute('aria-current', 'page');
    });
  }

  return { element, show };
}

/** @param {string} day @param {number} step */
function dayLink(day, step) {
  const other = dayAfter(day, step);
  const words = t(step < 0 ? 'puzzle.before' : 'puzzle.after');
  if (other > today() || other < FIRST) return el('span', { class: 'button', 'aria-disabled': 'true', role: 'link', 'aria-label': words }, step < 0 ? '‹' : '›');
  return el('a', { class: 'button', href: `#/puzzle/${other}`, 'aria-label': words }, step < 0 ? '‹' : '›');
}

function streakWords() {
  const { now, best } = streak(today());
  return t('puzzle.streak', { now, best });
}
