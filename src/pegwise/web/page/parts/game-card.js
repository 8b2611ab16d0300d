// What a game tells of itself: in words for a list, and as a card to share.

/** @import { Game } from '../core/line.js' */
/** @import { Card } from './card.js' */
import { rulesName } from '../core/notation.js';
import { winOf } from '../core/rules.js';
import { isWon, outcomeOf } from '../core/statistics.js';
import { t } from '../strings/strings.js';

/** How a game ended: "found in 5 guesses". @param {Game} game */
export const outcomeWords = (game) => t(`games.${outcomeOf(game)}`, { count: game.rows.length + Number(game.guessed ?? false) });

/** @param {Game} game */
export const hintWords = (game) => (game.hints ? t('play.hints', { count: game.hints }) : '');

/** The card of a game. @param {Game} game @param {string} [date] of a puzzle that all have the same day @returns {Card} */
export function gameCard(game, date = '') {
  const { rules, rows } = game;
  const answers = rows.map((row) => row.feedback);
  if (game.guessed) answers.push(winOf(rules));
  const found = isWon(game) ? String(answers.length) : '–';
  const title = ['pegwise', rulesName(rules), date, game.allowed ? `${found}/${game.allowed}` : found].filter(Boolean).join(' · ');
  const maker = game.maker === 'adversary' ? t('games.adversary') : '';
  const race = game.race ? t('games.race', { strategy: game.race }) : '';
  return { title, note: [maker, race, hintWords(game)].filter(Boolean).join(' · '), rules, answers };
}
