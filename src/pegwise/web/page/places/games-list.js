// The games one by one: to go on with, review, share or delete.

import { PlayedGame } from '../core/game.js';
import { rulesName } from '../core/notation.js';
import { remove, restore } from '../core/saved-games.js';
import { isExact } from '../core/statistics.js';
import { remember } from '../core/remembered.js';
import { courseWords, gameCard, outcomeWords, shareCard } from '../parts/card.js';
import { sure } from '../parts/dialogs.js';
import { announce, el, fill } from '../parts/dom.js';
import { keyPegs } from '../parts/peg.js';
import { language, number, t } from '../strings/strings.js';

/** Games shown at first, and more at each request. */
const STEP = 10;

/** @param {Context} context */
export function gamesList(context) {
  let shown = STEP;
  let games = /** @type {Played[]} */ ([]);
  let gone = /** @type {Kept[]} */ ([]);
  const list = el('ul', { class: 'games-list' });
  const more = el('button', { type: 'button', on: { click: () => ((shown += STEP), draw()) } }, t('games.more'));
  const undo = el('button', { type: 'button', on: { click: takeBack } }, t('editor.undo'));
  const bar = el('p', { class: 'remark working', hidden: true }, el('span'), undo);
  const everything = el('button', { type: 'button', on: { click: clear } }, t('games.clear'));
  const heading = el('h2', { id: 'list' }, t('games.count'));
  const element = el('section', { 'aria-labelledby': 'list', hidden: true }, heading, bar, list, el('div', { class: 'actions' }, more, everything));
  /** The game whose card is open, and the games that are drawn. */
  let open = '';
  let drawn = '';

  function draw() {
    const ids = String(games.slice(0, shown).map(({ kept }) => kept.id));
    // While games are reviewed nobody loses the place where they are.
    if (ids === drawn && list.contains(document.activeElement)) return;
    drawn = ids;
    fill(list, games.slice(0, shown).map(item));
    more.hidden = games.length <= shown;
    element.hidden = !games.length && !gone.length;
    everything.hidden = !games.length;
    heading.textContent = t('games.list.count', { count: games.length });
  }

  /** @param {Played} played */
  function item(played) {
    const { kept, game, outcome } = played;
    const name = [rulesName(game.rules), outcomeWords(game), when(kept)].join(', ');
    const button = (/** @type {string} */ key, /** @type {() => void} */ click, more = {}) => el('button', { type: 'button', 'aria-label': t('work.about', { about: t(key), text: name }), ...more, on: { click } }, t(key));
    const last = outcome === 'unfinished' ? game.rows.at(-1) : undefined;
    const next = outcome === 'unfinished' ? PlayedGame.from(kept) : null;
    const card = el('div');
    const share = button('games.share', () => ((open = open === kept.id ? '' : kept.id), showCard()), { 'aria-expanded': String(open === kept.id) });

    function showCard() {
      const isOpen = open === kept.id;
      share.setAttribute('aria-expanded', String(isOpen));
      fill(card, isOpen ? shareCard(gameCard(game)) : []);
    }
    showCard();
    return el('li', { class: outcome }, [
      el('p', { class: 'what' }, el('strong', {}, outcomeWords(game)), el('span', {}, rulesName(game.rules)), last && keyPegs(last.feedback, game.rules)),
      el('p', { class: 'quiet' }, facts(played).join(' · ')),
      el('div', { class: 'actions' }, [
        next && button('games.continue', () => goOn(next), { class: 'primary' }),
        game.rows.length > 0 && el('a', { class: 'button', href: `#/review/${encodeURIComponent(kept.line)}`, 'aria-label': t('work.about', { about: t('nav.review'), text: name }) }, t('nav.review')),
        outcome !== 'unfinished' && share,
        button('games.delete', () => drop([kept.id])),
      ]),
      card,
    ]);
  }

  /** @param {PlayedGame} game */
  function goOn(game) {
    remember('draft', null);
    game.keep();
    context.go('#/play');
  }

  /** @param {string[]} ids */
  async function drop(ids) {
    gone = await remove(ids);
    tell(t('games.deleted', { count: gone.length }));
    undo.hidden = false;
    undo.focus();
  }

  async function clear() {
    if (!(await sure(t('games.clear.sure', { count: games.length }), t('games.clear.yes'), t('games.clear.no')))) return;
    await drop(games.map(({ kept }) => kept.id));
  }

  async function takeBack() {
    const back = gone;
    gone = [];
    await restore(back);
    undo.hidden = true;
    tell(t('games.restored', { count: back.length }));
    heading.tabIndex = -1;
    heading.focus();
  }

  /** @param {string} text */
  function tell(text) {
    bar.hidden = false;
    fill(/** @type {Element} */ (bar.firstChild), text);
    announce(text);
    draw();
  }

  return {
    element,
    /** @param {Played[]} next those to show */
    show(next) {
      // Those to go on with come first.
      games = [...next].sort((one, other) => Number(one.kept.finished) - Number(other.kept.finished));
      draw();
    },
  };
}

/** @param {Kept} kept */
const when = (kept) => new Date(kept.begun).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });

/** @param {Played} played */
function facts({ kept, game }) {
  const { review } = kept;
  const accuracy = review && review.accuracy !== null ? t(isExact(review) ? 'games.accuracy' : 'games.accuracy.most', { percent: number(review.accuracy, 1) }) : '';
  const rivals = Object.entries(kept.needed ?? {}).map(([strategy, count]) => t('games.needed', { strategy, count }));
  return [when(kept), courseWords(game), accuracy, ...rivals].filter(Boolean);
}
