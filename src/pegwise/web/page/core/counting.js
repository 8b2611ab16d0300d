// Asks the worker about codes: the page stays quick meanwhile.

/** @import { Summary } from './candidates.js' */
/** @import { Hint, Split } from './small-strategies.js' */

let worker = /** @type {Worker | null} */ (null);
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
function inWorker(what, args) {
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

/** The guess that a strategy makes; null if no code fits the rows. @param {Rules} rules @param {Row[]} rows @param {string} [strategy] one of PLAYED
 * @returns {Promise<Code | null>} */
export const bestGuess = (rules, rows, strategy = 'knuth') => inWorker('bestGuess', [rules, rows, strategy]);

/** How a guess splits the codes that fit the rows. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Promise<Split>} */
export const partition = (rules, rows, guess) => inWorker('partition', [rules, rows, guess]);

/** The best guess with its figures; null if no code fits the rows. @param {Rules} rules @param {Row[]} rows @param {string} [strategy]
 * @returns {Promise<Hint | null>} */
export const hint = (rules, rows, strategy = 'knuth') => inWorker('hint', [rules, rows, strategy]);

/** The first codes that fit. @param {Rules} rules @param {Row[]} rows @param {number} most @returns {Promise<Code[]>} */
export const firstOf = (rules, rows, most) => inWorker('firstOf', [rules, rows, most]);
