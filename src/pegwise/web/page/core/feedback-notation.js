// How people write feedback, and how a game's notation is decided: pegwise.feedback_notation.

import { NotationError, stripped } from './plain-text.js';
import { readMarks, readTotal } from './rules.js';

/** `B` is black beside `W` and `C`, and white beside `A` and `S`: the letters of black and of white hits. */
const PAIRS = Object.entries({ counts: 'BW', bulls: 'AB', cows: 'BC', strikes: 'SB' });
const COUNTED = PAIRS.map(([name, [black, white]]) => ({ name, pattern: new RegExp(`^(?:(\\d{1,9}) *${black})?[ ,+]*(?:(\\d{1,9}) *${white})?$`, 'i') }));
const WORDS = new RegExp(
  '^(?:(\\d{1,9}) *(?:black|bull|strike)s?(?: *(?:hit|peg)s?)?)?(?: *(?:,|and|\\+)? *)(?:(\\d{1,9}) *(?:white|cow|ball)s?(?: *(?:hit|peg)s?)?)?$',
);
const TWO = /^(\d{1,9}) *[ ,/;-] *(\d{1,9})$/;
const SIGNED = /^(?:\+ *(\d{1,9})(?:[ ,]*- *(\d{1,9}))?|-(\d{1,9})|- *(\d{1,9})[ ,]*\+ *(\d{1,9}))$/;
const NONE = ['-', '0', 'none', 'no hit', 'no hits', 'out'];

/** @param {string | undefined} black @param {string | undefined} white @returns {Feedback} */
const told = (black, white) => ({ black: Number(black ?? 0), white: Number(white ?? 0) });
/** @param {string} text @param {RegExp} some */
const count = (text, some) => text.match(some)?.length ?? 0;

/** What a text can mean: by notation, or by '' if it means the same in every one. @param {string} text @param {boolean} whites
 * @returns {Map<string, Feedback>} */
function readings(text, whites) {
  const word = stripped(text.split(/\s+/).filter(Boolean).join(' '), ' ,;:.');
  const same = sameEverywhere(word, whites);
  if (same !== undefined) return new Map(same && [['', same]]);
  if (/^[BW](?: ?[BW])*$/i.test(word)) return new Map([['counts', { black: count(word, /B/gi), white: count(word, /W/gi) }]]);
  const found = COUNTED.flatMap(({ name, pattern }) => {
    const match = pattern.exec(word);
    return match && (match[1] || match[2]) ? [/** @type {[string, Feedback]} */ ([name, told(match[1], match[2])])] : [];
  });
  const black = whites ? [] : found.filter(([, { white }]) => !white);
  return new Map(black.length ? black : found);
}

/** Null if it is no feedback, undefined if a notation must tell. @param {string} word @param {boolean} whites */
function sameEverywhere(word, whites) {
  const lowered = word.toLowerCase();
  if (NONE.includes(lowered)) return told('0', '0');
  const two = TWO.exec(word);
  if (two) return told(two[1], two[2]);
  if (/^\d{1,9}$/.test(word)) return whites ? null : told(word, '0');
  const signed = SIGNED.exec(word);
  if (signed) return told(signed[1] ?? signed[5], signed[2] ?? signed[3] ?? signed[4]);
  if (/^[+-]+$/.test(word)) return { black: count(word, /\+/g), white: count(word, /-/g) };
  if (/^[●⬤⚫⬛■○◯⚪⬜□➖· ]+$/.test(word)) return { black: count(word, /[●⬤⚫⬛■]/g), white: count(word, /[○◯⚪⬜□]/g) };
  const words = WORDS.exec(lowered);
  return words && (words[1] || words[2]) ? told(words[1], words[2]) : undefined;
}

/** Whether a text is feedback in some notation of games of this kind. @param {string} text @param {Rules} rules */
export function isHits(text, { whites, tells, pegs }) {
  if (tells) return (tells === 'marks' ? readMarks : readTotal)(text, pegs) !== null;
  return [...readings(text, whites).values()].some(({ white }) => whites || !white);
}

/** The feedback of all rows of a game, which are in one notation. @param {string[]} texts @param {Rules} rules @returns {Feedback[]} */
export function readAllHits(texts, rules) {
  const { whites, tells } = rules;
  if (tells) return texts.map((text, at) => readTold(text.trim(), rules, at + 1));
  const every = texts.map((text) => ({ text: text.trim(), ways: readings(text, whites) }));
  every.forEach(({ text, ways }, at) => {
    if (!ways.size) throw new NotationError(unreadable(text, whites), { text }).inRow(at + 1);
  });
  const open = every.filter(({ ways }) => !ways.has(''));
  let left = PAIRS.map(([name]) => name);
  for (const { text, ways } of open) {
    const both = left.filter((name) => ways.has(name));
    if (!both.length) {
      const other = open.find((each) => ![...each.ways.keys()].some((name) => ways.has(name))) ?? open[0];
      throw new NotationError('feedback.notations', { text, other: other.text });
    }
    left = both;
  }
  // Different digits are Bulls and Cows, where a lone 2B can mean either hit.
  const bulls = whites && !rules.repeats && (rules.colors === 9 || rules.colors === 10);
  const unsettled = bulls && open.find(({ ways }) => new Set(left.map((name) => JSON.stringify(ways.get(name)))).size > 1);
  if (unsettled) {
    const ways = left.map((name) => /** @type {Feedback} */ (unsettled.ways.get(name)));
    const [black, white] = [Math.max(...ways.map((way) => way.black)), Math.max(...ways.map((way) => way.white))];
    throw new NotationError('feedback.two', { text: unsettled.text, black, white });
  }
  checkMinus(every.map(({ text }) => text));
  return every.map(({ ways }) => /** @type {Feedback} */ (ways.get('') ?? ways.get(left[0])));
}

/** @param {string} text @param {Rules} rules @param {number} row */
function readTold(text, { tells, pegs }, row) {
  const found = (tells === 'marks' ? readMarks : readTotal)(text, pegs);
  if (!found) throw new NotationError(tells === 'marks' ? 'feedback.unreadable.marks' : 'feedback.unreadable.total', { text, pegs }).inRow(row);
  return found;
}

/** @param {string} text @param {boolean} whites */
function unreadable(text, whites) {
  if (!whites) return 'feedback.unreadable.black';
  return /^\d+$/.test(text) ? 'feedback.number' : 'feedback.unreadable';
}

/** Refuse `-` beside feedback such as `+--`, and `--` without such: white hits or none. @param {string[]} texts */
function checkMinus(texts) {
  const signs = texts.some((text) => /^[+-]*\+[+-]*$/.test(text));
  for (const text of texts) {
    if (!/^-+$/.test(text) || (text === '-' ? !signs : signs)) continue;
    throw text === '-' ? new NotationError('feedback.minus') : new NotationError('feedback.dashes', { text, white: text.length });
  }
}
