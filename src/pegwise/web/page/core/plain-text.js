// Text as people type and paste it, in the characters of ASCII where one has the same meaning: pegwise.normalized_text; and what
// cannot be read.

/** @type {Record<string, string>} */
const SAME = { '’': "'", '‘': "'", '×': 'x', '·': '-' };
for (const dash of '‐‑‒–—―−﹣⁃') SAME[dash] = '-';
for (const arrow of '→⇒⟶⟹➔➜') SAME[arrow] = '>';
/** The ends of lines that are no line feed. */
const ENDS = /[\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const DIGIT = /\p{Nd}/u;

/** @param {string} text */
export const plainText = (text) => text.replaceAll('\r\n', '\n').replace(/[^\n\t\x20-\x7e]/gu, plain);

/** @param {string} character */
function plain(character) {
  const point = character.codePointAt(0) ?? 0;
  if (Object.hasOwn(SAME, character)) return SAME[character];
  if (ENDS.test(character)) return '\n';
  if (point < 128) return /\s|\x1f/.test(character) ? ' ' : character;
  if (point >= 0xff01 && point <= 0xff5e) return String.fromCharCode(point - 0xfee0); // full-width forms of ASCII
  if (DIGIT.test(character)) return String(digit(point));
  if (/[\p{Cf}\p{Mn}]/u.test(character)) return ''; // it shows nothing of its own
  return /\s/.test(character) ? ' ' : character;
}

/** The value of a digit: digits stand in tens, each from 0 to 9. @param {number} point */
function digit(point) {
  let first = point;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (point - first) % 10;
}

/** A text without these characters at its ends. A pattern would try every run of them within the text, too. @param {string} text @param {string} signs */
export function stripped(text, signs) {
  let [start, end] = [0, text.length];
  while (start < end && signs.includes(text[start])) start++;
  while (end > start && signs.includes(text[end - 1])) end--;
  return text.slice(start, end);
}

/** The lines of a text in plain characters, without comments and blank lines. @param {string} text */
export const linesOf = (text) => plainText(text).split('\n').map(uncommented).filter(Boolean);

/** A line of plain characters without its comment, which a space comes before; `#1` is the number of a row. @param {string} line */
export const uncommented = (line) => line.replace(/(?:^|\s)#(?!\d).*/, '').trim();

/** `key` and `values` are for the strings; `row` is the number of the row that it is in, if rows have numbers. */
export class NotationError extends Error {
  row = /** @type {number | null} */ (null);

  /** @param {string} key @param {Record<string, string | number | Alphabet>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }

  /** The same in a row. @param {number} number */
  inRow(number) {
    this.row = number;
    return this;
  }
}

/** What is read; `otherwise` where a text cannot be read. @template T @param {() => T} read @param {T} otherwise */
export function readOr(read, otherwise) {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotationError) return otherwise;
    throw error;
  }
}
