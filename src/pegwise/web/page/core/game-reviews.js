// Looking through finished games: what each guess lost, and how many guesses strategies need for the same code.

/** @import { Progress } from './api.js' */
import { askPatiently, Problem } from './api.js';
import { hardestAnswer } from './counting.js';
import { note } from './saved-games.js';
import { feedback, isEnumerable } from './rules.js';
import { Race } from './race.js';
import { secretOf } from './statistics.js';

/** What came of it: games that could not be looked through, and whether the server was missed. @typedef {{failed: number, offline: boolean}} Outcome */

/** Whether it is known how many guesses strategies need for the code of a game. @param {Played} played */
const isComparable = (played) => played.outcome === 'won' && (played.game.maker === 'adversary' ? isEnumerable(played.game.rules) : secretOf(played.game) !== null);

/** What is not known of a game yet. @param {Played} played */
export function missing(played) {
  const { kept, outcome, game } = played;
  const over = outcome !== 'unfinished';
  const compared = isEnumerable(game.rules) ? ['knuth', 'most-parts'] : ['large']; // as `pegwise stats` does
  return {
    review: over && game.rows.length > 0 && !kept.review,
    rivals: over && isComparable(played) ? compared.filter((name) => !kept.needed?.[name]) : [],
  };
}

/** Games about which something is to be found out. @param {Played[]} games */
export const waiting = (games) => games.filter((played) => {
  const { review, rivals } = missing(played);
  return review || rivals.length > 0;
});

/** Look through these games, and keep what is found with each.
 * @param {Played[]} games @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void}} options @returns {Promise<Outcome>} */
export async function appraise(games, { signal, onProgress }) {
  let failed = 0;
  let offline = false;
  for (const [done, played] of games.entries()) {
    onProgress?.({ what: 'games', done, total: games.length });
    const found = { review: played.kept.review ?? null, needed: { ...played.kept.needed } };
    const { review, rivals } = missing(played);
    try {
      // Where there is no server, what the page finds out itself is still worth having.
      if (review && !offline) found.review = await reviewed(played, signal).catch((error) => ((offline = isOffline(error, signal)), null));
      for (const name of rivals) found.needed[name] = await needed(played, name, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (error instanceof Problem && error.offline) offline = true;
      else failed++;
    }
    await note(played.kept.id, found);
  }
  return { failed, offline };
}

/** @param {unknown} error @param {AbortSignal} [signal] */
function isOffline(error, signal) {
  if (error instanceof Problem && error.offline && !signal?.aborted) return true;
  throw error;
}

/** @param {Played} played @param {AbortSignal} [signal] @returns {Promise<Reviewed>} */
async function reviewed({ kept }, signal) {
  const { accuracy, moves } = await askPatiently('/review', { line: kept.line }, { signal });
  return { accuracy, regrets: moves.map((/** @type {any} */ move) => move.regret), known: moves.map((/** @type {any} */ move) => move.known) };
}

/** @param {Played} played @param {string} strategy @param {AbortSignal} [signal] */
async function needed({ game }, strategy, signal) {
  const { rules } = game;
  const secret = game.maker === 'adversary' ? null : secretOf(game);
  const race = new Race(rules, strategy, (rows, guess) => (secret ? feedback(rules, secret, guess) : hardestAnswer(rules, rows, guess)));
  await race.follow(undefined, signal);
  if (race.trouble) throw race.trouble;
  return race.rows.length;
}
