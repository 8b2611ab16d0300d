// Asks the worker about codes.

/** @import { Rules, Row, Code, Feedback } from './rules.js' */
/** @import { Summary } from './candidates.js' */

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

function start() {
  const made = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data }) => {
    waiting.get(data.id)?.resolve(data.result);
    waiting.delete(data.id);
  });
  made.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
    worker = null;
  });
  return made;
}

/** What a function of the worker returns. @param {string} what @param {unknown[]} args @returns {Promise<any>} */
export function inWorker(what, args) {
  worker ??= start();
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage({ id, what, args });
  });
}

/** How many codes fit, and what they share. @param {Rules} rules @param {Row[]} rows @returns {Promise<Summary>} */
export const summary = (rules, rows) => inWorker('summary', [rules, rows]);

/** The adversary's answer. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Promise<Feedback>} */
export const hardestAnswer = (rules, rows, guess) => inWorker('hardestAnswer', [rules, rows, guess]);
