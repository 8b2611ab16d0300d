// Answers questions without a server: pegwise itself runs in a worker of the browser, in Python that is WebAssembly. Its files are
// loaded when the first question needs them. One question is worked at, the others wait.

/** @import { Details, Progress } from './api.js' */
import { PYTHON } from './site.js';

/** What a question came to. @typedef {{result: any} | {problem: Details}} Outcome */
/** @typedef {{question: string, body: string, seconds: number, signal?: AbortSignal, onProgress?: (progress: Progress) => void, done: (outcome: Outcome) => void}} Asked */
/** How far the files are loaded, in bytes; whether what is loaded comes over the network. @typedef {{done: number, total: number, far: boolean}} Loaded */

/** Where the worker keeps what it has loaded. */
const CACHE = 'pegwise-engine';
/** Seconds of a question that names none, as on a server. */
const USUAL = 2;
/** Seconds after its limit when work that does not stop is ended. A slow device needs some for what it comes to. */
const GRACE = 4;
/** Milliseconds in which work that nobody waits for may end by itself: another worker takes longer to start. */
const PATIENCE = 500;
/** The smallest module with a vector instruction. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

let worker = /** @type {Worker | null} */ (null);
/** Whether it is ready to be asked. */
let ready = false;
/** Why questions are not answered, for the strings: the device cannot, or the files were not loaded. @type {'cannot' | 'unloaded' | null} */
let trouble = null;
const waiting = /** @type {Asked[]} */ ([]);
let now = /** @type {Asked | null} */ (null);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Hears how far the files are loaded; null when they are, or will not be. @type {(loaded: Loaded | null) => void} */
let tell = () => {};
/** @param {typeof tell} listener */
export const onLoading = (listener) => (tell = listener);

/** Whether a question is answered at once: nothing has to be loaded for it. */
export const isReady = () => ready;

/** Why nobody answers, as a key of the strings. */
export const whyNobody = () => (PYTHON === null ? 'alone.server' : `alone.${trouble ?? 'unloaded'}`);

/** Whether it may help to ask again where nobody answered: the network may be back, or there may be more memory. */
export const mayHelp = () => PYTHON !== null && isAble();

/** Why a question is ended that the person at the page ended, and did not just leave. */
export const CANCELED = new DOMException('canceled', 'AbortError');

/** Whether the device runs what is needed. */
const isAble = () => typeof WebAssembly === 'object' && typeof Worker === 'function' && WebAssembly.validate(new Uint8Array(SIMD));

/** Ask pegwise. @param {string} question @param {Record<string, any>} asked
 * @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void}} [options] @returns {Promise<Outcome>} */
export function askPython(question, asked, { signal, onProgress } = {}) {
  if (!mayHelp()) {
    trouble = 'cannot'; // which nobody is told where there is no Python at all
    return Promise.resolve({ problem: { status: 0 } });
  }
  return new Promise((resolve, reject) => {
    /** @type {Asked} */
    const own = { question, body: JSON.stringify(asked), seconds: asked.seconds ?? USUAL, signal, onProgress, done: resolve };
    const away = () => {
      reject(signal?.reason);
      if (own === now && ready) {
        clearTimeout(timer);
        timer = setTimeout(end, PATIENCE, null);
      } else if (own === now && signal?.reason === CANCELED && !waiting.length) end(null);
      else if (own === now) finish(null); // what is being loaded is loaded for the next question
      else if (waiting.includes(own)) waiting.splice(waiting.indexOf(own), 1);
    };
    if (signal?.aborted) return away();
    signal?.addEventListener('abort', away, { once: true });
    waiting.push(own);
    return next();
  });
}

/** Start the worker if nothing has to be loaded for it: a question is likely to come. */
export async function prepare() {
  if (PYTHON === null || worker || !isAble() || !('caches' in self)) return;
  const { folder, files } = PYTHON;
  const cache = await caches.open(CACHE);
  const kept = await Promise.all(files.map(([name]) => cache.match(new URL(`../${folder}${name}`, import.meta.url).href)));
  if (kept.every((file) => file) && !worker) start();
}

/** Give the worker the next question. */
function next() {
  if (now || !waiting.length) return;
  now = /** @type {Asked} */ (waiting.shift());
  if (!worker) start();
  else if (ready) give(now);
}

/** @param {Asked} asked */
function give({ question, body, seconds }) {
  timer = setTimeout(end, 1000 * (seconds + GRACE), { problem: { type: 'limit', status: 422 } });
  worker?.postMessage({ question, body });
}

/** @param {Outcome | null} outcome null if nobody waits for it any more */
function finish(outcome) {
  clearTimeout(timer);
  const asked = now;
  now = null;
  if (outcome) asked?.done(outcome);
  next();
}

function start() {
  trouble = null;
  const files = /** @type {import('./site.js').Python} */ (PYTHON);
  const own = new Worker(new URL('./python-worker.js', import.meta.url), { type: 'module' });
  worker = own;
  // One that was ended may still have something to say, and what it says is about nobody's question.
  own.addEventListener('message', (event) => own === worker && heard(event));
  own.addEventListener('error', (event) => {
    event.preventDefault();
    if (own === worker) failed('cannot');
  });
  own.postMessage({ ...files, folder: new URL(`../${files.folder}`, import.meta.url).href });
}

/** @param {MessageEvent} event */
function heard({ data }) {
  if (data.loaded) tell(data.loaded);
  else if (data.ready) {
    ready = true;
    tell(null);
    if (now) give(now);
    else next();
  } else if (data.trouble) failed(data.trouble);
  else if (data.progress) now?.onProgress?.(data.progress);
  else if (data.outcome) {
    const { outcome, worn } = data;
    if (worn) drop();
    finish(JSON.parse(outcome));
  }
}

/** There is no worker, and will be none for those who wait. @param {'cannot' | 'unloaded'} why */
function failed(why) {
  const begun = ready;
  drop();
  if (!begun) trouble = why;
  // What ended a worker that had started may have been too much for the device; another may start.
  /** @type {Outcome} */
  const outcome = { problem: begun ? { type: 'worker-lost', status: 500 } : { status: 0 } };
  const others = begun ? [] : waiting.splice(0);
  for (const each of others) each.done(outcome);
  finish(outcome);
}

/** End the work that is not done in its time, or that nobody waits for. @param {Outcome | null} outcome */
function end(outcome) {
  drop();
  finish(outcome);
}

function drop() {
  worker?.terminate();
  worker = null;
  ready = false;
  tell(null);
}
