// Which strategy gives the advice: a menu; the choice is kept.

import { ask } from '../core/api.js';
import { PLAYED } from '../core/small-games.js';
import { recall, remember } from '../core/store.js';
import { el, fill } from '../parts/dom.js';
import { strategyWords, t } from '../strings/strings.js';

/** The name that was chosen; empty for the usual one. */
export const advisor = () => recall('advisor', '');

/** The menu. @param {() => void} chosen */
export function advisorMenu(chosen) {
  const menu = el('select', { id: 'advisor', on: { change: choose } });

  async function offer() {
    const now = advisor();
    fill(menu, el('option', { value: '' }, t('advice.usual')));
    const all = await ask('/strategies').catch(() => PLAYED.map((name) => ({ name })));
    menu.append(...all.map((/** @type {any} */ { name, summary: what }) => el('option', { value: name, selected: name === now }, `${name}: ${strategyWords(name, what)}`)));
  }

  function choose() {
    remember('advisor', menu.value || null);
    chosen();
  }

  offer();
  return menu;
}
