// What is said and offered when a game is over, and the link to a code that others may break.

/** @import { Context } from '../app.js' */
/** @import { PlayedGame } from '../core/game.js' */
import { seal } from '../core/share.js';
import { el, fill } from '../parts/dom.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** @param {Context} context @param {PlayedGame} game @param {() => void} again */
export function ending(context, game, again) {
  const { rules, secret } = game;
  const count = game.rows.length;
  const told = game.won ? t('play.won', { count }) : t(game.resigned ? 'play.resigned' : 'play.lost', { code: codeWords(secret ?? [], rules) });
  const copied = el('span', { class: 'quiet' });
  const line = el('input', { id: 'line', readonly: true, value: game.line });
  return el(
    'section',
    { class: 'panel ending', tabindex: -1, 'aria-label': told },
    el('h2', {}, told),
    secret && !game.won && el('p', { 'aria-hidden': 'true' }, codePegs(secret, rules)),
    game.maker === 'adversary' && !game.won && el('p', {}, t('play.proof')),
    game.hints > 0 && el('p', { class: 'quiet' }, t('play.hints', { count: game.hints })),
    el(
      'div',
      { class: 'actions' },
      el('button', { type: 'button', class: 'primary', on: { click: again } }, t('play.again')),
      el('button', { type: 'button', on: { click: () => context.go(`#/review/${encodeURIComponent(game.line)}`) } }, t('play.review')),
    ),
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'line' }, t('play.line')),
      el('span', { class: 'beside' }, line, el('button', { type: 'button', on: { click: () => copy(context, line, copied, t('play.copied')) } }, t('play.copy'))),
      copied,
    ),
  );
}

/** The button that makes a link to the game's code, and where it is shown. @param {Context} context @param {PlayedGame} game */
export function sharing(context, game) {
  const element = el('div');
  const button = el('button', { type: 'button', on: { click: share } }, t('play.share'));

  function share() {
    if (!game.secret || game.maker === 'adversary') {
      fill(element, el('p', {}, t('play.share.adversary')));
      return context.announce(t('play.share.adversary'));
    }
    const told = el('p', { class: 'quiet' });
    const address = `${location.origin}${location.pathname}#/play/code/${seal(game.rules, game.secret, game.allowed)}`;
    const line = el('input', { id: 'shared', readonly: true, value: address });
    fill(element, el('div', { class: 'field' }, el('label', { for: 'shared' }, t('play.link')), line), told);
    line.focus();
    return copy(context, line, told, t('play.shared'));
  }

  return { button, element };
}

/** @param {Context} context @param {HTMLInputElement} line @param {HTMLElement} told @param {string} words */
async function copy(context, line, told, words) {
  line.select();
  try {
    await navigator.clipboard.writeText(line.value);
    told.textContent = words;
  } catch {
    told.textContent = t('play.selected'); // the person can copy it
  }
  context.announce(told.textContent);
}
