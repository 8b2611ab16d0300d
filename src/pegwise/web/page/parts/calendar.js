// A month of puzzles: each day leads to its own, and shows how many of its levels are solved.

import { dayOf, FIRST, LEVELS, solvedLevels } from '../core/puzzles.js';
import { language, listed, t } from '../strings/strings.js';
import { announce, el, fill } from './dom.js';

/** @param {string} day @param {Intl.DateTimeFormatOptions} options */
const written = (day, options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(Date.parse(day)));

/** A day as people write it. @param {string} day */
export const dayWords = (day) => written(day, { dateStyle: 'full' });

/** The month of this day, with a way to the others; `refresh` shows what was solved meanwhile. @param {string} day */
export function calendar(day) {
  const element = el('div', { class: 'calendar' });
  let solved = solvedLevels();
  let current = day.slice(0, 7);

  /** @param {string} month @param {number} [step] the way it was come by */
  function show(month, step) {
    current = month;
    const first = `${month}-01`;
    const [earlier, later] = [-1, 1].map((way) => other(month, way));
    const before = el('button', { type: 'button', 'aria-label': t('calendar.before'), disabled: `${earlier}-31` < FIRST, on: { click: () => show(earlier, -1) } }, '‹');
    const after = el('button', { type: 'button', 'aria-label': t('calendar.after'), disabled: !dayOf(`${later}-01`), on: { click: () => show(later, 1) } }, '›');
    const name = written(first, { month: 'long', year: 'numeric' });
    fill(element, el('div', { class: 'days' }, before, el('strong', {}, name), after), table(first, name));
    if (!step) return;
    announce(name);
    (step < 0 && !before.disabled ? before : after.disabled ? before : after).focus();
  }

  /** @param {string} first @param {string} name */
  function table(first, name) {
    const start = (new Date(first).getUTCDay() + 6) % 7; // weeks begin on Monday
    const length = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).getUTCDate();
    /** @type {(string | null)[]} */
    const days = [...new Array(start).fill(null), ...Array.from({ length }, (_, index) => first.slice(0, 8) + String(index + 1).padStart(2, '0'))];
    const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7));
    // A Monday and the days after it.
    const names = Array.from({ length: 7 }, (_, index) => written(`2026-06-0${index + 1}`, { weekday: 'short' }));
    return el('table', {}, [
      el('caption', { class: 'sr' }, name),
      el('thead', {}, el('tr', {}, names.map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, weeks.map((week) => el('tr', {}, week.map((each) => el('td', {}, each && cell(each)))))),
    ]);
  }

  /** @param {string} each */
  function cell(each) {
    const number = Number(each.slice(8));
    if (!dayOf(each)) return el('span', { class: 'quiet' }, number);
    const levels = LEVELS.filter((level) => solved.get(each)?.includes(level));
    const words = levels.length ? t('calendar.solved', { levels: listed(levels.map((level) => t(`level.${level}`))) }) : t('calendar.open');
    return el(
      'a',
      { href: `#/puzzle/${each}`, 'aria-label': `${dayWords(each)}: ${words}`, title: words, 'aria-current': each === day ? 'date' : null },
      number,
      el('span', { class: 'ticks', 'aria-hidden': 'true' }, '✓'.repeat(levels.length)),
    );
  }

  show(current);
  return {
    element,
    refresh() {
      solved = solvedLevels();
      show(current);
    },
  };
}

/** The month before or after. @param {string} month @param {number} way */
function other(month, way) {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + way, 1)).toISOString().slice(0, 7);
}
