// The days that have a puzzle. A day begins at midnight UTC, for everybody at once.

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
