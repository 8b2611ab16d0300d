// A race on the board: the other's feedback beside one's own, and in the end its guesses.

/** @import { PlayedGame } from '../core/game.js' */
/** @import { Race } from '../core/race.js' */
/** @import { Column } from './board.js' */
import { t } from '../strings/strings.js';
import { board } from './board.js';
import { el } from './dom.js';
import { keyPegs } from './peg.js';

/** The column of the other; its guesses stay hidden. @param {PlayedGame} game @returns {Column[]} */
export function raceColumns({ rival, rules }) {
  if (!rival) return [];
  return [{ heading: rival.strategy, class: 'rival', cell: (_, index) => rival.rows[index] && keyPegs(rival.rows[index].feedback, rules) }];
}

/** Who won, in words. @param {PlayedGame} game @param {Race} race */
function resultWords({ won, rows }, { won: ended, rows: theirs, strategy, trouble }) {
  if (trouble) return t('race.off', { strategy, why: trouble.message });
  if (!ended) return t('work.thinking');
  const said = { strategy, count: theirs.length };
  if (!won || theirs.length < rows.length) return t('race.lost', said);
  return t(theirs.length === rows.length ? 'race.drawn' : 'race.won', said);
}

/** How the race ended, with all that the other did; nothing where there was none. @param {PlayedGame} game */
export function raceResult(game) {
  const { rival, rules } = game;
  if (!rival) return null;
  return el(
    'div',
    { class: 'race' },
    el('p', { class: 'result' }, resultWords(game, rival)),
    rival.rows.length > 0 && el('details', {}, el('summary', {}, t('race.rows', { strategy: rival.strategy })), board(rules, rival.rows, { caption: t('race.rows', { strategy: rival.strategy }) })),
  );
}
