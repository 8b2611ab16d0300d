// A game against the page: who answers, what is allowed, how it ends; kept on this computer as it goes.

/** @import { Code, Feedback, Row, Rules } from './rules.js' */
import { hardestAnswer, summary } from './codes.js';
import { gameName } from './line.js';
import { parseHistory, rowName, rulesName, parseRules } from './notation.js';
import { feedback, isWin } from './rules.js';
import { randomSecret, seal, unseal } from './share.js';
import { recall, remember } from './store.js';

/** @typedef {'random' | 'adversary' | 'fixed'} Maker */
/** @typedef {{rules: Rules, maker: Maker, allowed: number, secret: Code | null}} Setting */

export class PlayedGame {
  /** @param {Setting} setting @param {{rows?: Row[], hints?: number, resigned?: boolean}} [so] */
  constructor({ rules, maker, allowed, secret }, { rows = [], hints = 0, resigned = false } = {}) {
    this.rules = rules;
    this.maker = maker;
    this.allowed = allowed;
    this.rows = rows;
    this.hints = hints;
    this.resigned = resigned;
    /** The adversary has none until the end. @type {Code | null} */
    this.secret = secret;
  }

  /** @param {Rules} rules @param {Maker} maker @param {number} allowed */
  static begin(rules, maker, allowed) {
    return new PlayedGame({ rules, maker, allowed, secret: maker === 'adversary' ? null : randomSecret(rules) });
  }

  get won() {
    const last = this.rows.at(-1);
    return last !== undefined && isWin(this.rules, last.feedback);
  }

  get over() {
    return this.won || this.resigned || this.rows.length >= this.allowed;
  }

  get left() {
    return this.allowed - this.rows.length;
  }

  /** Whether the other was begun in the same way, with the same code. @param {PlayedGame} other */
  isSame(other) {
    const begun = (/** @type {PlayedGame} */ game) => String([rulesName(game.rules), game.maker, game.allowed, game.secret]);
    return begun(this) === begun(other);
  }

  /** The answer to a guess; the game has a row more. @param {Code} guess @returns {Promise<Feedback>} */
  async guess(guess) {
    const told = this.secret ? feedback(this.rules, this.secret, guess) : await hardestAnswer(this.rules, this.rows, guess);
    this.rows = [...this.rows, { guess, feedback: told }];
    if (this.over) await this.reveal();
    this.keep();
    return told;
  }

  async resign() {
    this.resigned = true;
    await this.reveal();
    this.keep();
  }

  /** The code: of an adversary the lowest that fits all it said. */
  async reveal() {
    if (this.won) this.secret = this.rows[this.rows.length - 1].guess;
    else this.secret ??= (await summary(this.rules, this.rows)).first;
  }

  /** The game in a line; the secret is in it when the game is over. */
  get line() {
    return gameName({ ...this, secret: this.over ? this.secret : null });
  }

  /** Remember it. */
  keep() {
    remember('game', {
      rules: rulesName(this.rules),
      rows: this.rows.map((row) => rowName(row, this.rules)).join(' '),
      sealed: this.secret && seal(this.rules, this.secret, this.allowed),
      maker: this.maker,
      allowed: this.allowed,
      hints: this.hints,
      resigned: this.resigned,
    });
  }

  /** The game that was remembered; null if there is none, or none that can be read. */
  static resume() {
    const kept = recall('game', null);
    if (!kept) return null;
    try {
      const { rules: name, rows, sealed, maker, allowed, hints, resigned } = /** @type {any} */ (kept);
      const rules = parseRules(name);
      const secret = sealed ? (unseal(sealed)?.secret ?? null) : null;
      if (!secret && maker !== 'adversary') return null;
      return new PlayedGame({ rules, maker, allowed, secret }, { rows: parseHistory(rows, rules), hints, resigned });
    } catch {
      return null;
    }
  }
}
