// Keeps the page for when there is no network. What the network has is newer, so it is asked first.

const PREFIX = 'pegwise-page';
/** For each version of the page the server has another word here: then all files are loaded anew. */
const VERSION = 'written';
const NAME = `${PREFIX}-${VERSION}`;
const FILES = [
  './',
  'app.js',
  'theme.js',
  'style.css',
  'css/pegs.css',
  'css/settings.css',
  'css/motion.css',
  'css/games.css',
  'css/puzzle.css',
  'places.css',
  'css/explore.css',
  'css/learn.css',
  'css/blocks.css',
  'css/solve.css',
  'css/listed.css',
  'css/review.css',
  'css/play.css',
  'icon.svg',
  'manifest.webmanifest',
  'strings/strings.js',
  'strings/en-frame.js',
  'strings/de-frame.js',
  'strings/en-look.js',
  'strings/de-look.js',
  'strings/en-problems.js',
  'strings/de-problems.js',
  'strings/en-codes.js',
  'strings/de-codes.js',
  'strings/en-play.js',
  'strings/en-first.js',
  'strings/de-play.js',
  'strings/de-first.js',
  'strings/en-games.js',
  'strings/de-games.js',
  'strings/en-others.js',
  'strings/de-others.js',
  'strings/en-hints.js',
  'strings/de-hints.js',
  'strings/en-puzzle.js',
  'strings/de-puzzle.js',
  'strings/en-deduction.js',
  'strings/de-deduction.js',
  'strings/en-solve.js',
  'strings/de-solve.js',
  'strings/en-strategies.js',
  'strings/de-strategies.js',
  'strings/en-review.js',
  'strings/de-review.js',
  'strings/en-judged.js',
  'strings/de-judged.js',
  'strings/en-explore.js',
  'strings/de-explore.js',
  'strings/en-alone.js',
  'strings/de-alone.js',
  'strings/en-listed.js',
  'strings/de-listed.js',
  'strings/en-learn.js',
  'strings/de-learn.js',
  'core/rules.js',
  'core/row-state.js',
  'core/deduction-words.js',
  'core/days.js',
  'core/puzzles.js',
  'core/rush.js',
  'core/solved.js',
  'core/notation.js',
  'core/notation-error.js',
  'core/plain-text.js',
  'core/color-names.js',
  'core/alphabet.js',
  'core/hits.js',
  'core/row-text.js',
  'core/line.js',
  'core/own-output.js',
  'core/game-text.js',
  'core/candidates.js',
  'core/worker.js',
  'core/tree-nodes.js',
  'core/small-strategies.js',
  'core/python.js',
  'core/python-worker.js',
  'core/space.js',
  'core/told.js',
  'core/words.js',
  'core/small-games.js',
  'core/site.js',
  'core/counting.js',
  'core/classes.js',
  'core/store.js',
  'core/game.js',
  'core/saved-games.js',
  'core/statistics.js',
  'core/card.js',
  'core/race.js',
  'core/exchange.js',
  'core/game-reviews.js',
  'core/share.js',
  'core/api.js',
  'core/review-sentences.js',
  'core/problems.js',
  'parts/announcer.js',
  'parts/dom.js',
  'parts/looks.js',
  'parts/peg.js',
  'parts/language.js',
  'parts/settings.js',
  'parts/sound.js',
  'parts/effects.js',
  'parts/board.js',
  'parts/sentences.js',
  'parts/refill.js',
  'parts/sight.js',
  'parts/editor.js',
  'parts/editor-holes.js',
  'parts/editor-palette.js',
  'parts/editor-keys.js',
  'parts/keys.js',
  'parts/drag.js',
  'parts/example.js',
  'parts/rules-card.js',
  'parts/crossing.js',
  'parts/rules-menu.js',
  'parts/rules-options.js',
  'parts/hints.js',
  'parts/hint-advice.js',
  'parts/hint-steps.js',
  'parts/hint-words.js',
  'parts/ask.js',
  'parts/ask-text.js',
  'parts/card.js',
  'parts/card-picture.js',
  'parts/game-card.js',
  'parts/code-link.js',
  'parts/proof.js',
  'parts/handover.js',
  'parts/race-board.js',
  'parts/table.js',
  'parts/duration.js',
  'parts/work.js',
  'parts/loading.js',
  'parts/answer-editor.js',
  'parts/answer-marks.js',
  'parts/answer-total.js',
  'parts/told-marks.js',
  'parts/word-editor.js',
  'parts/shares.js',
  'parts/fitted.js',
  'parts/blocks.js',
  'parts/chart.js',
  'parts/deduction.js',
  'parts/notation-words.js',
  'parts/notes.js',
  'parts/riddle.js',
  'parts/countdown.js',
  'parts/calendar.js',
  'parts/steps.js',
  'parts/tasks.js',
  'parts/classes.js',
  'places/play.js',
  'places/play-game.js',
  'places/play-table.js',
  'places/play-words.js',
  'places/how-to-play.js',
  'places/play-new.js',
  'places/play-end.js',
  'places/play-makers.js',
  'places/games.js',
  'places/games-figures.js',
  'places/games-list.js',
  'places/games-review.js',
  'places/games-exchange.js',
  'places/puzzle.js',
  'places/puzzle-day.js',
  'places/puzzle-end.js',
  'places/puzzle-notes.js',
  'places/puzzle-rush.js',
  'places/puzzle-one-guess.js',
  'places/solve.js',
  'places/solve-words.js',
  'places/solve-game.js',
  'places/solve-table.js',
  'places/solve-entry.js',
  'places/solve-repairs.js',
  'places/solve-rows.js',
  'places/solve-changes.js',
  'places/advice.js',
  'places/advice-codes.js',
  'places/advice-guess.js',
  'places/advice-strategy.js',
  'places/review.js',
  'places/review-offers.js',
  'places/review-plots.js',
  'places/review-game.js',
  'places/review-move.js',
  'places/explore.js',
  'places/explore-choices.js',
  'places/explore-file.js',
  'places/explore-follow.js',
  'places/learn.js',
  'places/learn/start.js',
  'places/learn/consistent.js',
  'places/learn/classes.js',
  'places/learn/scout.js',
  'places/learn/knuth.js',
  'places/learn/adversary.js',
  'places/learn/average.js',
  'places/walk.js',
  'places/walk-place.js',
  'places/walk-source.js',
  'places/compare.js',
  'places/unknown.js',
];

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
