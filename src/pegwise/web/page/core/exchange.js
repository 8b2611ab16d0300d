// Games out of the browser and into it: a line each, as `pegwise games export` writes them.

/** @import { Kept } from './history.js' */
import { newId } from './history.js';
import { gameName, parseGame } from './line.js';
import { NotationError, parseRules } from './notation.js';
import { outcomeOf } from './statistics.js';
import { seal, unseal } from './share.js';

/** A line that is no game. @typedef {{number: number, line: string, key: string, values: Record<string, string | number>}} Wrong */

const USUAL = parseRules('4x6');
const LONGEST = 20_000;

/** The games as lines, the oldest first. `secrets`: also those of games that go on, which cannot be continued elsewhere without.
 * @param {Kept[]} games @param {boolean} secrets */
export function written(games, secrets) {
  return [...games]
    .sort((one, other) => one.begun - other.begun)
    .map(({ line, sealed }) => (secrets && sealed ? withSecret(line, sealed) : line))
    .map((line) => `${line}\n`)
    .join('');
}

/** @param {string} line @param {string} sealed */
const withSecret = (line, sealed) => gameName({ ...parseGame(line, USUAL), secret: unseal(sealed)?.secret ?? null });

/** The games of a text, and which lines are none; empty lines and those that begin with # are left out.
 * @param {string} text @param {number} [time] @returns {{games: Kept[], wrong: Wrong[]}} */
export function readGames(text, time = Date.now()) {
  /** @type {Kept[]} */
  const games = [];
  /** @type {Wrong[]} */
  const wrong = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (!line || line.startsWith('#')) continue;
    try {
      games.push(kept(line, time + index));
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      wrong.push({ number: index + 1, line: line.slice(0, 60), key: error.key, values: error.values });
    }
  }
  return { games, wrong };
}

/** @param {string} line @param {number} time where the line tells none @returns {Kept} */
function kept(line, time) {
  if (line.length > LONGEST) throw new NotationError('game.long');
  const game = parseGame(line, USUAL);
  const finished = outcomeOf(game) !== 'unfinished';
  const open = !finished && game.secret !== null && game.maker !== 'adversary'; // which has no code before the end
  return {
    id: newId(),
    line: gameName({ ...game, secret: finished ? game.secret : null }),
    sealed: open && game.secret ? seal(game.rules, game.secret, game.allowed ?? 0) : null,
    begun: game.started ? Date.parse(game.started) : time,
    finished,
  };
}
