// Puzzles: one for each day and level, those of past days, the rush, and one-guess puzzles.

import { dayAfter, dayOf, FIRST, LEVELS, solvedLevels, streak, today } from '../core/puzzles.js';
import { announce, el, fill } from '../parts/dom.js';
import { day as dayWords, FULL, language, listed, t } from '../strings/strings.js';
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
      el('div', { class: 'days' }, dayLink(day, -1), el('strong', {}, dayWords(day, FULL)), dayLink(day, 1)),
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

const streakWords = () => t('puzzle.streak', streak(today()));

/** The month of this day, with a way to the others; `refresh` shows what was solved meanwhile. @param {string} chosen */
function calendar(chosen) {
  const element = el('div', { class: 'calendar' });
  let current = chosen.slice(0, 7);

  /** @param {string} month @param {number} [step] the way it was come by */
  function show(month, step) {
    current = month;
    const first = `${month}-01`;
    const [earlier, later] = [-1, 31].map((days) => dayAfter(first, days).slice(0, 7));
    const before = el('button', { type: 'button', 'aria-label': t('calendar.before'), disabled: `${earlier}-31` < FIRST, on: { click: () => show(earlier, -1) } }, '‹');
    const after = el('button', { type: 'button', 'aria-label': t('calendar.after'), disabled: !dayOf(`${later}-01`), on: { click: () => show(later, 1) } }, '›');
    const name = dayWords(first, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    fill(element, el('div', { class: 'days' }, before, el('strong', {}, name), after), table(first, dayAfter(`${later}-01`, -1), name));
    if (!step) return;
    announce(name);
    (step < 0 && !before.disabled ? before : after.disabled ? before : after).focus();
  }

  /** @param {string} first @param {string} last @param {string} name */
  function table(first, last, name) {
    const solved = solvedLevels();
    const start = (new Date(first).getUTCDay() + 6) % 7; // weeks begin on Monday
    const length = Number(last.slice(8));
    /** @type {(string | null)[]} */
    const days = [...new Array(start).fill(null), ...Array.from({ length }, (_, index) => dayAfter(first, index))];
    const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7));
    // A Monday and the days after it.
    const names = Array.from({ length: 7 }, (_, index) => dayWords(`2026-06-0${index + 1}`, { weekday: 'short', timeZone: 'UTC' }));
    return el('table', {}, [
      el('caption', { class: 'sr' }, name),
      el('thead', {}, el('tr', {}, names.map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, weeks.map((week) => el('tr', {}, week.map((each) => el('td', {}, each && cell(each, solved.get(each) ?? [])))))),
    ]);
  }

  /** @param {string} each @param {string[]} solved levels */
  function cell(each, solved) {
    const number = Number(each.slice(8));
    if (!dayOf(each)) return el('span', { class: 'quiet' }, number);
    const levels = LEVELS.filter((level) => solved.includes(level));
    const words = levels.length ? t('calendar.solved', { levels: listed(levels.map((level) => t(`level.${level}`))) }) : t('calendar.open');
    return el(
      'a',
      { href: `#/puzzle/${each}`, 'aria-label': `${dayWords(each, FULL)}: ${words}`, title: words, 'aria-current': each === chosen ? 'date' : null },
      number,
      el('span', { class: 'ticks', 'aria-hidden': 'true' }, '✓'.repeat(levels.length)),
    );
  }

  show(current);
  return { element, refresh: () => show(current) };
}
