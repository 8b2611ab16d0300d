// Reviewing all games at once: a button, how far it is, and a way to end it.

/** @import { Context } from '../app.js' */
/** @import { Played } from '../core/statistics.js' */
import { noServer } from '../core/api.js';
import { appraise, waiting } from '../core/game-reviews.js';
import { el } from '../parts/dom.js';
import { t } from '../strings/strings.js';

/** @param {Context} context */
export function appraisal(context) {
  /** @type {Played[]} */
  let games = [];
  /** @type {AbortController | null} */
  let running = null;
  const bar = el('progress', { 'aria-label': t('work.bar') });
  const words = el('span');
  const cancel = el('button', { type: 'button', on: { click: () => stop(true) } }, t('work.cancel'));
  const working = el('p', { class: 'working', hidden: true }, bar, words, cancel);
  const button = el('button', { type: 'button', on: { click: begin } }, t('games.appraise'));
  const about = el('p', {}, t('games.appraise.about'));
  const told = el('p', { class: 'quiet', hidden: true });
  const element = el('section', { class: 'panel', 'aria-label': t('games.appraise'), hidden: true }, about, button, working, told);

  async function begin() {
    const todo = waiting(games);
    const ours = (running = new AbortController());
    bar.max = todo.length;
    show(games);
    cancel.focus();
    try {
      const { failed, offline } = await appraise(todo, {
        signal: ours.signal,
        onProgress: (done) => {
          bar.value = done;
          words.textContent = t('games.appraised', { done, total: todo.length });
        },
      });
      if (ours.signal.aborted) return;
      tell(offline ? noServer('games.appraise.offline') : failed ? t('games.appraise.failed', { failed }) : t('games.appraise.done', { count: todo.length }));
    } catch (error) {
      if (!ours.signal.aborted) throw error;
    } finally {
      if (running === ours) running = null;
      show(games);
    }
  }

  /** @param {string} text */
  function tell(text) {
    told.hidden = false;
    told.textContent = text;
    context.announce(text);
  }

  /** @param {boolean} [asked] by the person */
  function stop(asked = false) {
    running?.abort();
    running = null;
    if (!asked) return;
    tell(t('work.cancelled'));
    show(games);
    button.focus();
  }

  /** @param {Played[]} finished */
  function show(finished) {
    games = finished;
    const left = waiting(games).length;
    working.hidden = running === null;
    about.hidden = !left && running === null;
    button.hidden = running !== null || !left;
    element.hidden = !left && running === null && told.hidden;
  }

  return { element, show, stop };
}
