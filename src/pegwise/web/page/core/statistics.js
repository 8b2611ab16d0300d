// How a player does, over finished games: the figures of pegwise.analysis.statistics, and more by guess.

import { parseGame } from './game-line.js';
import { rulesName } from './notation.js';
import { endsWon } from './rules.js';

/** @typedef {{strategy: string, average: number, better: number, equal: number, worse: number}} Rival */
/** @typedef {{rules: string, adversary: boolean, games: number, won: number, lost: number, resigned: number, hints: number, average: number | null,
 *   regret: number | null, reviewed: number, distribution: number[], strategies: Rival[]}} Figures */

/** @param {Game} game */
export const isWon = ({ rules, rows, guessed }) => guessed === true || endsWon(rules, rows);

/** @param {Game} game @returns {Played['outcome']} */
export function outcomeOf(game) {
  if (isWon(game)) return 'won';
  if (game.resigned) return 'resigned';
  return game.allowed === game.rows.length ? 'lost' : 'unfinished';
}

/** The code of a game, where it is told. @param {Game} game */
export const secretOf = (game) => (!game.guessed && isWon(game) ? game.rows[game.rows.length - 1].guess : game.secret);

/** Read a kept game; null if another version of the page wrote it. @param {Kept} kept @returns {Played | null} */
export function read(kept) {
  try {
    const game = parseGame(kept.line);
    if (kept.review && !(Array.isArray(kept.review.known) && Array.isArray(kept.review.regrets))) kept = { ...kept, review: null };
    return { kept, game, outcome: outcomeOf(game), guesses: game.rows.length + Number(game.guessed ?? false) };
  } catch {
    return null;
  }
}

/** Games of one kind have the same rules, and are all or none against an adversary. @param {Played} played */
export const kindOf = ({ game }) => `${rulesName(game.rules)}${game.maker === 'adversary' ? ' adversary' : ''}`;

/** The finished games by kind, the most played first; without those that did not begin with the first guess. @param {Played[]} games @returns {Map<string, Played[]>} */
export function kinds(games) {
  const found = Map.groupBy(games.filter(({ outcome, kept }) => outcome !== 'unfinished' && !kept.given), kindOf);
  return new Map([...found].sort(([, one], [, other]) => other.length - one.length));
}

/** The figures of games of one kind. @param {Played[]} games @returns {Figures} */
export function figures(games) {
  const won = games.filter(({ outcome }) => outcome === 'won');
  const regrets = games.flatMap(({ kept }) => (isExact(kept.review) ? [sum(kept.review.regrets)] : []));
  return {
    rules: rulesName(games[0].game.rules),
    adversary: games[0].game.maker === 'adversary',
    games: games.length,
    won: won.length,
    lost: games.filter(({ outcome }) => outcome === 'lost').length,
    resigned: games.filter(({ outcome }) => outcome === 'resigned').length,
    hints: sum(games.map(({ game }) => game.hints)),
    average: average(won.map(({ guesses }) => guesses)),
    regret: average(regrets),
    reviewed: regrets.length,
    distribution: distribution(won),
    strategies: rivals(won),
  };
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {number[]} values */
const average = (values) => (values.length ? sum(values) / values.length : null);

/** @param {Reviewed | null | undefined} review @returns {review is Reviewed} */
export const isExact = (review) => review?.known.every((known) => known === 'exact') ?? false;

/** @param {Played[]} won */
function distribution(won) {
  const counts = new Array(Math.max(0, ...won.map(({ guesses }) => guesses))).fill(0);
  for (const { guesses } of won) counts[guesses - 1]++;
  return counts;
}

/** What strategies need for the secrets that were found. @param {Played[]} won @returns {Rival[]} */
function rivals(won) {
  const names = [...new Set(won.flatMap(({ kept }) => Object.keys(kept.needed ?? {})))];
  return names.map((strategy) => {
    const pairs = won.flatMap(({ kept, guesses }) => (kept.needed?.[strategy] ? [[guesses, kept.needed[strategy]]] : []));
    return {
      strategy,
      average: average(pairs.map(([, theirs]) => theirs)) ?? 0,
      better: pairs.filter(([mine, theirs]) => mine < theirs).length,
      equal: pairs.filter(([mine, theirs]) => mine === theirs).length,
      worse: pairs.filter(([mine, theirs]) => mine > theirs).length,
    };
  });
}

/** The accuracy of the games in which every guess is settled, on average. @param {Played[]} games */
export const accuracy = (games) => average(games.flatMap(({ kept }) => (isExact(kept.review) && kept.review.accuracy !== null ? [kept.review.accuracy] : [])));

/** The turns that the first guess, the second and so on lost on average, and over how many games that is known.
 * @param {Played[]} games @returns {{guess: number, regret: number, games: number}[]} */
export function regretByGuess(games) {
  const lost = /** @type {number[][]} */ ([]);
  for (const { kept } of games) {
    kept.review?.regrets.forEach((regret, index) => {
      if (kept.review?.known[index] === 'exact') (lost[index] ??= []).push(regret);
    });
  }
  return Array.from(lost, (each) => each ?? []).flatMap((each, index) => (each.length ? [{ guess: index + 1, regret: average(each) ?? 0, games: each.length }] : []));
}

/** Games won one after the other: up to now, and the most. @param {Played[]} games finished ones @returns {{now: number, most: number}} */
export function streak(games) {
  let now = 0;
  let most = 0;
  for (const { outcome } of [...games].sort((one, other) => one.kept.begun - other.kept.begun)) {
    now = outcome === 'won' ? now + 1 : 0;
    most = Math.max(most, now);
  }
  return { now, most };
}
