// Play: which game is played: the one left off, that of a link, or a new one.

import { PlayedGame } from '../core/game.js';
import { unseal } from '../core/share.js';
import { remember } from '../core/remembered.js';
import { sure } from '../parts/dialogs.js';
import { announce, el, fill } from '../parts/dom.js';
import { answered, celebrate, hear } from '../parts/effects.js';
import { HintPanel } from '../parts/hints.js';
import { rulesCard } from '../parts/rules-card.js';
import { alphabetLine } from '../parts/sentences.js';
import { t } from '../strings/strings.js';
import { ending, gameWords, lossWords, remaining, rowWords, sharing, statusWords } from './play-end.js';
import { askAnswer, begin, newGame, toNewGame } from './play-new.js';
import { PlayTable } from './play-table.js';

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
    view?.table.editor?.focus();
  }
  play(PlayedGame.resume() ?? begin());
  if (what === 'code' || what === 'from') take(what, token, play);
  context.signal.addEventListener('abort', () => view?.stop());
}

/** The game that a link holds takes the place of the one here, unless a person would rather go on with that.
 * @param {string} what it begins with rows (`from`) or without (`code`)
 * @param {string} token @param {Play} play */
async function take(what, token, play) {
  const shared = unseal(token);
  const here = PlayedGame.resume();
  history.replaceState(null, '', '#/play');
  if (!shared) {
    announce(t('play.share.bad'));
    return play(here ?? begin(), t('play.share.bad'));
  }
  const { rows, secret } = shared;
  const game = new PlayedGame({ ...shared, maker: secret ? 'fixed' : 'adversary' }, { rows, given: rows.length });
  if (here && !here.over && here.isSame(game)) return undefined;
  if (here && !(await mayLeave(here, t('play.leave.shared')))) return undefined;
  remember('draft', null);
  return play(game, t(what === 'from' ? 'learn.begun' : 'play.fixed'));
}

/** Whether a game may go: one that is begun and not over is asked about. @param {PlayedGame} game @param {string} question */
const mayLeave = async (game, question) => game.over || !game.rows.length || (await sure(question, t('play.leave'), t('play.no')));

/** `start` begins another game in the place of this one. @typedef {{note?: string, start: (next: PlayedGame, here: PlayedGame) => void}} Options */

export class GameView {
  gone = false;
  /** Whether an answer is awaited. */
  busy = false;
  /** How many codes are left, in words. */
  remain = '';

  /** @param {HTMLElement} root @param {Context} context @param {PlayedGame} game @param {Options} options */
  constructor(root, context, game, { note = '', start }) {
    this.context = context;
    this.game = game;
    this.start = start;
    this.status = el('p', { class: 'status' });
    this.alphabet = el('div');
    this.resign = el('button', { type: 'button', on: { click: () => this.giveUp() } }, t('play.resign'));
    this.table = new PlayTable(game, (code, alphabet) => this.guess(code, alphabet));
    this.hints = new HintPanel({
      // In the letters or names that are typed in the row.
      situation: () => ({ rules: this.table.editor?.rules ?? game.rules, rows: game.rows, holes: this.table.editor?.holes ?? [] }),
      taken: () => {
        game.hints++;
        game.keep();
        this.tellStatus();
      },
      // What the status line says already is no hint.
      shown: (step) => step === 'count' && this.remain !== '',
      use: (code) => (this.table.editor?.set(code), this.table.editor?.focus()),
    });
    this.card = rulesCard(game.rules);
    const share = sharing(game);
    fill(root, [
      el('div', { class: 'playing' }, [
        el('section', { class: 'game', 'aria-labelledby': 'play' }, [
          el('div', { class: 'titled' }, el('h1', { id: 'play' }, t('play.title')), toNewGame()),
          el('p', { class: 'quiet about' }, gameWords(game)),
          note && el('p', { class: 'remark' }, note),
          this.table.tray,
          this.table.below,
          this.status,
          this.alphabet,
          el('div', { class: 'actions of-game' }, this.resign, share.button),
          share.element,
        ]),
        el('div', { class: 'side' }, this.card.element, this.hints.element),
        newGame((next) => this.start(next, game)),
      ]),
    ]);
    if (game.byHand) game.answers = (guess) => askAnswer(game.rules, game.rows.length + 1, guess);
    this.update(false);
    this.raceOn();
    if (game.rows.length && !game.over) this.count().then(() => this.tellStatus());
  }

  /** The strategy of a race that was left makes the guesses it had made. */
  async raceOn() {
    const { rival, rows, over } = this.game;
    if (!rival || !rows.length) return;
    await rival.follow(over ? undefined : rows.length);
    if (!this.gone) this.update(false);
  }

  /** @param {Code} code @param {Rules['alphabet']} alphabet */
  async guess(code, alphabet) {
    if (this.busy) return;
    this.busy = true;
    this.status.textContent = t('work.thinking');
    try {
      await this.game.guess(code, alphabet);
    } catch (error) {
      console.warn(error);
      return this.table.editor?.say(t('play.failed'));
    } finally {
      this.busy = false;
    }
    remember('draft', null);
    if (this.gone) return;
    this.hints.reset();
    this.remain = '';
    this.update();
    await this.count();
    if (this.gone) return;
    this.tellStatus();
    announce(rowWords(this.game, this.remain));
  }

  async count() {
    this.remain = await remaining(this.game.rules, this.game.rows);
  }

  tellStatus() {
    this.status.textContent = statusWords(this.game, this.remain);
  }

  /** Show the game as it stands. @param {boolean} [fresh] whether a guess or the end has just come */
  update(fresh = true) {
    const { game } = this;
    const rows = this.table.draw(game);
    fill(this.alphabet, alphabetLine(game.rules));
    const last = game.rows.at(-1);
    if (fresh && last && !game.resigned) answered(rows, last.feedback);
    this.hints.element.hidden = this.resign.hidden = game.over;
    this.card.show(!game.rows.length);
    this.tellStatus();
    if (game.over) this.end(fresh);
    else if (fresh) this.table.reach();
  }

  /** @param {boolean} fresh */
  end(fresh) {
    const { game } = this;
    const ended = ending(this.context, game, () => this.start(begin(), game));
    fill(this.table.below, ended);
    const last = game.rows.at(-1);
    if (last && game.won) celebrate(ended, last.guess, fresh);
    else if (fresh) hear('loss');
    if (fresh) ended.focus();
  }

  async giveUp() {
    if (this.busy || !(await sure(t('play.resign.sure'), t('play.yes'), t('play.no')))) return;
    this.busy = true;
    this.status.textContent = t('work.thinking'); // the strategy of a race plays on to its end
    try {
      await this.game.resign();
    } finally {
      this.busy = false;
      this.tellStatus();
    }
    if (this.gone) return;
    announce(lossWords(this.game));
    this.update();
  }

  stop() {
    this.gone = true;
    this.hints.reset();
  }
}
