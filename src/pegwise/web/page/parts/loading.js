// How far the files of the engine are loaded, wherever a question needed them: once, then they stay in the browser.

import { onLoading } from '../core/python.js';
import { number, t } from '../strings/strings.js';
import { announce } from './announcer.js';
import { el } from './dom.js';

/** Milliseconds: what is quicker needs no bar. */
const SHOWN_AFTER = 300;
const MEGABYTE = 1e6;

/** Show a panel before `place` while something is loaded. @param {HTMLElement} place */
export function showLoading(place) {
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
    bar.value = Math.min(loaded.done, loaded.total);
    count.textContent = t('loading.count', { done: number(loaded.done / MEGABYTE, 1), total: number(loaded.total / MEGABYTE, 1) });
    timer ??= setTimeout(show, SHOWN_AFTER);
  });

  function show() {
    place.before(element);
    announce(t('loading.why'));
  }
}
