// What is said of a game: its rules, where it stands, its last row, its end.

/** @import { PlayedGame } from '../core/game.js' */
import { summary } from '../core/counting.js';
import { namedColors } from '../core/notation.js';
import { isEnumerable } from '../core/rules.js';
import { codeWords, feedbackWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** The game in a line. @param {PlayedGame} game */
export function gameWords({ rules, maker }) {
  const size = t('play.about', { pegs: rules.pegs, colors: namedColors(rules) });
  const parts = [size, t(rules.repeats ? 'play.repeats' : 'play.distinct'), rules.blanks && t('play.intro.blanks'), rules.any && t('option.any.intro'), rules.holes && t('option.holes.intro'), rules.tells && t(`told.${rules.tells}.intro`), maker === 'adversary' && t('play.intro.adversary')];
  return parts.filter(Boolean).join(' ');
}

/** Where it stands; nothing when it is over. @param {PlayedGame} game @param {string} remain */
export function statusWords(game, remain) {
  if (game.over) return '';
  const { rival, hints, left } = game;
  const off = rival?.trouble ? t('race.off', { strategy: rival.strategy, why: rival.trouble.message }) : '';
  return [t('play.left', { left }), hints ? t('play.hints', { count: hints }) : '', remain, off].filter(Boolean).join(' · ');
}

/** The last row, and the end if it was that. @param {PlayedGame} game @param {string} remain */
export function rowWords(game, remain) {
  const number = game.rows.length;
  const { guess, feedback } = game.rows[number - 1];
  const said = { number, code: codeWords(guess, game.rules), answer: feedbackWords(feedback, game.rules), remain };
  if (game.won) return t('said.won', said);
  return [t('said.guess', said), game.over ? lossWords(game) : ''].join(' ').trim();
}

/** @param {PlayedGame} game */
export function lossWords({ resigned, secret, rules }) {
  // A person who gives the feedback has not told the code yet.
  if (!secret) return t(resigned ? 'others.resigned' : 'others.lost');
  return t(resigned ? 'play.resigned' : 'play.lost', { code: codeWords(secret, rules) });
}

/** How many codes are left, in words; nothing where they are too many to go through. @param {Rules} rules @param {Row[]} rows */
export async function remaining(rules, rows) {
  if (!isEnumerable(rules)) return '';
  const { count, known } = await summary(rules, rows);
  return t(`remain.${known}`, { count });
}
