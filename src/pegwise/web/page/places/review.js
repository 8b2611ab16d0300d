// Review: a game gone through again, from Play, from the games that are kept, or from a line of text.

/** @import { Context } from '../app.js' */
/** @import { Review } from './reviewed.js' */
import { LONGEST } from '../core/api.js';
import { parseGame } from '../core/line.js';
import { NotationError, parseRules } from '../core/notation.js';
import { complain } from '../parts/announcer.js';
import { el, fill } from '../parts/dom.js';
import { asker } from '../parts/work.js';
import { t } from '../strings/strings.js';
import { offers } from './review-offers.js';
import { reviewedGame } from './reviewed.js';

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const line = context.parts.join('/');
  const open = (/** @type {string} */ text) => context.go(`#/review/${encodeURIComponent(text)}`);
  const entry = lineForm(line, open);
  const reviewing = review(line, context);
  const offered = line ? null : offers(open);
  fill(
    root,
    el('h1', {}, t('review.title')),
    el('p', { class: 'quiet' }, t('review.intro')),
    offered ? el('div', { class: 'narrow' }, offered.element, entry.form) : el('details', {}, el('summary', {}, t('review.other')), entry.form),
    reviewing.element,
  );
  if (line && entry.check(line)) reviewing.begin();
  else root.querySelector('details')?.setAttribute('open', '');
  document.addEventListener('keydown', reviewing.pressed);
  return () => {
    document.removeEventListener('keydown', reviewing.pressed);
    reviewing.stop();
    offered?.end();
  };
}

/** The field for a game as a line of text. `check` tells whether one can be read, and says why not.
 * @param {string} line @param {(text: string) => void} open */
function lineForm(line, open) {
  const note = el('p', { class: 'note', id: 'line-note' });
  const input = el('textarea', { id: 'line', rows: 2, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'line-about line-note' }, line);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (check(input.value)) open(input.value.trim().replace(/\s+/g, ' '));
    else input.focus();
  };

  /** @param {string} text */
  function check(text) {
    note.textContent = '';
    input.removeAttribute('aria-invalid');
    try {
      const game = parseGame(text, parseRules('4x6'));
      if (!game.rows.length) throw new NotationError('game.empty');
      return true;
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      complain(note, t(error.key, error.values));
      input.setAttribute('aria-invalid', 'true');
      return false;
    }
  }

  const form = el(
    'form',
    { on: { submit: send } },
    el('label', { for: 'line' }, t('review.line')),
    input,
    el('p', { class: 'quiet', id: 'line-about' }, t('review.about')),
    note,
    el('div', { class: 'actions' }, el('button', { class: 'primary' }, t('review.send'))),
  );
  return { form, check };
}

/** The review of a line: first what is quick; what that leaves open is worked out while the reader reads.
 * @param {string} line @param {Context} context */
function review(line, context) {
  const work = asker();
  const deeper = asker(() => true); // what it does not find stays marked as open
  const shown = el('div');
  /** @type {ReturnType<typeof reviewedGame> | null} */
  let game = null;

  async function begin() {
    const first = await work.ask('/review', { line });
    if (!first) return;
    game = reviewedGame(first, context);
    fill(shown, game.element);
    if (!isOpen(first)) return;
    const better = await deeper.ask('/review', { line, seconds: LONGEST }, t('review.deeper'));
    if (better) game.replace(better);
  }

  return {
    element: el('div', {}, work.element, deeper.element, shown),
    begin,
    pressed: (/** @type {KeyboardEvent} */ event) => game?.pressed(event),
    stop() {
      work.stop();
      deeper.stop();
    },
  };
}

/** @param {Review} review */
const isOpen = ({ moves }) => moves.some((move) => move.known !== 'exact');

export const place = { id: 'review', mount };
