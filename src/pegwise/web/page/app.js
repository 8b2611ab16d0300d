// The frame of the page: its four places, chosen by the address, and what they share.

import { ask } from './core/api.js';
import { recall, remember } from './core/store.js';
import { el, fill } from './parts/dom.js';
import { t } from './strings/strings.js';

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
const live = /** @type {HTMLElement} */ (document.getElementById('live'));
/** @type {(() => void) | void} */
let leave;
let visit = 0;

/** Say it to those who listen rather than look. @param {string} text */
function announce(text) {
  live.textContent = '';
  // Two changes at once would be one, and the same words twice none.
  setTimeout(() => (live.textContent = text), 50);
}

/** @param {string} hash */
function go(hash) {
  if (location.hash === hash) enter();
  else location.hash = hash;
}

async function enter() {
  if (location.hash && !location.hash.startsWith('#/')) return; // a place within the page
  const [name = '', ...parts] = location.hash.slice(2).split('/').map(decoded);
  const id = Object.hasOwn(PLACES, name) ? name : 'play';
  const ours = ++visit;
  const { place } = await PLACES[id]();
  if (ours !== visit) return; // gone on meanwhile
  leave?.();
  fill(root);
  showNav(id);
  document.title = `${t(`nav.${id}`)} · pegwise`;
  leave = place.mount(root, { parts, ask, announce, go });
  if (name && name !== id) announce(t('place.missing'));
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
  const themes = ['auto', 'light', 'dark'];
  const theme = el(
    'select',
    { id: 'theme', on: { change: () => dress(theme.value) } },
    themes.map((value) => el('option', { value, selected: value === recall('theme', 'auto') }, t(`theme.${value}`))),
  );
  const letters = el('input', { type: 'checkbox', id: 'letters', checked: recall('letters', false), on: { change: () => relabel(letters.checked) } });
  fill(
    /** @type {HTMLElement} */ (document.getElementById('settings')),
    el('summary', {}, t('settings')),
    el(
      'div',
      { class: 'sheet' },
      el('label', { for: 'theme' }, t('theme.label')),
      theme,
      el('label', { class: 'check' }, letters, t('letters.label')),
    ),
  );
}

/** @param {string} theme */
function dress(theme) {
  remember('theme', theme === 'auto' ? null : theme);
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** @param {boolean} letters */
function relabel(letters) {
  remember('letters', letters);
  enter();
}

dress(recall('theme', 'auto'));
showSettings();
addEventListener('hashchange', enter);
enter();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
