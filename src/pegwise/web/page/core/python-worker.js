// Runs pegwise in a worker: loads Python, then answers one question after the other. What is loaded is kept in a cache of the
// browser, which the service worker answers from as well; so it is loaded once, and serves without a network.

/** @import { Python } from './site.js' */

const CACHE = 'pegwise-engine';
/** The file of the cache that has the memory of Python as it was when it had started. */
const SNAPSHOT = 'snapshot';
/** Bytes of memory after which a worker is worn. */
const MOST = 2 ** 30;

/** What answers: a question and its body, and what hears of its progress. @type {((question: string, body: string, report: (what: string, done: number, total: number) => void) => string) | undefined} */
let answered;
let cache = /** @type {Cache | null} */ (null);
/** Files where a browser keeps none, by their address. @type {Map<string, Response>} */
const held = new Map();
/** @type {any} */
let python;
/** The folder of its packages. */
let packages = '';

self.addEventListener('message', async (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  try {
    if (answered) answer(data);
    else await begin(data);
  } catch (error) {
    console.warn(error);
    self.postMessage({ trouble: error instanceof Unloaded ? 'unloaded' : 'cannot' });
  }
});

/** The files could not be loaded. */
class Unloaded extends Error {}

/** @param {Python} files */
async function begin(files) {
  await load(files);
  const others = self.fetch.bind(self);
  // Python asks for its files: they are here.
  self.fetch = async (asked, options) => (await near(asked instanceof Request ? asked.url : String(asked), others)) ?? others(asked, options);
  const { loadPyodide } = await import(`${files.folder}pyodide.mjs`);
  const archives = Promise.all([...files.packages, files.kept].map((name) => stored(files.folder + name).then((found) => found?.arrayBuffer())));
  python = await start(loadPyodide, files.folder);
  packages = python.pyimport('site').getsitepackages().toJs()[0];
  for (const archive of await archives) if (archive) python.unpackArchive(archive, 'zip', { extractDir: packages });
  answered = python.pyimport('pegwise.web.answering').answered;
  self.postMessage({ ready: true });
  toKeep = files;
}

/** Start Python: from its memory after an earlier start, where that was kept, which takes a third of the time.
 * @param {(options: Record<string, any>) => Promise<any>} loadPyodide @param {string} folder */
async function start(loadPyodide, folder) {
  const kept = await stored(folder + SNAPSHOT);
  const memory = await kept?.arrayBuffer();
  if (memory && (await digest(memory)) === kept?.headers.get('etag')) {
    const started = await loadPyodide({ indexURL: folder, _loadSnapshot: new Uint8Array(memory) });
    started.runPython('import random; random.seed()'); // the state of its generator is in the memory, too
    return started;
  }
  const started = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
  snapshot = started.makeMemorySnapshot();
  return started;
}

/** @param {BufferSource} bytes */
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toString();

/** The memory of Python, until it is kept. @type {Uint8Array<ArrayBuffer> | null} */
let snapshot = null;
/** The files whose compiled modules are to be kept. @type {Python | null} */
let toKeep = null;
/** Milliseconds without a question before that is done. */
const PAUSE = 2000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;

/** @param {{question: string, body: string}} asked */
function answer({ question, body }) {
  const outcome = answered?.(question, body, (what, done, total) => self.postMessage({ progress: { what, done, total } }));
  // Memory is never given back: a worker that came to need much of it is replaced.
  self.postMessage({ outcome, worn: python._module.HEAPU8.length > MOST });
  clearTimeout(pause);
  if (toKeep) pause = setTimeout(keep, PAUSE, toKeep);
}

/** Keep what the next start need not make again: the memory of Python and the modules that were compiled.
 * Where there is no room, the next start takes longer. @param {Python} files */
async function keep({ folder, kept }) {
  toKeep = null;
  const memory = snapshot;
  snapshot = null;
  if (!cache) return;
  if (memory) await cache.put(folder + SNAPSHOT, new Response(new Blob([memory]), { headers: { etag: await digest(memory) } })).catch(() => {});
  if (await cache.match(folder + kept)) return;
  const made = python.pyimport('pegwise.web.browser_archives').compiled(packages);
  const bytes = made.toJs();
  made.destroy();
  await cache.put(folder + kept, new Response(new Blob([bytes]))).catch(() => {});
}

/** Have all files in the cache. @param {Python} files */
async function load({ folder, files }) {
  cache = 'caches' in self ? await caches.open(CACHE).catch(() => null) : null;
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  let done = 0;
  const missing = [];
  for (const [name, size] of files) {
    if (await stored(folder + name)) done += size;
    else missing.push(folder + name);
  }
  if (!missing.length) return;
  const tell = (/** @type {number} */ more) => self.postMessage({ loaded: { done: (done += more), total, far: true } });
  tell(0);
  await Promise.all(missing.map((address) => fetched(address, tell)));
  // What was kept of other versions goes.
  for (const request of (await cache?.keys()) ?? []) if (!request.url.startsWith(folder)) await cache?.delete(request);
}

/** @param {string} address @param {(bytes: number) => void} tell */
async function fetched(address, tell) {
  try {
    const response = await fetch(address);
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    const parts = [];
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      tell(value.length);
    }
    const kind = address.endsWith('.wasm') ? 'application/wasm' : (response.headers.get('content-type') ?? '');
    const whole = new Response(new Blob(parts), { headers: { 'content-type': kind } });
    if (cache) await cache.put(address, whole).catch(() => held.set(address, whole));
    else held.set(address, whole);
  } catch (error) {
    throw new Unloaded(`${address}: ${error}`);
  }
}

/** A file without the network. Of a module as the browser loaded it, the browser keeps the compiled code too, which takes seconds to
 * compile; so that comes first. @param {string} address @param {typeof fetch} others */
async function near(address, others) {
  const loaded = address.endsWith('.wasm') ? await others(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null) : null;
  return loaded?.ok ? loaded : stored(address);
}

/** @param {string} address */
const stored = async (address) => held.get(address)?.clone() ?? (await cache?.match(address));
