// Feedback that tells something else than black and white hits: their total, or a mark for each peg. As pegwise.feedback_kinds.

/** @import { Code, Feedback } from './rules.js' */

/** What stands for a peg that is absent, elsewhere, right. */
export const MARKS = '.YG';
const WON = ['won', 'win', 'right', 'solved'];
/** How people write that a peg is right, elsewhere or absent. */
const [RIGHT, ELSEWHERE, ABSENT] = ['Gg2🟩+', 'Yy1🟨', '.-_xX0bB⬛⬜■□*'].map((signs) => [...signs]);

/** @param {string} text @returns {Feedback} */
export const ofMarks = (text) => ({ black: count(text, 'G'), white: count(text, 'Y'), text });
/** @param {number} hits @returns {Feedback} */
export const ofTotal = (hits) => ({ black: 0, white: hits, text: String(hits) });
/** The total of a guess that is the secret. @param {number} pegs @returns {Feedback} */
export const ofWin = (pegs) => ({ black: pegs, white: 0, text: WON[0] });

/** @param {string} text @param {string} mark */
const count = (text, mark) => [...text].filter((one) => one === mark).length;

/** The marks of a guess; a color that it has more often than the secret is marked as often as the secret has it.
 * @param {Code} secret @param {Code} guess */
export function marksOf(secret, guess) {
  const left = secret.filter((color, peg) => color !== guess[peg]);
  return guess
    .map((color, peg) => {
      if (color === secret[peg]) return 'G';
      const at = left.indexOf(color);
      if (at < 0) return '.';
      left.splice(at, 1);
      return 'Y';
    })
    .join('');
}

/** All marks of so many pegs, in the order of their numbers. @param {number} pegs @returns {string[]} */
export const allMarks = (pegs) => (pegs ? [...MARKS].flatMap((mark) => allMarks(pegs - 1).map((others) => mark + others)) : ['']);

/** Marks as people write them; null for what is none. @param {string} text @param {number} pegs */
export function readMarks(text, pegs) {
  const word = text.replace(/\s+/g, '');
  if (WON.includes(word.toLowerCase())) return ofMarks('G'.repeat(pegs));
  const marks = [...word].map((one) => (RIGHT.includes(one) ? 'G' : ELSEWHERE.includes(one) ? 'Y' : ABSENT.includes(one) ? '.' : ''));
  return marks.length === pegs && marks.every(Boolean) ? ofMarks(marks.join('')) : null;
}

/** A total as people write it; null for what is none. @param {string} text @param {number} pegs */
export function readTotal(text, pegs) {
  const word = text.trim().toLowerCase();
  if (WON.includes(word)) return ofWin(pegs);
  if (word === '-' || word === 'none') return ofTotal(0);
  return /^\d{1,9}$/.test(word) && Number(word) <= pegs ? ofTotal(Number(word)) : null;
}
