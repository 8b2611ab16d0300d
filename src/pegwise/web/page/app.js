// The frame of the page: its places, chosen by the address, what they share, and how far the engine is loaded.

import { unloaded } from './core/api.js';
import { onLoading } from './core/python.js';
import { announce, el, fill } from './parts/dom.js';
import { showSettings } from './parts/settings.js';
import { language, number, t } from './strings/strings.js';

/** What shows a place. @typedef {(root: HTMLElement, context: Context) => void} Mount */

/** @type {Record<string, () => Promise<{mount: Mount}>>} */
const PLACES = {
  play: () => import('./places/play.js'),
  puzzle: () => import('./places/puzzle.js'),
  solve: () => import('./places/solve.js'),
  review: () => import('./places/review.js'),
  explore: () => import('./places/explore.js'),
  learn: () => import('./places/learn.js'),
  games: () => import('./places/games.js'),
  how: () => import('./places/how-to-play.js'),
};
/** Those without a tab: the header has a link of its own to them. */
const UNTABBED = ['how'];

const settings = /** @type {HTMLDetailsElement} */ (document.getElementById('settings'));
const nav = /** @type {HTMLElement} */ (document.getElementById('nav'));
const root = /** @type {HTMLElement} */ (document.getElementById('place'));
/** Ends what is shown. */
let shown = new AbortController();
let visit = 0;

async function enter() {
  if (location.hash === '#/play/daily') return location.replace('#/puzzle'); // where it was once
  const hash = location.hash.startsWith('#/') ? location.hash : '';
  const [name = '', ...parts] = hash.slice(2).split('/').map(decoded);
  const id = name || 'play';
  const known = Object.hasOwn(PLACES, id);
  const ours = ++visit;
  const mount = known ? await loaded(id) : null;
  if (ours !== visit) return; // gone on meanwhile
  shown.abort();
  shown = new AbortController();
  fill(root);
  const tabs = Object.keys(PLACES).filter((each) => !UNTABBED.includes(each));
  fill(nav, tabs.map((each) => el('a', { href: `#/${each}`, 'aria-current': each === id ? 'page' : null }, t(`nav.${each}`))));
  reveal();
  document.title = `${t(known ? `nav.${id}` : 'unknown.title')} · pegwise`;
  if (mount) mount(root, { parts, signal: shown.signal, go: (next) => (location.hash === next ? enter() : (location.hash = next)) });
  else {
    const told = known ? unloaded() : t('unknown.title');
    fill(root, known ? [el('h1', {}, t(`nav.${id}`)), el('p', { class: 'note' }, told)] : unknown(hash));
    announce(told);
  }
  // The reader begins at the top, unless the settings brought the place anew.
  if (ours === 1 || root.contains(document.activeElement) || settings.contains(document.activeElement)) return;
  scrollTo(0, 0);
  root.focus({ preventScroll: true });
}

/** What shows the place; null where it cannot be loaded: it was never here before, and there is no network. @param {string} id */
async function loaded(id) {
  try {
    return (await PLACES[id]()).mount;
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The row of tabs scrolls where it is wider than the window: the current one is in sight. */
function reveal() {
  const here = /** @type {HTMLElement | null} */ (nav.querySelector('[aria-current]'));
  if (here) nav.scrollLeft = here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
  tellMore();
}

/** An arrow tells of tabs beyond the edge: where the edge falls between two of them, nothing else does. */
function tellMore() {
  nav.toggleAttribute('data-more', nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 8);
}

/** @param {string} address */
const unknown = (address) =>
  el('section', { class: 'panel narrow' }, [
    el('h1', {}, t('unknown.title')),
    el('p', {}, t('unknown.text', { address })),
    el('ul', { class: 'links' }, Object.keys(PLACES).map((id) => el('li', {}, el('a', { class: 'button', href: `#/${id}` }, t(`nav.${id}`))))),
  ]);

/** Milliseconds: what is quicker needs no bar. */
const SHOWN_AFTER = 300;
const MEGABYTE = 1e6;

/** Show a panel before `place` while something is loaded. @param {HTMLElement} place */
function showLoading(place) {
  const bar = el('progress', { 'aria-label': t('loading.bar') });
  const count = el('span', { class: 'digits' });
  const element = el('aside', { class: 'loading panel', 'aria-label': t('loading.bar') }, el('p', {}, t('loading.why')), el('p', { class: 'working' }, bar, count));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  onLoading((loaded) => {
    if (!loaded) {
      clearTimeout(timer);
      timer = undefined;
      element.remove();
      return;
    }
    bar.max = loaded.total;
    if (loaded.done < loaded.total) {
      bar.value = loaded.done;
      count.textContent = t('loading.count', { done: number(loaded.done / MEGABYTE, 1), total: number(loaded.total / MEGABYTE, 1) });
    } else {
      bar.removeAttribute('value'); // all is here, and starts: nobody knows for how long
      count.textContent = t('loading.starting');
    }
    timer ??= setTimeout(() => {
      place.before(element);
      announce(t('loading.why'));
    }, SHOWN_AFTER);
  });
}

document.documentElement.lang = language;
nav.setAttribute('aria-label', t('frame.pages'));
const skipper = /** @type {HTMLElement} */ (document.getElementById('skip'));
skipper.textContent = t('frame.skip');
// To the content, without a trace in the address: that is where the places are.
skipper.addEventListener('click', (event) => (event.preventDefault(), root.focus()));
settings.before(el('a', { class: 'tool how-link', href: '#/how', title: t('nav.how') }, el('span', { 'aria-hidden': 'true' }, '?'), el('span', { class: 'sr' }, t('nav.how'))));
showSettings(settings, enter);
showLoading(root);
addEventListener('hashchange', enter);
addEventListener('resize', reveal);
nav.addEventListener('scroll', tellMore, { passive: true });
enter();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
