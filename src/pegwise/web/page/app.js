// The frame of the page: its four places, chosen by the address, and what they share.

import { ask } from './core/api.js';
import { recall, remember } from './core/store.js';
import { announce } from './parts/announcer.js';
import { el, fill } from './parts/dom.js';
import { language, t } from './strings/strings.js';

/** What a place is given. `parts` are what the address says after its name.
 * @typedef {{parts: string[], ask: typeof ask, announce: (text: string) => void, go: (hash: string) => void}} Context */
/** @typedef {{id: string, mount: (root: HTMLElement, context: Context) => (() => void) | void}} Place */

/** @type {Record<string, () => Promise<{place: Place}>>} */
const PLACES = {
  play: () => import('./places/play.js'),
  solve: () => import('./places/solve.js'),
  review: () => import('./places/review.js'),
  explore: () => import('./places/explore.js'),
};

const root = /** @type {HTMLElement} */ (document.getElementById('place'));
/** @type {(() => void) | void} */
let leave;
let visit = 0;

/** @param {string} hash */
function go(hash) {
  if (location.hash === hash) enter();
  else location.hash = hash;
}

async function enter() {
  const hash = location.hash.startsWith('#/') ? location.hash : '';
  const [name = '', ...parts] = hash.slice(2).split('/').map(decoded);
  const id = Object.hasOwn(PLACES, name) ? name : 'play';
  const ours = ++visit;
  const place = await loaded(id);
  if (ours !== visit) return; // gone on meanwhile
  leave?.();
  leave = undefined;
  fill(root);
  showNav(id);
  document.title = `${t(`nav.${id}`)} · pegwise`;
  if (!place) {
    fill(root, el('h1', {}, t(`nav.${id}`)), el('p', { class: 'note' }, t('place.unloaded')));
    return announce(t('place.unloaded'));
  }
  leave = place.mount(root, { parts, ask, announce, go });
  if (ours > 1 && !root.contains(document.activeElement)) {
    scrollTo(0, 0);
    root.focus({ preventScroll: true });
  }
  if (name && name !== id) announce(t('place.missing'));
}

/** The place; null where it cannot be loaded: it was never here before, and there is no network. @param {string} id */
async function loaded(id) {
  try {
    return (await PLACES[id]()).place;
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

/** @param {string} current */
function showNav(current) {
  const links = Object.keys(PLACES).map((id) =>
    el('a', { href: `#/${id}`, 'aria-current': id === current ? 'page' : null }, t(`nav.${id}`)),
  );
  fill(/** @type {HTMLElement} */ (document.getElementById('nav')), links);
}

function showSettings() {
  const settings = /** @type {HTMLDetailsElement} */ (document.getElementById('settings'));
  const now = recall('theme', 'auto') ?? 'auto';
  const theme = el(
    'select',
    { id: 'theme', on: { change: () => dress(theme.value) } },
    ['auto', 'light', 'dark'].map((value) => el('option', { value, selected: value === now }, t(`theme.${value}`))),
  );
  const letters = el('input', { type: 'checkbox', id: 'letters', checked: recall('letters', false), on: { change: () => relabel(letters.checked) } });
  fill(
    settings,
    el('summary', {}, t('settings')),
    el(
      'div',
      { class: 'sheet' },
      el('label', { for: 'theme' }, t('theme.label')),
      theme,
      el('label', { class: 'check' }, letters, t('letters.label')),
    ),
  );
  addEventListener('click', (event) => {
    if (!settings.contains(/** @type {Node} */ (event.target))) settings.open = false;
  });
  settings.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !settings.open) return;
    settings.open = false;
    settings.querySelector('summary')?.focus();
  });
}

/** @param {string} theme */
function dress(theme) {
  remember('theme', theme === 'auto' ? null : theme);
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Every peg has its number and its letter: which of them shows is a matter of style. @param {boolean} letters */
function relabel(letters) {
  remember('letters', letters);
  document.documentElement.toggleAttribute('data-letters', letters);
}

/** To the content, without a trace in the address: that is where the places are. @param {Event} event */
function skip(event) {
  event.preventDefault();
  root.focus();
}

document.documentElement.lang = language;
document.getElementById('skip')?.addEventListener('click', skip);
showSettings();
addEventListener('hashchange', enter);
enter();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
