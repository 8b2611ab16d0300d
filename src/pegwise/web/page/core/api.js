// Questions to pegwise: the answer, or a problem it tells of. A server answers, or where the page stands alone, Python in a worker.

import { has, listed, t } from '../strings/strings.js';
import { askPython, isReady, mayHelp, whyNobody } from './python.js';
import { ALONE, PYTHON, STRATEGIES } from './site.js';

/** What is said of a question that is not answered (RFC 9457).
 * @typedef {{type?: string, title?: string, status?: number, detail?: string, [key: string]: any}} Details */
/** How far the work on a question is. @typedef {{what: string, done: number, total: number}} Progress */

/** Kinds that mean the same to a reader. @type {Record<string, string>} */
const SAME = {
  'bad-json': 'invalid',
  'not-json': 'invalid',
  'not-found': 'invalid',
  'method-not-allowed': 'invalid',
  'origin-refused': 'host-refused',
  'too-many-questions': 'busy',
  'too-many-connections': 'busy',
  'connections-full': 'busy',
  ending: 'busy',
};

/** The last part of its type. @param {{type?: string}} details */
export const kindOf = ({ type }) => type?.split('/').pop() ?? '';

/** @param {{type?: string, detail?: string, title?: string, contradiction?: {rows: number[]} | null}} details */
export function problemWords(details) {
  const kind = kindOf(details);
  const key = `problem.${SAME[kind] ?? kind}`;
  if (details.contradiction) return `${contradictionWords(details.contradiction.rows)}.`;
  if (ALONE && has(`alone.${key}`)) return t(`alone.${key}`);
  return has(key) ? t(key) : (details.detail ?? details.title ?? t('problem.unknown'));
}

/** Which rows are at fault. @param {number[]} rows */
export const contradictionWords = (rows) => t(rows.length === 1 ? 'solve.impossible' : 'solve.contradiction', { rows: listed(rows.map(String)) });

export class Problem extends Error {
  /** @param {Details} details */
  constructor(details) {
    super(problemWords(details));
    this.details = details;
  }

  /** Seconds after which to ask again, if it is only for now; else null. @type {number | null} */
  get again() {
    return this.details.status === 503 ? this.details.after || 3 : null;
  }

  /** Whether the server could not be reached at all. */
  get offline() {
    return this.details.status === 0;
  }
}

/** What to say where nobody answers: `key` where a server should. @param {string} key */
export const noServer = (key) => t(ALONE ? whyNobody() : key);

/** What to say where a part of the page itself cannot be loaded. */
export const unloaded = () => t(ALONE ? 'alone.unloaded' : 'place.unloaded');

/** Whether it may help to ask again where nobody answered. */
export const isWorthAgain = () => !ALONE || mayHelp();

/** Whether there is anybody to ask. */
export const isAnswered = !ALONE || PYTHON !== null;

/** Whether somebody answers without anything being loaded first. */
export const isNear = () => !ALONE || isReady();

/** What went wrong, as a sentence. @param {unknown} error */
export const sentence = (error) => (error instanceof Problem ? error.message : t('problem.failed'));

/** Ask `path` under /api/v1: by GET without a body, else by POST; what GET asks is in its address. With `onProgress` it is told how
 * far it is. @param {string} path @param {unknown} [body]
 * @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void, method?: string}} [options] @returns {Promise<any>} */
export async function ask(path, body, { signal, onProgress, method } = {}) {
  if (ALONE) return askAlone(path, body ?? {}, { signal, onProgress });
  const accept = onProgress ? 'text/event-stream, application/json' : 'application/json';
  const sent = method === 'GET' ? undefined : body;
  const query = sent === body ? '' : `?${new URLSearchParams(Object.entries(/** @type {object} */ (body)).map(([key, value]) => [key, String(value)]))}`;
  let response;
  try {
    response = await fetch(`/api/v1${path}${query}`, {
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      headers: { accept, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
      body: sent === undefined ? undefined : JSON.stringify(sent),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem({ status: 0, detail: t('problem.offline') });
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return streamed(response, onProgress);
  const answer = response.status === 204 ? null : await response.json().catch(() => ({ status: response.status, title: response.statusText }));
  if (!response.ok) throw new Problem({ status: response.status, after: Number(response.headers.get('retry-after')), ...answer });
  return answer;
}

/** @param {string} path @param {Record<string, any>} body @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void}} options */
async function askAlone(path, body, options) {
  if (path === '/strategies') return STRATEGIES;
  const outcome = await askPython(path.slice(1), body, options);
  if ('result' in outcome) return outcome.result;
  const { problem } = outcome;
  throw new Problem(problem.status === 0 ? { ...problem, detail: t(whyNobody()) } : problem);
}

/** The most seconds a question may ask for. */
export const LONGEST = 10;

/** How often a server that is busy is asked again. */
const TIMES = 5;

/** Ask; again where the server is busy, and with more time where the usual time is not enough. `busy` is told why the page waits, then
 * null; `longer` whether a question that takes too long is asked with more time.
 * @param {string} path @param {Record<string, unknown>} [body]
 * @param {Parameters<typeof ask>[2] & {busy?: (why: Problem | null) => void, longer?: (problem: Problem) => boolean}} [options] @returns {Promise<any>} */
export async function askPatiently(path, body, { busy = () => {}, longer = () => true, ...options } = {}) {
  for (let times = 1; ; times++) {
    try {
      return await ask(path, body, options);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { again, details } = error;
      if (again !== null && times <= TIMES) {
        busy(error);
        await new Promise((resolve) => {
          setTimeout(resolve, 1000 * again);
          options.signal?.addEventListener('abort', resolve);
        });
        options.signal?.throwIfAborted();
        busy(null);
      } else if (body && kindOf(details) === 'limit' && body.seconds !== LONGEST && longer(error)) body = { ...body, seconds: LONGEST };
      else throw error;
    }
  }
}

/** @param {Response} response @param {((progress: Progress) => void) | undefined} onProgress */
async function streamed(response, onProgress) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  /** The last event; the end of the stream is waited for, so that its connection serves again. */
  let last = { kind: 'problem', data: /** @type {any} */ ({ status: 0, detail: t('problem.offline') }) };
  for (;;) {
    const { done, value } = await reader.read();
    pending += value ?? '';
    const events = pending.split('\n\n');
    pending = events.pop() ?? '';
    for (const event of events) {
      const [, kind, text] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
      const data = text && JSON.parse(text);
      if (kind === 'progress') onProgress?.(data);
      else last = { kind, data };
    }
    if (!done) continue;
    if (last.kind === 'result') return last.data;
    throw new Problem(last.data);
  }
}
