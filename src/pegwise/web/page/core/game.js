// A game against the page, a person or a strategy: who answers, what is allowed, how it ends; kept as it goes.

import { hardestAnswer, summary } from './counting.js';
import { newId, remove, save } from './saved-games.js';
import { gameName, parseGame } from './game-line.js';
import { rulesName } from './notation.js';
import { contradictedRow, endsWon, feedback } from './rules.js';
import { Race } from './race.js';
import { randomSecret, seal, unseal } from './share.js';
import { recall, remember } from './remembered.js';

/** Who holds the secret, as in a line: `fixed` without a secret is a person who answers by hand. @typedef {'random' | 'adversary' | 'fixed'} Maker */
/** @typedef {{rules: Rules, maker: Maker, allowed: number, secret: Code | null, race?: string | null}} Setting */
/** @typedef {{rows?: Row[], hints?: number, resigned?: boolean, id?: string, started?: string, given?: number}} Course */

/** Guesses where a line allows any number. */
const ANY = 999;

export class PlayedGame {
  /** @param {Setting} setting @param {Course} [so] */
  constructor({ rules, maker, allowed, secret, race = null }, { rows = [], hints = 0, resigned = false, id = newId(), started = now(), given = 0 } = {}) {
    this.rules = { ...rules }; // its alphabet is decided as codes are typed
    this.maker = maker;
    this.allowed = allowed;
    this.rows = rows;
    this.hints = hints;
    this.resigned = resigned;
    this.id = id;
    this.started = started;
    /** Rows that were there from the beginning. */
    this.given = given;
    /** The adversary has none until the end, nor has a person who answers by hand. @type {Code | null} */
    this.secret = secret;
    /** The strategy that looks for the same code. */
    this.race = race;
    this.rival = race && secret ? new Race(rules, race, (_, guess) => feedback(rules, secret, guess)) : null;
    /** Asks the person who answers by hand. @type {((guess: Code) => Promise<Feedback>) | null} */
    this.answers = null;
    this.saving = Promise.resolve();
  }

  /** @param {Rules} rules @param {Maker} maker @param {number} allowed @param {string | null} [race] */
  static begin(rules, maker, allowed, race = null) {
    return new PlayedGame({ rules, maker, allowed, race, secret: maker === 'random' ? randomSecret(rules) : null });
  }

  get won() {
    return endsWon(this.rules, this.rows);
  }

  get over() {
    return this.won || this.resigned || this.rows.length >= this.allowed;
  }

  /** Whether a person answers, who knows the code where the page does not. */
  get byHand() {
    return this.maker === 'fixed' && (this.secret === null || this.answers !== null);
  }

  /** Whether the other was begun in the same way, with the same code. @param {PlayedGame} other */
  isSame(other) {
    const begun = (/** @type {PlayedGame} */ game) => JSON.stringify([rulesName(game.rules), game.maker, game.allowed, game.secret]);
    return begun(this) === begun(other);
  }

  /** The answer to a guess; the game has a row more, and the alphabet that the guess was typed in.
   * @param {Code} guess @param {Rules['alphabet']} [alphabet] @returns {Promise<Feedback>} */
  async guess(guess, alphabet) {
    if (alphabet) this.rules.alphabet = alphabet;
    const [told] = await Promise.all([this.answer(guess), this.rival?.follow(this.rows.length + 1)]);
    this.rows = [...this.rows, { guess, feedback: told }];
    if (this.over) await this.reveal();
    this.keep();
    return told;
  }

  /** @param {Code} guess @returns {Feedback | Promise<Feedback>} */
  answer(guess) {
    if (this.secret) return feedback(this.rules, this.secret, guess);
    if (this.maker === 'adversary') return hardestAnswer(this.rules, this.rows, guess);
    if (!this.answers) throw new Error('nobody answers');
    return this.answers(guess);
  }

  async resign() {
    this.resigned = true;
    await this.reveal();
    this.keep();
  }

  /** The code: of an adversary the lowest that fits all it said; a person tells it. */
  async reveal() {
    if (this.won) this.secret = this.rows[this.rows.length - 1].guess;
    else if (this.maker === 'adversary') this.secret ??= (await summary(this.rules, this.rows)).first;
    await this.rival?.follow();
  }

  /** The first row whose feedback the code does not give. */
  get lie() {
    return this.secret && contradictedRow(this.rules, this.rows, this.secret);
  }

  /** The code that a person tells in the end; if it gives other feedback the game stays without one. @param {Code} secret */
  tell(secret) {
    this.secret = secret;
    this.keep();
  }

  /** The game in a line; the secret is in it when the game is over. */
  get line() {
    return gameName({ ...this, started: null, secret: this.over ? this.secret : null });
  }

  /** The game as it is kept. @returns {Kept} */
  get kept() {
    const { id, over: finished, secret, started, given } = this;
    const line = gameName({ ...this, secret: finished ? secret : null });
    return { id, line, sealed: finished || !secret ? null : seal(this.rules, secret, this.allowed), begun: Date.parse(started), finished, ...(given ? { given } : {}) };
  }

  /** Remember it: as the game of this tab, and once there is something of it among all games. */
  keep() {
    const { kept } = this;
    remember('game', kept);
    remember('game', kept, 'sessionStorage');
    if (this.rows.length <= this.given && !this.over) return;
    this.saving = this.saving
      .then(async () => {
        // Feedback that no code gives would spoil the statistics, and no line may hold it.
        if (this.lie) await remove([this.id]);
        else this.become(await save({ ...kept, id: this.id }));
      })
      .catch((error) => console.warn(error));
  }

  /** Take the id of a copy of its own, where another tab went on in another way. @param {string} id */
  become(id) {
    if (id === this.id) return;
    this.id = id;
    remember('game', this.kept, 'sessionStorage');
  }

  /** The game that was remembered, that of this tab first; null if there is none, or none that can be read. */
  static resume() {
    const kept = /** @type {Kept | null} */ (recall('game', null, 'sessionStorage') ?? recall('game', null));
    return kept && PlayedGame.from(kept);
  }

  /** A kept game to go on with; null if that cannot be: it is over and tells no code, or nobody knows its code. @param {Kept} kept */
  static from(kept) {
    try {
      const { rules, rows, hints, resigned, allowed, maker, race, started, secret, guessed } = parseGame(kept.line);
      const code = secret ?? (kept.sealed ? (unseal(kept.sealed)?.secret ?? null) : null) ?? (endsWon(rules, rows) ? rows[rows.length - 1].guess : null);
      if (guessed || (!code && maker === 'random')) return null;
      const setting = { rules, maker: /** @type {Maker} */ (maker), allowed: allowed ?? ANY, secret: code, race };
      return new PlayedGame(setting, { rows, hints, resigned, id: kept.id, started: started ?? now(kept.begun), given: kept.given });
    } catch {
      return null;
    }
  }
}

/** A time as a line has it. @param {number} [time] */
const now = (time = Date.now()) => `${new Date(time).toISOString().slice(0, 19)}Z`;
