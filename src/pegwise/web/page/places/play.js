// Play: which game is played: the one left off, that of a link, or a new one.

import { PlayedGame } from '../core/game.js';
import { unseal, unsealStart } from '../core/share.js';
import { remember } from '../core/store.js';
import { sure } from '../parts/dialogs.js';
import { announce } from '../parts/dom.js';
import { t } from '../strings/strings.js';
import { GameView } from './play-game.js';
import { begin } from './play-new.js';

/** Puts a game in the place of the one on the page. @typedef {(game: PlayedGame, note?: string) => void} Play */

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const [what, token = ''] = context.parts;
  /** @type {GameView | undefined} */
  let view;
  /** @type {Play} */
  function play(game, note) {
    view?.stop();
    game.keep();
    view = new GameView(root, context, game, { note, start });
  }
  /** Another game, unless one would rather go on with this. @param {PlayedGame} game @param {PlayedGame} here */
  async function start(game, here) {
    if (!(await mayLeave(here, t('play.leave.sure')))) return;
    remember('draft', null);
    play(game);
    view?.focus();
  }
  play(PlayedGame.resume() ?? begin());
  if (what === 'code' || what === 'from') take(what, token, play);
  return () => view?.stop();
}

/** The game that a link holds takes the place of the one here, unless a person would rather go on with that.
 * @param {string} what it begins with rows (`from`) or without (`code`)
 * @param {string} token @param {Play} play */
async function take(what, token, play) {
  const shared = what === 'from' ? unsealStart(token) : unseal(token);
  const here = PlayedGame.resume();
  history.replaceState(null, '', '#/play');
  if (!shared) {
    announce(t('play.share.bad'));
    return play(here ?? begin(), t('play.share.bad'));
  }
  const rows = 'rows' in shared ? shared.rows : [];
  const game = new PlayedGame({ ...shared, maker: shared.secret ? 'fixed' : 'adversary' }, { rows, given: rows.length });
  if (here && !here.over && here.isSame(game)) return undefined;
  if (here && !(await mayLeave(here, t('play.leave.shared')))) return undefined;
  remember('draft', null);
  return play(game, t(what === 'from' ? 'learn.begun' : 'play.fixed'));
}

/** Whether a game may go: one that is begun and not over is asked about. @param {PlayedGame} game @param {string} question */
const mayLeave = async (game, question) => game.over || !game.rows.length || (await sure(question, t('play.leave'), t('play.no')));
