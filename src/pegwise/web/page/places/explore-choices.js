// Which strategies are walked through: one, and one beside it.

/** @import { Rules } from '../core/rules.js' */
import { ask } from '../core/api.js';
import { mayPlay, PLAYED } from '../core/engine.js';
import { besideTrees } from '../core/tree-places.js';
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

/** The strategies of the server, or those that the page has itself. @param {Rules} rules @returns {Promise<Choice[]>} */
export function strategyChoices(rules) {
  const own = [...new Set([...PLAYED.filter((name) => mayPlay(rules, name)), ...besideTrees(rules)])].sort();
  return ask('/strategies').catch(() => own.map((name) => ({ name, summary: '' })));
}
