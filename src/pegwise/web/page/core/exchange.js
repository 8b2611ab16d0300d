// Games out of the browser and into it: a line each, as `pegwise games export` writes them.

/** @import { Line } from './game-text.js' */
import { gamesOf } from './game-text.js';
import { newId } from './saved-games.js';
import { gameName, parseGame } from './game-line.js';
import { isRules, NotationError } from './notation.js';
import { outcomeOf } from './statistics.js';
import { seal, unseal } from './share.js';

/** Lines that are no game: the number and the text of the first, and why. @typedef {{number: number, line: string, error: NotationError}} Wrong */

const LONGEST = 20_000;

/** The games as lines, the oldest first. `secrets`: also those of games that go on, which cannot be continued elsewhere without.
 * @param {Kept[]} games @param {boolean} secrets */
export function written(games, secrets) {
  return [...games]
    .sort((one, other) => one.begun - other.begun)
    .map(({ line, sealed }) => (secrets && sealed ? gameName({ ...parseGame(line), secret: unseal(sealed)?.secret ?? null }) : line))
    .map((line) => `${line}\n`)
    .join('');
}

/** The games of a text, and which lines are none. @param {string} text @param {number} [time] @returns {{games: Kept[], wrong: Wrong[]}} */
export function readGames(text, time = Date.now()) {
  const games = [];
  const wrong = [];
  for (const { lines, wrong: told } of gamesOf(text)) {
    try {
      if (told) throw told.error;
      games.push(kept(lines.map(({ line }) => line).join('\n'), time + lines[0].number));
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      const number = told?.number ?? lineOf(lines, error);
      wrong.push({ number, line: lines.find((each) => each.number === number)?.line.slice(0, 60) ?? '', error });
    }
  }
  return { games, wrong };
}

/** The number of the line that an error is in, as far as it tells the row. @param {Line[]} lines @param {NotationError} error */
function lineOf(lines, error) {
  const rows = lines.filter(({ line }) => !isRules(line));
  const row = error.row ?? Number(error.values.number ?? 0);
  const at = row && lines.length > 1 ? Math.min(row, rows.length) - 1 : 0;
  return (rows[at] ?? lines[0]).number;
}

/** @param {string} line @param {number} time where the line tells none @returns {Kept} */
function kept(line, time) {
  if (line.length > LONGEST) throw new NotationError('game.long');
  const game = parseGame(line);
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
