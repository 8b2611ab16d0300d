// The rush without its look: which puzzles come, what counts, and the best result.

/** @import { Puzzle } from './puzzles.js' */
import { RUSH, rushPuzzle } from './puzzles.js';
import { recall, remember } from './store.js';

/** How long it lasts, and the mistakes that end it. */
export const MINUTES = 5;
export const MISTAKES = 3;
/** Puzzles of a stage before the next one begins. */
const EACH = 3;
/** Puzzles that wait, so that nobody waits for them. */
const AHEAD = 3;
const BEST = 'rush.best';

/** The most puzzles ever solved. @returns {number} */
export const best = () => recall(BEST, 0);

/** Keep a result that is the best. @param {number} solved */
export function keepBest(solved) {
  if (solved > best()) remember(BEST, solved);
}

/** Gives one puzzle after the other, a few of them made before they are asked for. @param {AbortSignal} signal
 * @returns {() => Promise<Puzzle>} */
export function supply(signal) {
  /** @type {Promise<Puzzle>[]} */
  const waiting = [];
  let made = 0;
  /** One after the other: the server makes one at a time. @type {Promise<unknown>} */
  let last = Promise.resolve();
  function more() {
    while (waiting.length < AHEAD) {
      const stage = Math.min(RUSH.length - 1, Math.floor(made++ / EACH));
      const next = last.catch(() => null).then(() => rushPuzzle(stage, signal));
      next.catch(() => null); // told when it is asked for
      waiting.push(next);
      last = next;
    }
  }
  more();
  return () => {
    const next = /** @type {Promise<Puzzle>} */ (waiting.shift());
    more();
    return next;
  };
}
