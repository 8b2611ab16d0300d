// A card about a game that spoils nothing: how many hits each row had, never a color of a guess or of the code.

/** @import { Feedback, Rules } from './rules.js' */

/** What a card tells. `title` and `note` are said as they are; `answers` are the feedback of the rows.
 * @typedef {{title: string, note?: string, rules: Rules, answers: Feedback[]}} Card */

const [BLACK, WHITE, NONE] = ['⬛', '⬜', '➖'];
/** As Wordle's players share them. @type {Record<string, string>} */
const SQUARES = { G: '🟩', Y: '🟨', '.': '⬛' };
/** Pegs up to which each hit is a symbol of its own. */
const DRAWN = 8;

/** @param {Rules} rules */
const isDrawn = (rules) => rules.pegs <= DRAWN;

/** A row in symbols, all alike long; of many pegs in numbers. @param {Feedback} told @param {Rules} rules */
export function symbols({ black, white, text = '' }, rules) {
  if (rules.tells === 'marks') return [...text].map((mark) => SQUARES[mark]).join('');
  if (rules.tells) return black === rules.pegs ? '✓' : text;
  if (!isDrawn(rules)) return rules.whites ? `${BLACK}${black} ${WHITE}${white}` : `${BLACK}${black}`;
  return BLACK.repeat(black) + WHITE.repeat(white) + NONE.repeat(rules.pegs - black - white);
}

/** The card as text. @param {Card} card */
export const cardText = ({ title, note, rules, answers }) => [title, ...answers.map((told) => symbols(told, rules)), note].filter(Boolean).join('\n');

/** What stands in each place of a row of the picture: a hit, or none. @param {Feedback} told @param {Rules} rules @returns {('black' | 'white' | 'none')[]} */
export const hits = ({ black, white }, rules) => [...Array(black).fill('black'), ...Array(white).fill('white'), ...Array(isDrawn(rules) ? rules.pegs - black - white : 0).fill('none')];
