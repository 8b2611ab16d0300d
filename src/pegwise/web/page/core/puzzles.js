// Where puzzles come from: pegwise; where the page stands alone, first the stock of files that `pegwise site` wrote. And the puzzles
// of the day that were tried on this computer.

import { ask, noServer, Problem, sentence } from './api.js';
import { parseCode, parseFeedback, parseRules } from './notation.js';
import { STOCK } from './site.js';
import { recall, remember } from './remembered.js';

export const LEVELS = ['easy', 'medium', 'hard', 'expert'];
/** The stages of a rush, as in pegwise.web.site; the last one stays. @type {[string, string][]} */
export const RUSH = [['3x4', 'easy'], ['3x6', 'easy'], ['4x6', 'easy'], ['4x6', 'medium'], ['4x6', 'hard']];
/** Days and seeds are the server's; a puzzle takes it that long at most. */
const SECONDS = 10;
const KEPT = 12;

/** The puzzle of a day, of this level or of the one that is the day's own; kept for when there is no network.
 * @param {string} day @param {string | null} level @param {AbortSignal} signal @returns {Promise<Puzzle>} */
export async function dayPuzzle(day, level, signal) {
  /** @type {[string, any][]} */
  const kept = recall('puzzle.kept', []);
  const name = `${day}/${level ?? ''}`;
  const known = kept.find(([key]) => key === name);
  if (known) return read(known[1]);
  const question = { date: day, ...(level ? { level } : {}), solution: true, seconds: SECONDS };
  const told = await asked(question, `puzzles/${day}.json`, (file) => file.levels[level ?? file.level], signal);
  const { rules, rows, difficulty, solution } = told;
  remember('puzzle.kept', [[name, { rules, rows, difficulty, solution: { steps: solution.steps } }], ...kept].slice(0, KEPT));
  return read(told);
}

/** A puzzle of a stage of the rush. @param {number} stage @param {AbortSignal} signal @returns {Promise<Puzzle>} */
export async function rushPuzzle(stage, signal) {
  const [rules, level] = RUSH[stage];
  const seed = Math.floor(Math.random() * 2 ** 31);
  return read(await asked({ rules, level, seed, seconds: SECONDS }, 'puzzles/rush.json', (file) => file.stages[stage][seed % file.stages[stage].length], signal));
}

/** What went wrong, as a sentence. @param {unknown} error */
export const whyNone = (error) => (error instanceof Problem && !error.offline && error.details.status !== 404 ? sentence(error) : noServer('puzzle.offline'));

/** What `pick` finds in a file of the stock, where there is one; else the answer to the question. @param {Record<string, unknown>} question
 * @param {string} file @param {(file: any) => any} pick @param {AbortSignal} signal @returns {Promise<any>} */
async function asked(question, file, pick, signal) {
  if (STOCK.includes(file)) {
    const response = await fetch(file, { signal }).catch(() => null);
    const stock = response?.ok ? await response.json().catch(() => null) : null;
    signal.throwIfAborted();
    if (stock) return pick(stock);
  }
  return ask('/puzzle', question, { signal, method: 'GET' });
}

/** A puzzle as pegwise tells it. @param {any} told @returns {Puzzle} */
export function read(told) {
  const rules = parseRules(told.rules);
  const rows = told.rows.map((/** @type {any} */ row) => ({ guess: parseCode(row.guess, rules), feedback: parseFeedback(row.feedback, rules) }));
  return { rules, rows, level: told.difficulty.level, steps: told.solution?.steps ?? [] };
}

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
