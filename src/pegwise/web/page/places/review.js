// Review: a game gone through again, from Play, from the games that are kept, or from a line of text.

/** @import { Move } from '../core/review-sentences.js' */
import { LONGEST } from '../core/api.js';
import { gameName, parseGame } from '../core/game-line.js';
import { historyName, inNumbers, NotationError, rulesName } from '../core/notation.js';
import { all, watch } from '../core/saved-games.js';
import { read } from '../core/statistics.js';
import { isWordLine, parseWordGame } from '../core/words.js';
import { el, fill, form, tellIn } from '../parts/dom.js';
import { wrongWords } from '../parts/sentences.js';
import { codePegs } from '../parts/peg.js';
import { askedRules, asker } from '../parts/work.js';
import { day, t } from '../strings/strings.js';
import { reviewedGame } from './review-game.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const line = context.parts.join('/');
  const open = (/** @type {string} */ text) => context.go(`#/review/${encodeURIComponent(text)}`);
  const entry = lineForm(line, open);
  const game = line ? entry.check(line) : null;
  const reviewing = review(game, context.signal);
  const offered = line ? null : offers(open, context.signal);
  fill(root, [
    el('h1', {}, t('review.title')),
    el('p', { class: 'quiet' }, t('review.intro')),
    offered ? el('div', { class: 'narrow' }, offered, entry.element) : el('details', {}, el('summary', {}, t('review.other')), entry.element),
    reviewing.element,
  ]);
  if (game) reviewing.begin();
  else root.querySelector('details')?.setAttribute('open', '');
  document.addEventListener('keydown', reviewing.pressed, { signal: context.signal });
}

/** The field for a game as a line of text. `check` gives the game, or says why it cannot be read.
 * @param {string} line @param {(text: string) => void} open */
function lineForm(line, open) {
  const note = el('p', { class: 'note', id: 'line-note' });
  const input = el('textarea', { id: 'line', rows: 2, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'line-about line-note' }, line);
  const send = () => {
    const game = check(input.value);
    if (game) open(gameName(game));
    else input.focus();
  };

  /** @param {string} text @returns {Game | null} */
  function check(text) {
    note.textContent = '';
    input.removeAttribute('aria-invalid');
    try {
      const game = isWordLine(text) ? parseWordGame(text) : parseGame(text);
      if (!game) throw new NotationError('words.none');
      if (!game.rows.length) throw new NotationError('game.empty');
      return game;
    } catch (error) {
      tellIn(note, wrongWords(error));
      input.setAttribute('aria-invalid', 'true');
      return null;
    }
  }

  const element = form({}, send, [
    el('label', { for: 'line' }, t('review.line')),
    input,
    el('p', { class: 'quiet', id: 'line-about' }, t('review.about')),
    note,
    el('div', { class: 'actions' }, el('button', { class: 'primary' }, t('review.send'))),
  ]);
  return { element, check };
}

/** The review of a game: first what is quick; what that leaves open is worked out while the reader reads.
 * @param {Game | null} asked @param {AbortSignal} signal */
function review(asked, signal) {
  const question = asked && (asked.rules.lists ? { ...askedRules(asked.rules), rows: historyName(asked.rows, asked.rules) } : { line: gameName({ ...asked, rules: inNumbers(asked.rules) }) });
  const work = asker(signal);
  const deeper = asker(signal, () => true); // what it does not find stays marked as open
  const shown = el('div');
  let game = /** @type {ReturnType<typeof reviewedGame> | null} */ (null);

  async function begin() {
    const first = await work.ask('/review', question ?? {});
    if (!first || !asked) return;
    game = reviewedGame(first, asked.rules);
    fill(shown, game.element);
    if (first.moves.every((/** @type {Move} */ move) => move.known === 'exact')) return;
    const better = await deeper.ask('/review', { ...question, seconds: LONGEST }, t('review.deeper'));
    if (better) game.replace(better);
  }

  return {
    element: el('div', {}, work.element, deeper.element, shown),
    begin,
    pressed: (/** @type {KeyboardEvent} */ event) => game?.pressed(event),
  };
}

const EXAMPLE = '4x6 1122:B 1344:W 3526:BWW 1462:BW 3632';
/** Games that are offered. */
const LAST = 5;

/** The list, which is made anew when a game is kept. @param {(line: string) => void} open @param {AbortSignal} signal */
function offers(open, signal) {
  const games = el('ul', { class: 'offers' });
  const title = el('h2', { id: 'offers' }, t('review.none'));
  const example = el('li', {}, el('button', { type: 'button', on: { click: () => open(EXAMPLE) } }, t('review.example')));
  fill(games, example);
  const load = async () => {
    const kept = ((await all()) ?? []).filter((game) => game.finished && game.line.includes(':')).slice(0, LAST);
    const made = kept.map(read).filter((played) => played !== null).map((played) => offer(played, open));
    if (!made.length) return;
    fill(games, made, example);
    fill(title, t('review.games'));
  };
  load();
  watch(load, signal);
  return el('section', { 'aria-labelledby': 'offers' }, title, games);
}

/** @param {Played} played @param {(line: string) => void} open */
function offer({ kept, game }, open) {
  const { rules, rows, secret } = game;
  const code = secret ?? rows[rows.length - 1].guess;
  const about = t('review.game', { rules: rulesName(rules), count: rows.length, date: day(kept.begun) });
  return el('li', {}, el('button', { type: 'button', on: { click: () => open(kept.line) } }, codePegs(code, rules), ' ', about));
}
