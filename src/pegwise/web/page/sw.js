// Keeps the page for when there is no network. What the network has is newer, so it is asked first.

const PREFIX = 'pegwise-page';
/** For each version of the page the server has another word here: then all files are loaded anew. */
const VERSION = 'written';
const NAME = `${PREFIX}-${VERSION}`;
/** The files of the page: the server writes all of them here. */
const FILES = ['./'];

/** Where files are that a question needed, which are kept once they were loaded: core/python-worker.js keeps them. */
const ENGINE = new URL('python/', location.href).pathname;
const ENGINE_CACHE = 'pegwise-engine';

const here = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ours = new Set(FILES.map((file) => new URL(file, location.href).pathname));

here.addEventListener('install', (event) => {
  const wanted = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted)).then(() => here.skipWaiting()));
});

here.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => here.clients.claim())));

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

here.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (ours.has(pathname)) event.respondWith(newest(event.request));
  // Their folder names their version: what is kept is never old. Modules go another way, see the worker.
  else if (pathname.startsWith(ENGINE) && !pathname.endsWith('.wasm')) event.respondWith(loaded(event.request));
});

/** @param {Request} request */
const loaded = async (request) => (await (await caches.open(ENGINE_CACHE)).match(request)) ?? fetch(request);

/** @param {Request} request */
async function newest(request) {
  try {
    // Not what the browser keeps on its own account: that may be of another version.
    // It is not put in the cache: there all files are of one version, that of this worker.
    const answer = await fetch(request, { cache: 'no-cache' });
    if (answer.status < 500) return answer;
    return (await kept(request)) ?? answer; // a server that is busy, or a proxy without it
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    throw error;
  }
}

/** @param {Request} request */
const kept = async (request) => (await caches.open(NAME)).match(request, { ignoreSearch: true });
