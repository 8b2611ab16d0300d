// Text to codes, feedback, rows and rules, and back: what pegwise.notation reads.

import { codeWords, decideAlphabet, HOLE, isDecimal, isWide, NUMBERS, numbers, parseAlphabet, pegColor } from './alphabet.js';
import { readAllHits } from './feedback-notation.js';
import { linesOf, NotationError, plainText, readOr } from './plain-text.js';
import { splitRows } from './row-text.js';
import { emptyHole, mayRepeat, secretRules, whyImpossible, winOf } from './rules.js';

export { NotationError };
/** @type {Record<string, string>} */
const RULES_NAMES = { mastermind: '4x6', 'bulls-and-cows': '4x10-distinct', logik: '5x8' };
const OPTIONS = ['distinct', 'black', 'blanks', 'any', 'holes', 'total', 'marks'];
const RULES = /^(\d{1,9})x(\d{1,9})((?:-\w+)*)$/;
const MOST = 1000;
/** Pegs that can be marked one by one. */
const MARKED = 10;

/** Whether a word is meant as rules rather than as a code. @param {string} word */
export function isRules(word) {
  const plain = plainText(word).trim().toLowerCase();
  return RULES.test(plain) || Object.hasOwn(RULES_NAMES, plain);
}

/** Rules from `4x6`, `4x10-distinct`, `4x6-black`, `4x6-blanks`, `4x10-distinct-any`, `4x6-holes`, `4x6-total`, `4x6-marks` or a name; `colors=` may follow with the symbols of the colors.
 * @param {string} text @returns {Rules} */
export function parseRules(text) {
  const [word = '', ...settings] = plainText(text).split(/\s+/).filter(Boolean);
  const rules = rulesOf(word.toLowerCase(), text.trim());
  for (const setting of settings) {
    const [, value] = /^colors=(.*)$/i.exec(setting) ?? [];
    if (value === undefined) throw new NotationError('rules.setting', { text: setting });
    rules.alphabet = parseAlphabet(value, namedColors(rules));
  }
  return rules;
}

/** @param {string} word @param {string} text what was typed @returns {Rules} */
function rulesOf(word, text) {
  const match = RULES.exec(Object.hasOwn(RULES_NAMES, word) ? RULES_NAMES[word] : word);
  if (!match) throw new NotationError('rules.unreadable', { text });
  const options = match[3].split('-').slice(1);
  const unknown = options.find((option, at) => !OPTIONS.includes(option) || options.indexOf(option) < at);
  if (unknown) throw new NotationError('rules.option', { option: unknown });
  const pegs = Number(match[1]);
  const named = Number(match[2]);
  const [distinct, black, blanks, any, holes, total, marks] = OPTIONS.map((option) => options.includes(option));
  const colors = named + Number(blanks || holes);
  const repeats = !distinct;
  if (pegs < 1 || named < 1 || pegs > MOST || named > MOST) throw new NotationError('rules.size', { most: MOST });
  if (!repeats && pegs > named + Number(blanks)) throw new NotationError('rules.distinct', { pegs, colors: named + Number(blanks) });
  if (any && repeats) throw new NotationError('rules.any');
  if (blanks && (any || holes || total || marks)) throw new NotationError('rules.blanks', { option: options.find((option) => ['any', 'holes', 'total', 'marks'].includes(option)) ?? '' });
  if (Number(black) + Number(total) + Number(marks) > 1) throw new NotationError('rules.tells');
  if (marks && pegs > MARKED) throw new NotationError('rules.marks', { most: MARKED });
  return { pegs, colors, repeats, whites: !black, blanks, ...(any && { any }), ...(holes && { holes }), ...(total && { tells: 'total' }), ...(marks && { tells: 'marks' }) };
}

/** The number of colors without the empty hole. @param {Rules} rules */
export const namedColors = (rules) => rules.colors - Number(emptyHole(rules) > 0);

/** The rules alone, whatever symbols their codes have. @param {Rules} rules */
export function rulesName(rules) {
  if (rules.lists) return rules.lists.name;
  const { repeats, whites, blanks, any, holes, tells } = rules;
  const options = [!repeats && '-distinct', !whites && '-black', blanks && '-blanks', any && '-any', holes && '-holes', tells && `-${tells}`];
  return `${rules.pegs}x${namedColors(rules)}${options.filter(Boolean).join('')}`;
}

/** The rules with the symbols of their colors, where the codes that follow do not decide them.
 * @param {Rules} rules @param {Code[]} [codes] */
export function rulesLine(rules, codes = []) {
  const { alphabet } = rules;
  if (rules.lists || !alphabet || alphabet.kind === 'numbers' || decided(inNumbers(rules), codes.map((code) => codeName(code, rules)), alphabet)) return rulesName(rules);
  return `${rulesName(rules)} colors=${alphabet.symbols.join(',') || alphabet.kind}`;
}

/** Whether codes decide this alphabet. @param {Rules} rules @param {string[]} texts @param {Alphabet} alphabet */
function decided(rules, texts, alphabet) {
  const found = readOr(() => deciding(rules, texts).alphabet, undefined);
  return found?.kind === alphabet.kind && String(found.symbols) === String(alphabet.symbols);
}

/** The rules whose codes are written in numbers; words stay words. @param {Rules} rules @returns {Rules} */
export function inNumbers(rules) {
  if (rules.lists) return rules;
  const { alphabet, ...others } = rules;
  return others;
}

/** The rules as the API and the engine take them: codes in numbers, and an empty hole is one color more. @param {Rules} rules */
export const plain = (rules) => ({ ...inNumbers(rules), blanks: false });

/** How the API names the rules. @param {Rules} rules */
export const plainName = (rules) => rulesName(plain(rules));

/** A code of the API or the engine. @param {string} text @param {Rules} rules */
export const plainCode = (text, rules) => parseCode(text, plain(rules));

/** A code in numbers, whatever symbols those of the rules have. @param {string} text @param {Rules} rules */
export const numberCode = (text, rules) => parseCode(text, inNumbers(rules));

/** The words of a code's pegs, whatever alphabet they are in. @param {string} text @param {Rules} rules */
export function wordsOf(text, rules) {
  if (isPlain(text, rules)) return [...text];
  let whole = plainText(text).trim();
  if (emptyHole(rules) && namedColors(rules) > 10) whole = whole.replaceAll(HOLE, `-${HOLE}-`);
  const named = Boolean(rules.alphabet?.symbols.length || emptyHole(rules));
  return codeWords(whole, rules.pegs, rules.colors <= 10 || (named && !isWide(alphabetOf(rules).symbols)));
}

/** The rules with the alphabet that the words of a game's codes decide together. @param {Rules} rules @param {string[]} words @returns {Rules} */
export function decidingWords(rules, words) {
  const settled = rules.alphabet?.kind === 'numbers';
  const open = emptyHole(rules) > 0;
  if (!words.length || (rules.alphabet && !settled)) return rules;
  const alphabet = decideAlphabet(words.filter((word) => !(open && word === HOLE)), namedColors(rules), settled && !open);
  return alphabet.kind === 'numbers' && (settled || open) ? rules : { ...rules, alphabet };
}

/** The same from the codes' texts. @param {Rules} rules @param {string[]} texts */
export const deciding = (rules, texts) => decidingWords(rules, texts.flatMap((text) => wordsOf(text, rules)));

/** Whether a text is the digits of a code in numbers from 1, as most are. @param {string} text @param {Rules} rules */
function isPlain(text, rules) {
  const { pegs, colors, alphabet = NUMBERS } = rules;
  return colors <= 9 && pegs > 1 && text.length === pegs && alphabet === NUMBERS && /^[1-9]+$/.test(text) && !emptyHole(rules);
}

/** A code in any notation: `1122`, `1-12-3`, `AABB`, `RRBB`, `red-red-blue-blue`, groups such as `ABCDE FGHIJ`.
 * @param {string} text @param {Rules} rules @returns {Code} */
export function parseCode(text, rules) {
  return inAlphabet(text, isPlain(text, rules) ? rules : deciding(rules, [text]));
}

/** A code that can be the secret. @param {string} text @param {Rules} rules */
export const parseSecret = (text, rules) => parseCode(text, secretRules(rules));

/** A code in the alphabet of the rules and in no other. @param {string} text @param {Rules} rules */
function inAlphabet(text, rules) {
  if (isPlain(text, rules)) return checked([...text], Array.from(text, Number), rules, text);
  const words = wordsOf(text, rules);
  return checked(words, colorsOf(words, rules), rules, text.trim().replace(/\s+/g, ' '));
}

/** What the words of pegs mean under rules that have an alphabet; 0 for what is no color. An empty hole has no number.
 * @param {string[]} words @param {Rules} rules */
export function colorsOf(words, rules) {
  const named = namedColors(rules);
  return words.map((word) => {
    if (emptyHole(rules) && word === HOLE) return rules.colors;
    const color = pegColor(word, rules.alphabet ?? NUMBERS, named);
    return emptyHole(rules) && color > named ? 0 : color;
  });
}

/** @param {string[]} words @param {Code} code @param {Rules} rules @param {string} text what was typed @returns {Code} */
function checked(words, code, rules, text) {
  const strange = code.findIndex((color, at) => !color && !isDecimal(words[at]));
  const wrong = strange >= 0 ? strange : code.findIndex((color) => color < 1 || color > rules.colors);
  if (strange < 0 && words.length !== rules.pegs) throw new NotationError(words.length ? 'code.pegs' : 'code.none', { text, pegs: rules.pegs, count: words.length });
  if (wrong >= 0) throw new NotationError('code.color', { text, peg: wrong + 1, word: words[wrong], alphabet: alphabetOf(rules) });
  if (code.some((color, at) => !mayRepeat(rules, color) && code.indexOf(color) < at)) throw new NotationError('code.repeats', { text });
  return code;
}

/** The symbols of the named colors, with those of numbers. @param {Rules} rules @returns {Alphabet} */
export function alphabetOf(rules) {
  return rules.alphabet?.symbols.length ? rules.alphabet : { kind: 'numbers', symbols: numbers(namedColors(rules)) };
}

/** A color as codes write it: in the symbols of the game, else its number, 0 for the tenth of ten colors; `.` is the empty hole.
 * @param {number} color @param {Rules} [rules] */
export function colorSymbol(color, rules) {
  if (!rules) return String(color);
  if (color === emptyHole(rules)) return HOLE;
  return rules.alphabet?.symbols[color - 1] ?? (color === 10 && namedColors(rules) === 10 ? '0' : String(color));
}

/** The code as it is written, with dashes where a color has several characters. @param {Code} code @param {Rules} rules */
export function codeName(code, rules) {
  const wide = rules.alphabet?.symbols.length ? isWide(rules.alphabet.symbols) : namedColors(rules) > 10;
  return code.map((color) => colorSymbol(color, rules)).join(wide ? '-' : '');
}

/** Feedback in any notation: `BWW`, `1,2`, `1/2`, `1B2W`, `1A2B`, `1B2C`, `1S2B`, `+1-2`, `+--`, `●○○`, or `-`.
 * @param {string} text @param {Rules} rules @returns {Feedback} */
export const parseFeedback = (text, rules) => possible(readAllHits([plainText(text)], rules)[0], rules);

/** @param {Feedback} told @param {Rules} rules */
function possible(told, rules) {
  const why = whyImpossible(rules, told);
  if (why) throw new NotationError(why[0], why[1]);
  return told;
}

/** @param {Feedback} told */
export const feedbackName = (told) => told.text ?? ('B'.repeat(told.black) + 'W'.repeat(told.white) || '-');

/** @param {Row} row @param {Rules} rules */
export const rowName = (row, rules) => `${codeName(row.guess, rules)}:${feedbackName(row.feedback)}`;

/** Rows as text. @param {Row[]} rows @param {Rules} rules */
export const historyName = (rows, rules) => rows.map((row) => rowName(row, rules)).join(' ');

/** The rows of a game from text in any notation, and the rules with the alphabet that they decide together with further `codes`.
 * A last guess may stand without feedback if `winning`.
 * @param {string[]} lines as linesOf gives them @param {Rules} rules @param {string[]} [codes] @param {boolean} [winning]
 * @returns {{rules: Rules, rows: Row[]}} */
export function readRows(lines, rules, codes = [], winning = false) {
  const pairs = splitRows(lines, rules, wordsOf, winning);
  const last = pairs.findIndex(({ told }) => winning && told === null);
  if (last >= 0 && last < pairs.length - 1) throw new NotationError('game.after', { number: last + 1 });
  const guesses = pairs.map(({ guess }) => guess);
  let game = deciding(rules, [...guesses, ...codes]);
  if (guesses.length && !emptyHole(game)) game = { ...game, alphabet: game.alphabet ?? NUMBERS };
  const hits = readAllHits(pairs.slice(0, last < 0 ? undefined : last).map(({ told }) => told ?? ''), game);
  const rows = guesses.map((guess, at) => {
    try {
      return { guess: inAlphabet(guess, game), feedback: possible(hits[at] ?? winOf(game), game) };
    } catch (error) {
      throw error instanceof NotationError ? error.inRow(at + 1) : error;
    }
  });
  return { rules: game, rows };
}

/** The same from any text. @param {string} text @param {Rules} rules @param {string[]} [codes] */
export const readHistory = (text, rules, codes) => readRows(linesOf(text), rules, codes);

/** @param {string} text @param {Rules} rules @returns {Row[]} */
export const parseHistory = (text, rules) => readHistory(text, rules).rows;
