// Asks the worker about codes: the page stays quick meanwhile.

/** @import { Work } from './worker.js' */

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

/** The same function, worked out there. @template {keyof Work} K @param {K} what @returns {(...args: Parameters<Work[K]>) => Promise<ReturnType<Work[K]>>} */
const inWorker = (what) => (...args) => {
  worker ??= start();
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage({ id, what, args });
  });
};

export const summary = inWorker('summary');
export const hardestAnswer = inWorker('hardestAnswer');
export const bestGuess = inWorker('bestGuess');
export const partition = inWorker('partition');
export const hint = inWorker('hint');
export const firstOf = inWorker('firstOf');
