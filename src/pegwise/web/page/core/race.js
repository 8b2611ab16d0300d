// A strategy that plays too: beside a person for the same code, or alone to see how many guesses it needs.

import { askPatiently } from './api.js';
import { bestGuess } from './counting.js';
import { historyName, parseCode, plain, plainName } from './notation.js';
import { endsWon } from './rules.js';
import { isSmall } from './small-strategies.js';

/** Strategies to race against; in large games only those of LARGE play. */
export const RIVALS = ['knuth', 'most-parts', 'entropy', 'first-consistent', 'large'];
const MOST = 200; // guesses; no strategy of these needs so many

/** What a strategy guessed after these rows; games begin alike. @type {Map<string, Code>} */
const known = new Map();
const KEPT = 5000;

/** A strategy's next guess: the page makes it in small games.
 * @param {Rules} rules @param {Row[]} rows @param {string} strategy @param {AbortSignal} [signal] @returns {Promise<Code>} */
async function nextGuess(rules, rows, strategy, signal) {
  const game = plain(rules);
  const history = historyName(rows, game);
  const key = [strategy, plainName(rules), history].join(' ');
  let guess = known.get(key);
  if (!guess) {
    const question = { rules: plainName(rules), history, strategy, alternatives: 0 };
    guess = (isSmall(rules, strategy) && (await bestGuess(game, rows, strategy))) || parseCode((await askPatiently('/hint', question, { signal })).guess, game);
    if (known.size >= KEPT) known.clear();
    known.set(key, guess);
  }
  signal?.throwIfAborted();
  return guess;
}

/** The board of the other, whose guesses are its own business until the race is over. */
export class Race {
  /** @param {Rules} rules @param {string} strategy @param {(rows: Row[], guess: Code) => Promise<Feedback> | Feedback} answer */
  constructor(rules, strategy, answer) {
    this.rules = rules;
    this.strategy = strategy;
    this.answer = answer;
    this.rows = /** @type {Row[]} */ ([]);
    /** Why it cannot go on. @type {Error | null} */
    this.trouble = null;
  }

  get won() {
    return endsWon(this.rules, this.rows);
  }

  /** Let the strategy guess until it has so many rows or the code; trouble ends the race, not the game. @param {number} [number] @param {AbortSignal} [signal] */
  async follow(number = MOST, signal) {
    try {
      while (!this.won && this.rows.length < number) {
        const { rows } = this;
        const guess = await nextGuess(this.rules, rows, this.strategy, signal);
        const row = { guess, feedback: await this.answer(rows, guess) };
        // A second call that waited for the same guess does not make it twice.
        if (rows === this.rows) this.rows = [...rows, row];
      }
      this.trouble = null;
    } catch (error) {
      this.trouble = /** @type {Error} */ (error);
    }
  }
}
