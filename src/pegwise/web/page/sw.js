// Keeps the page for when there is no network. What the network has is newer, so it is asked first.

const NAME = 'pegwise-page';
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
  'icon.svg',
  'manifest.webmanifest',
  'strings/strings.js',
  'strings/en-frame.js',
  'strings/de-frame.js',
  'strings/en-look.js',
  'strings/de-look.js',
  'strings/en-codes.js',
  'strings/de-codes.js',
  'strings/en-play.js',
  'strings/de-play.js',
  'strings/en-games.js',
  'strings/de-games.js',
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
  'strings/en-explore.js',
  'strings/de-explore.js',
  'strings/en-alone.js',
  'strings/de-alone.js',
  'strings/en-trees.js',
  'strings/de-trees.js',
  'strings/en-learn.js',
  'strings/de-learn.js',
  'core/rules.js',
  'core/deduction.js',
  'core/days.js',
  'core/puzzles.js',
  'core/solved.js',
  'core/notation.js',
  'core/line.js',
  'core/candidates.js',
  'core/worker.js',
  'core/space.js',
  'core/symmetry.js',
  'core/entropy.js',
  'core/strategies.js',
  'core/advise.js',
  'core/engine.js',
  'core/consult.js',
  'core/contradiction.js',
  'core/site.js',
  'core/tree.js',
  'core/tree-shape.js',
  'core/tree-file.js',
  'core/figure-reader.js',
  'core/figure-writer.js',
  'core/grow.js',
  'core/trees.js',
  'core/tree-places.js',
  'core/codes.js',
  'core/classes.js',
  'core/store.js',
  'core/game.js',
  'core/history.js',
  'core/statistics.js',
  'core/card.js',
  'core/share.js',
  'core/api.js',
  'parts/announcer.js',
  'parts/dom.js',
  'parts/looks.js',
  'parts/peg.js',
  'parts/language.js',
  'parts/settings.js',
  'parts/sound.js',
  'parts/effects.js',
  'parts/board.js',
  'parts/editor.js',
  'parts/rules-menu.js',
  'parts/hints.js',
  'parts/ask.js',
  'parts/card.js',
  'parts/card-picture.js',
  'parts/table.js',
  'parts/duration.js',
  'parts/work.js',
  'parts/answer-editor.js',
  'parts/shares.js',
  'parts/fitted.js',
  'parts/blocks.js',
  'parts/chart.js',
  'parts/deduction.js',
  'parts/notes.js',
  'parts/calendar.js',
  'parts/steps.js',
  'parts/tasks.js',
  'parts/classes.js',
  'places/play.js',
  'places/play-new.js',
  'places/play-end.js',
  'places/puzzle.js',
  'places/puzzle-day.js',
  'places/puzzle-rush.js',
  'places/solve.js',
  'places/advice.js',
  'places/review.js',
  'places/move.js',
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

const here = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ours = new Set(FILES.map((file) => new URL(file, location.href).pathname));

here.addEventListener('install', (event) => {
  const wanted = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted)).then(() => here.skipWaiting()));
});

here.addEventListener('activate', (event) => event.waitUntil(here.clients.claim()));

here.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method === 'GET' && origin === location.origin && ours.has(pathname)) event.respondWith(newest(event.request));
});

/** @param {Request} request */
async function newest(request) {
  const cache = await caches.open(NAME);
  try {
    // Not what the browser keeps on its own account: that may be of another version.
    const answer = await fetch(request, { cache: 'no-cache' });
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
