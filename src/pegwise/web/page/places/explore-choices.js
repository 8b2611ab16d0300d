// Which strategies are walked through: one, and one beside it.

import { ask } from '../core/api.js';
import { PLAYED } from '../core/small-games.js';
import { el, fill } from '../parts/dom.js';
import { t } from '../strings/strings.js';

/** A strategy to choose; `title` is what a tree from a file is called. @typedef {{name: string, title?: string, summary: string, samples?: boolean}} Choice */

/** Two menus. @param {(name: string) => void} first @param {(name: string) => void} beside none if empty */
export function strategyMenus(first, beside) {
  const one = el('select', { id: 'strategy', on: { change: () => first(one.value) } });
  const other = el('select', { id: 'beside', on: { change: () => beside(other.value) } });
  return {
    elements: [
      el('p', {}, el('label', { for: 'strategy' }, t('explore.strategy')), one),
      el('p', {}, el('label', { for: 'beside' }, t('explore.beside')), other),
    ],
    /** @param {Choice[]} all @param {string} chosen @param {string} second */
    offer(all, chosen, second) {
      const options = (/** @type {string} */ now) => all.map(({ name, title }) => el('option', { value: name, selected: name === now }, title ?? name));
      fill(one, options(chosen));
      fill(other, el('option', { value: '' }, t('explore.alone')), options(second));
    },
    /** @param {string} name of the first strategy */
    show(name) {
      one.value = name;
    },
  };
}

/** The strategies; those that the page plays itself where nobody tells others. @returns {Promise<Choice[]>} */
export const strategyChoices = () => ask('/strategies').catch(() => PLAYED.map((name) => ({ name, summary: '' })));
