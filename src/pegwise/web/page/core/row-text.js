// Splits text into rows, each a guess with its feedback, in every way that people write them: pegwise.row_notation.

import { isDecimal, isSymbol } from './alphabet.js';
import { isHits } from './feedback-notation.js';
import { NotationError, stripped } from './plain-text.js';

/** The feedback is null for a last guess without any. @typedef {{guess: string, told: string | null}} RowText */
/** The rows from a word on; null is the end. @typedef {{row: RowText, others: Way} | null} Way */

const TOKEN = /:|[^\s,;|:]+/g;
const NUMBER = /^(?:#?\d{1,3}[.)]?|row|guess|turn)$/i;
/** The most words that feedback has, as in `1 black hit and 2 whites`. */
const LONGEST = 5;

/** Splits a code into the words of its pegs: wordsOf of notation.js. @typedef {(text: string, rules: Rules) => string[]} Words */

/** The rows of one game from its lines; neither guesses nor feedback are checked.
 * @param {string[]} lines @param {Rules} rules @param {Words} words @param {boolean} lastAlone whether the last guess may stand without feedback
 * @returns {RowText[]} */
export function splitRows(lines, rules, words, lastAlone) {
  const cleaned = plainLines(lines, rules);
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

/** The number that a line of rows begins with; null if it begins with a guess. @param {string} line @param {Rules} rules @param {Words} words */
export function rowNumber(line, rules, words) {
  const cleaned = plainLines([line], rules).join('');
  const splitter = new Splitter(rules, words);
  if (withColons([cleaned], splitter)?.length || splitter.split([cleaned], false, true)?.length) return null;
  const found = splitter.split([cleaned], true, true)?.length ? /^[^\d]*(\d{1,3})/.exec(cleaned) : null;
  return found && Number(found[1]);
}

/** Lines without brackets and quotes, in which each arrow is a colon with no space beside it. @param {string[]} lines @param {Rules} rules */
function plainLines(lines, rules) {
  const own = /[()[\]"']/.test((rules.alphabet?.symbols ?? []).join(''));
  const bare = own ? lines : lines.map((line) => line.replace(/[([]([^()[\]]*)[)\]]/g, ' $1 ').replace(/["']/g, ''));
  return bare.map((line) => stripped(withColon(line.split(/\s+/).filter(Boolean).join(' ')), ' ,;')).filter(Boolean);
}

/** A line with a colon for each arrow. @param {string} line */
const withColon = (line) => line.replace(/ ?(?<![-=])[-=]*> ?| =+ /g, ':').replace(/ ?: ?/g, ':');

/** Rows such as `1122:B` that have no space in them; null if a word is something else. `alone` tells what may be a last guess.
 * @param {string[]} lines @param {Splitter | null} alone */
function withColons(lines, alone) {
  const rows = [];
  const every = lines.flatMap((line) => line.split(/\s+/).filter(Boolean));
  for (const [at, word] of every.entries()) {
    const [guess, told, ...more] = word.split(':');
    const whole = Boolean(guess && told) && !more.length;
    const single = at === every.length - 1 && told === undefined && alone?.isGuess(word);
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

  /** @param {Rules} rules @param {Words} words */
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
      const begun = !reached.has(start) ? null : numbered ? this.afterNumber(tokens, start) : start;
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
    const { pegs } = this.rules;
    const found = [];
    let words = 0;
    let symbols = 0;
    let ended = false;
    for (let end = start + 1; end <= Math.min(start + pegs, tokens.length); end++) {
      const word = tokens[end - 1];
      words += word.match(/[^_-]+/g)?.length ?? 0;
      symbols += [...word].length;
      if (word === ':' || words > pegs) break;
      const whole = words === pegs && !ended; // no dash after the guess
      ended ||= words === pegs;
      if (!whole && symbols !== pegs) continue;
      const guess = tokens.slice(start, end).join(' ');
      if (!this.isGuess(guess)) continue;
      if (end === tokens.length && lastAlone) found.push({ row: { guess, told: null }, after: end });
      const begin = end + Number(tokens[end] === ':');
      for (const from of tokens[begin] === '-' ? [begin, begin + 1] : [begin]) {
        for (const stop of feedbackEnds(tokens, from)) {
          const told = tokens.slice(from, stop).join(' ');
          // What follows a dash may be the next guess, such as 1344 B, if it is no number of hits.
          const few = from === begin || (told.match(/\d{1,9}/g) ?? []).every((number) => Number(number) <= pegs);
          if (few && isHits(told, this.rules)) found.push({ row: { guess, told }, after: stop });
        }
      }
    }
    return found;
  }

  /** @param {string} text */
  isGuess(text) {
    const words = this.words(text, this.rules);
    return words.length === this.rules.pegs && words.every((word) => this.isColor(word));
  }

  /** @param {string} word */
  isColor(word) {
    if (isDecimal(word)) return word.length <= String(this.rules.colors).length;
    return isSymbol(word) || this.own.has(word.toLowerCase());
  }

  /** The place after the number of a row, and the colon that may follow it; null if there is no number. What may be a guess is
   * no number: the row `1122:1344:B` lacks a word. @param {string[]} tokens @param {number} start */
  afterNumber(tokens, start) {
    let at = start;
    while (at < Math.min(start + 2, tokens.length) && NUMBER.test(tokens[at])) {
      if (this.rules.pegs > 1 && isDecimal(tokens[at]) && this.isGuess(tokens[at])) break;
      at++;
      if (/[.)\d]$/.test(tokens[at - 1])) break;
    }
    if (at === start) return null;
    return tokens[at] === ':' ? at + 1 : at;
  }
}

/** The places where feedback that begins at a word can end: it has two numbers at most. @param {string[]} tokens @param {number} begin */
function feedbackEnds(tokens, begin) {
  const ends = [];
  let numbers = 0;
  for (const [at, word] of tokens.slice(begin, begin + LONGEST).entries()) {
    numbers += Number(isDecimal(word[0]));
    if (word === ':' || numbers > 2) break;
    ends.push(begin + at + 1);
  }
  return ends;
}
