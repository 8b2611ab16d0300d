// Text to codes, feedback, rows and rules, and back: what pegwise.notation reads.

/** @import { Rules, Code, Feedback, Row } from './rules.js' */
import { whyImpossible } from './rules.js';

export const COLOR_NAMES = [
  'red', 'blue', 'green', 'yellow', 'orange', 'purple', 'sky', 'pink', 'brown', 'white', 'black', 'gray',
];
/** @type {Record<string, string>} */
export const RULES_NAMES = { mastermind: '4x6', 'bulls-and-cows': '4x10-distinct', logik: '5x8' };
const MOST = 1000;

/** Text that cannot be read; `key` and `values` are for the strings. */
export class NotationError extends Error {
  /** @param {string} key @param {Record<string, string | number>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** Rules from `4x6`, `4x10-distinct`, `4x6-black`, `4x6-blanks` or a name. @param {string} text @returns {Rules} */
export function parseRules(text) {
  const word = text.trim().toLowerCase().replace('×', 'x');
  const named = Object.hasOwn(RULES_NAMES, word) ? RULES_NAMES[word] : word;
  const match = /^(\d{1,4})x(\d{1,4})((?:-[a-z]+)*)$/.exec(named);
  if (!match) throw new NotationError('rules.unreadable', { text: text.trim() });
  const options = match[3].split('-').slice(1);
  const unknown = options.find((option) => !['distinct', 'black', 'blanks'].includes(option));
  if (unknown) throw new NotationError('rules.option', { option: unknown });
  const pegs = Number(match[1]);
  const blanks = options.includes('blanks');
  const colors = Number(match[2]) + (blanks ? 1 : 0);
  const repeats = !options.includes('distinct');
  if (pegs < 1 || Number(match[2]) < 1 || pegs > MOST || colors > MOST) throw new NotationError('rules.size', { most: MOST });
  if (!repeats && pegs > colors) throw new NotationError('rules.distinct', { pegs, colors });
  return { pegs, colors, repeats, whites: !options.includes('black'), blanks };
}

/** @param {Rules} rules */
export function rulesName(rules) {
  const options = [!rules.repeats && '-distinct', !rules.whites && '-black', rules.blanks && '-blanks'];
  return `${rules.pegs}x${rules.colors - (rules.blanks ? 1 : 0)}${options.filter(Boolean).join('')}`;
}

/** How the API names the same rules: it knows no empty holes, which are one color more. @param {Rules} rules */
export const plainName = (rules) => rulesName({ ...rules, blanks: false });

/** A color by digit, number, letter or name; 0 if it is none. @param {string} word @param {Rules} rules */
function color(word, rules) {
  if (/^\d{1,4}$/.test(word)) return word === '0' && rules.colors === 10 ? 10 : Number(word);
  const lowered = word.toLowerCase();
  const named = COLOR_NAMES.indexOf(lowered);
  if (named >= 0) return named + 1;
  return /^[a-z]$/.test(lowered) ? lowered.charCodeAt(0) - 96 : 0;
}

/** Whether each character is a color: words alike long, the last at most as long. @param {string[]} words @param {Rules} rules */
function areGroups(words, rules) {
  const symbols = words.join('');
  const size = words[0]?.length ?? 0;
  const alike = words.slice(0, -1).every((word) => word.length === size) && (words.at(-1)?.length ?? 0) <= size;
  const single = rules.colors <= 10 || /^[a-z]+$/i.test(symbols);
  return alike && single && words.length < rules.pegs && symbols.length === rules.pegs;
}

/** A code from `1122`, `1-12-3`, `AABB`, groups such as `ABCDE FGHIJ`, `red-blue-...`; `.` is an empty hole. @param {string} text @param {Rules} rules @returns {Code} */
export function parseCode(text, rules) {
  const whole = rules.blanks ? text.replaceAll('.', rules.colors <= 10 ? String(rules.colors % 10) : `-${rules.colors}-`) : text;
  let words = whole.trim().split(/[\s,_-]+/).filter(Boolean);
  const single = rules.pegs === 1 && (/^\d+$/.test(words[0] ?? '') || COLOR_NAMES.includes((words[0] ?? '').toLowerCase()));
  if (words.length === 1 ? !single : areGroups(words, rules)) words = [...words.join('')];
  if (words.length !== rules.pegs) throw new NotationError('code.pegs', { text: text.trim(), pegs: rules.pegs });
  const code = words.map((word) => color(word, rules));
  code.forEach((value, peg) => {
    if (value < 1 || value > rules.colors) throw new NotationError('code.color', { text: text.trim(), peg: peg + 1, word: words[peg] });
  });
  if (!rules.repeats && new Set(code).size < code.length) throw new NotationError('code.repeats', { text: text.trim() });
  return code;
}

/** A color as codes write it: its number, 0 for the tenth of ten colors; `.` is the empty hole. @param {number} color @param {Rules} [rules] */
export function colorSymbol(color, rules) {
  if (rules?.blanks && color === rules.colors) return '.';
  return color === 10 && rules?.colors === 10 ? '0' : String(color);
}

/** The code as it is written: digits, or with dashes in games with more than ten colors. @param {Code} code @param {Rules} rules */
export const codeName = (code, rules) => code.map((color) => colorSymbol(color, rules)).join(rules.colors > 10 ? '-' : '');

/** Feedback from `BWW`, `1,2`, `1B2W`, `1A2B`, or `-`. @param {string} text @param {Rules} rules @returns {Feedback} */
export function parseFeedback(text, rules) {
  const upper = text.trim().toUpperCase();
  const told = hits(upper.includes(',') ? upper.replace(/\s/g, '') : upper.replaceAll(' ', ','), rules);
  if (!told) throw new NotationError('feedback.unreadable', { text: text.trim() });
  const why = whyImpossible(rules, told);
  if (why) throw new NotationError(why[0], why[1]);
  return told;
}

/** @param {string} word @param {Rules} rules @returns {Feedback | null} */
function hits(word, rules) {
  if (['-', '0', 'NONE'].includes(word)) return { black: 0, white: 0 };
  if (/^[BW]+$/.test(word)) return { black: word.split('B').length - 1, white: word.split('W').length - 1 };
  const pair = /^(\d{1,4}),+(\d{1,4})$/.exec(word);
  if (pair) return { black: Number(pair[1]), white: Number(pair[2]) };
  if (/^\d{1,4}$/.test(word) && !rules.whites) return { black: Number(word), white: 0 };
  const whole = word.replaceAll(',', '');
  const counted =
    (whole.includes('A') ? /^(?:(\d{1,4})A)?(?:(\d{1,4})B)?$/.exec(whole) : null) ?? /^(?:(\d{1,4})B)?(?:(\d{1,4})W)?$/.exec(whole);
  return counted && whole ? { black: Number(counted[1] ?? 0), white: Number(counted[2] ?? 0) } : null;
}

/** @param {Feedback} told */
export const feedbackName = (told) => 'B'.repeat(told.black) + 'W'.repeat(told.white) || '-';

/** @param {Row} row @param {Rules} rules */
export const rowName = (row, rules) => `${codeName(row.guess, rules)}:${feedbackName(row.feedback)}`;

/** @param {string} text @param {Rules} rules @returns {Row} */
export function parseRow(text, rules) {
  const at = text.lastIndexOf(':');
  if (at < 0) throw new NotationError('row.unreadable', { text });
  return { guess: parseCode(text.slice(0, at), rules), feedback: parseFeedback(text.slice(at + 1), rules) };
}

/** @param {string} text @param {Rules} rules @returns {Row[]} */
export const parseHistory = (text, rules) => text.split(/\s+/).filter(Boolean).map((word) => parseRow(word, rules));
