// The puzzles of the day that were tried on this computer: marks, answers, and the days in a row.

import { recall, remember } from './store.js';

/** The first day of the archive. */
export const FIRST = '2026-01-01';

/** The day it is. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @param {string} day @param {number} days */
export const dayAfter = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The day that an address names; null if it is none, or has no puzzle yet. @param {string} text */
export function dayOf(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return real && text >= FIRST && text <= today() ? text : null;
}

const KEY = 'puzzles';

/** `solved` is the day (UTC) on which it was; `wrong` counts wrong answers; `helped` is set when the solution was opened
 * before; `marks` are the notes.
 * @typedef {{solved?: string, wrong?: number, helped?: boolean, marks?: string}} Tried */

/** @returns {Record<string, Tried>} */
const all = () => recall(KEY, {});

/** @param {string} day @param {string} level @returns {Tried} */
export const tried = (day, level) => all()[`${day}/${level}`] ?? {};

/** @param {string} day @param {string} level @param {Tried} what */
export function keepTried(day, level, what) {
  remember(KEY, { ...all(), [`${day}/${level}`]: what });
}

/** The levels of each day that were solved. @returns {Map<string, string[]>} */
export function solvedLevels() {
  const found = new Map();
  for (const [name, { solved }] of Object.entries(all())) {
    const [day, level] = name.split('/');
    if (solved) found.set(day, [...(found.get(day) ?? []), level]);
  }
  return found;
}

/** Days in a row, up to today or yesterday, on which a puzzle of that very day was solved unaided; and the most ever.
 * @param {string} today */
export function streak(today) {
  const days = new Set(Object.entries(all()).filter(([name, { solved, helped }]) => solved === name.split('/')[0] && !helped).map(([name]) => name.split('/')[0]));
  const run = (/** @type {string} */ day) => {
    let length = 0;
    for (; days.has(day); day = dayAfter(day, -1)) length++;
    return length;
  };
  return { now: run(today) || run(dayAfter(today, -1)), best: Math.max(0, ...[...days].map(run)) };
}
