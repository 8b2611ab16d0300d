// Splits text into rows, each a guess with its feedback, in every way that people write them: pegwise.row_text.

/** @import { Rules } from './rules.js' */
import { isDecimal, isSymbol } from './alphabet.js';
import { isHits } from './hits.js';
import { NotationError } from './notation-error.js';
import { stripped } from './plain-text.js';

/** The feedback is null for a last guess without any. @typedef {{guess: string, told: string | null}} RowText */
/** The rows from a word on; null is the end. @typedef {{row: RowText, others: Way} | null} Way */

const TOKEN = /:|[^\s,;|:]+/g;
const NUMBER = /^(?:#?\d{1,4}[.)]?|row|guess|turn)$/i;
/** The most words that feedback has, as in `1 black hit and 2 whites`. */
const LONGEST = 5;

/** The rows of one game from its lines; neither guesses nor feedback are checked. `words` splits a code.
 * @param {string[]} lines @param {Rules} rules @param {(text: string) => string[]} words @param {boolean} lastAlone whether the last guess may stand without feedback
 * @returns {RowText[]} */
export function splitRows(lines, rules, words, lastAlone) {
  const cleaned = lines.map((line) => stripped(withColon(line.replace(/\s+/g, ' ')), ' ,;')).filter(Boolean);
  const splitter = new Splitter(rules, words);
  const direct = withColons(cleaned, lastAlone ? splitter : null);
  if (direct) return direct;
  for (const numbered of [false, true]) {
    for (const parts of [cleaned, [cleaned.join(' ')]]) {
      const found = splitter.split(parts, numbered, lastAlone);
      if (found) return found;
    }
  }
  throw unsplit(splitter, cleaned);
}

/** A line with a colon for each arrow. @param {string} line */
const withColon = (line) => line.replace(/ ?(?<![-=])[-=]*> ?| =+ /g, ':').replace(/ ?: ?/g, ':');

/** Rows such as `1122:B` that have no space in them; null if a word is something else. `alone` tells what may be a last guess.
 * @param {string[]} lines @param {Splitter | null} alone */
function withColons(lines, alone) {
  const rows = [];
  for (const word of lines.flatMap((line) => line.split(/\s+/).filter(Boolean))) {
    const [guess, told, ...more] = word.split(':');
    const whole = Boolean(guess && told) && !more.length;
    const single = told === undefined && alone?.isGuess(word);
    const numbered = whole && isDecimal(guess) && guess.length < 3 && told.length > 3;
    if (!(whole || single) || numbered) return null;
    rows.push({ guess, told: stripped(told ?? '', ',;') || null });
  }
  return rows;
}

/** Why lines are no rows. @param {Splitter} splitter @param {string[]} lines */
function unsplit(splitter, lines) {
  const line = lines.find((each) => !splitter.split([each], false, false)) ?? lines[0];
  if (splitter.ways.length > 1) {
    const [one, other] = splitter.ways.map((way) => rowsOf(way).map(({ guess, told }) => `${guess}:${told ?? ''}`).join(' '));
    return new NotationError('row.two', { text: line, one, other });
  }
  const words = line.split(/\s+/);
  const wrong = line.includes(':') && words.length > 1 ? words.find((word) => !/^[^:]+:[^:]+$/.test(word)) : line;
  return new NotationError('row.unreadable', { text: wrong ?? words[0] });
}

/** @param {Way} way */
function rowsOf(way) {
  const rows = [];
  for (let at = way; at; at = at.others) rows.push(at.row);
  return rows;
}

/** Splits the words of a line by what can be a guess, and what feedback. */
class Splitter {
  /** How the last line that has several can be split. @type {Way[]} */
  ways = [];

  /** @param {Rules} rules @param {(text: string) => string[]} words */
  constructor(rules, words) {
    this.rules = rules;
    this.words = words;
    this.own = new Set((rules.alphabet?.symbols ?? []).map((symbol) => symbol.toLowerCase()));
  }

  /** All rows; null if a line cannot be split, or in several ways. @param {string[]} lines @param {boolean} numbered @param {boolean} lastAlone */
  split(lines, numbered, lastAlone) {
    const found = [];
    for (const [at, line] of lines.entries()) {
      const ways = this.waysOf(line.match(TOKEN) ?? [], numbered, lastAlone && at === lines.length - 1);
      if (ways.length !== 1) {
        if (ways.length) this.ways = ways;
        return null;
      }
      found.push(...rowsOf(ways[0]));
    }
    return found;
  }

  /** The ways to split words into rows, two at most. @param {string[]} tokens @param {boolean} numbered @param {boolean} lastAlone */
  waysOf(tokens, numbered, lastAlone) {
    /** The rows that begin where another may end. @type {Map<number, {row: RowText, after: number}[]>} */
    const rows = new Map();
    const reached = new Set([0]);
    for (const start of tokens.keys()) {
      const begun = !reached.has(start) ? null : numbered ? afterNumber(tokens, start) : start;
      rows.set(start, begun === null ? [] : this.rowsAt(tokens, begun, lastAlone));
      for (const { after } of rows.get(start) ?? []) reached.add(after);
    }
    /** @type {Map<number, Way[]>} */
    const from = new Map([[tokens.length, [null]]]);
    for (let start = tokens.length - 1; start >= 0; start--) {
      const found = (rows.get(start) ?? []).flatMap(({ row, after }) => (from.get(after) ?? []).map((others) => ({ row, others })));
      from.set(start, found.slice(0, 2));
    }
    return from.get(0) ?? [];
  }

  /** The rows that may begin at a word, each with the place after it. @param {string[]} tokens @param {number} start @param {boolean} lastAlone */
  rowsAt(tokens, start, lastAlone) {
    const { pegs, whites } = this.rules;
    /** @type {{row: RowText, after: number}[]} */
    const found = [];
    let words = 0;
    let symbols = 0;
    for (let end = start + 1; end <= Math.min(start + pegs, tokens.length); end++) {
      const word = tokens[end - 1];
      words += word.match(/[^_-]+/g)?.length ?? 0;
      symbols += [...word].length;
      if (word === ':' || words > pegs) break;
      if (words !== pegs && symbols !== pegs) continue;
      const guess = tokens.slice(start, end).join(' ');
      if (!this.isGuess(guess)) continue;
      if (end === tokens.length && lastAlone) found.push({ row: { guess, told: null }, after: end });
      const begin = end + Number(tokens[end] === ':');
      for (let stop = begin + 1; stop <= Math.min(begin + LONGEST, tokens.length) && tokens[stop - 1] !== ':'; stop++) {
        const told = tokens.slice(begin, stop).join(' ');
        if (isHits(told, whites)) found.push({ row: { guess, told }, after: stop });
      }
    }
    return found;
  }

  /** @param {string} text */
  isGuess(text) {
    const words = this.words(text);
    return words.length === this.rules.pegs && words.every((word) => this.isColor(word));
  }

  /** @param {string} word */
  isColor(word) {
    if (isDecimal(word)) return word.length <= String(this.rules.colors).length;
    return isSymbol(word) || this.own.has(word.toLowerCase());
  }
}

/** The place after the number of a row, and the colon that may follow it; null if there is no number. @param {string[]} tokens @param {number} start */
function afterNumber(tokens, start) {
  let at = start;
  while (at < Math.min(start + 2, tokens.length) && NUMBER.test(tokens[at])) {
    at++;
    if (/[.)\d]$/.test(tokens[at - 1])) break;
  }
  if (at === start) return null;
  return tokens[at] === ':' ? at + 1 : at;
}
