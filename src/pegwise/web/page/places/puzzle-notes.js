// The panel of the notes, and what can be done with them.

/** @import { Context } from '../app.js' */
/** @import { Puzzle } from '../core/puzzles.js' */
import { summary } from '../core/counting.js';
import { el } from '../parts/dom.js';
import { notes } from '../parts/notes.js';
import { t } from '../strings/strings.js';

/** `changed` is told the marks to keep; `point` points out what a sentence speaks of.
 * @param {Puzzle} puzzle @param {string} marks @param {Context} context @param {(marks: string) => void} changed */
export function notesPanel({ rules, rows }, marks, context, changed) {
  const grid = notes(rules, marks, changed);
  const told = el('p', { class: 'status' });

  /** Only when asked for: what follows is for the solver to find. */
  async function check() {
    const { first } = await summary(rules, rows);
    const wrong = grid.wrong(first ?? []);
    told.textContent = t(wrong ? 'notes.wrong' : 'notes.fine', { wrong });
    context.announce(told.textContent);
  }

  const button = (/** @type {string} */ key, /** @type {() => void} */ click) => el('button', { type: 'button', on: { click } }, t(key));
  const element = el(
    'section',
    { class: 'panel', 'aria-labelledby': 'notes' },
    el('h2', { id: 'notes' }, t('notes.title')),
    el('p', { class: 'quiet' }, t('notes.about')),
    grid.element,
    told,
    el('div', { class: 'actions' }, button('notes.check', check), button('notes.clear', grid.clear)),
  );
  return { element, point: grid.point };
}
