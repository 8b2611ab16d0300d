// The symbols that a game writes its colors with, the names of colors, and how a game's codes decide them: pegwise.alphabet.

import { NotationError } from './plain-text.js';

export const COLOR_NAMES = [
  'red', 'blue', 'green', 'yellow', 'orange', 'purple', 'sky', 'pink', 'brown', 'white', 'black', 'gray',
];
/** Names that people use beside them. */
const MORE = 'cyan magenta teal violet lime turquoise indigo gold silver navy maroon olive tan beige rose'.split(' ');
const NAMES = [...COLOR_NAMES, ...MORE];
const LETTERS = 'RBGYOPSINWKACMTVL';
/** @type {Record<string, string>} */
const ALIASES = { grey: 'gray' };

/** The initial of a name; undefined if it has none. @param {string} name */
const initialOf = (name) => LETTERS[NAMES.indexOf(canonical(name))];

/** The name that an initial stands for. @param {string} initial */
export const ofInitial = (initial) => (initial.length === 1 && LETTERS.includes(initial) ? NAMES[LETTERS.indexOf(initial)] : undefined);

/** `gray` for `grey`. @param {string} name */
export const canonical = (name) => ALIASES[name] ?? name;

/** A word as the name of a color, if it is one. @param {string} word */
function nameOf(word) {
  const lowered = word.toLowerCase();
  return NAMES.includes(canonical(lowered)) ? lowered : undefined;
}

/** Names for so many colors, those in use among them. Colors keep their numbers; another name in use takes the number of the
 * last name that is not: so white and black are colors 5 and 6 of the original game. @param {number} colors @param {Iterable<string>} used */
function palette(colors, used = []) {
  const wanted = new Set(used);
  const names = Array.from({ length: colors }, (_, at) => NAMES[at] ?? String(at + 1));
  for (const [spelled, name] of Object.entries(ALIASES)) if (wanted.has(spelled) && names.includes(name)) names[names.indexOf(name)] = spelled;
  const others = [...NAMES, ...Object.keys(ALIASES)].filter((name) => wanted.has(name) && !names.includes(name));
  const free = names.flatMap((name, at) => (wanted.has(name) ? [] : [at])).slice(-others.length || undefined);
  others.slice(0, free.length).forEach((name, at) => (names[free[at]] = name));
  return names;
}

/** @type {Alphabet} */
export const NUMBERS = { kind: 'numbers', symbols: [] };
export const HOLE = '.';
const SEPARATORS = /[\s,;_-]+/;

/** Whether it has so many digits and no other character. @param {string} word */
export const isDecimal = (word) => /^\d+$/.test(word);
/** @param {string} word */
const isNumber = (word) => /^\d{1,9}$/.test(word);
/** @param {string} word */
const isLetter = (word) => /^[a-z]$/i.test(word);
/** @param {string} letter */
const place = (letter) => letter.charCodeAt(0) - 64;
/** How many characters a person sees. @param {string} word */
const lengthOf = (word) => [...word].length;

/** The words of a code's pegs; `single` if each color is one character, so that digits may stand in groups.
 * @param {string} text @param {number} pegs @param {boolean} single */
export function codeWords(text, pegs, single) {
  const words = text.split(SEPARATORS).filter(Boolean);
  if (words.length === 1) return pegs === 1 && (isDecimal(words[0]) || nameOf(words[0])) ? words : [...words[0]];
  const together = words.join('');
  const sizes = words.map(lengthOf);
  const alike = sizes.length > 1 && sizes.slice(0, -1).every((size) => size === sizes[0]) && sizes[sizes.length - 1] <= sizes[0];
  const groups = alike && (single || /^\p{L}*$/u.test(together)) && words.length < pegs && lengthOf(together) === pegs;
  return groups ? [...together] : words;
}

/** Whether a word may be a color in some alphabet. @param {string} word */
export const isSymbol = (word) => word === HOLE || isDecimal(word) || isLetter(word) || nameOf(word) !== undefined;

/** Whether a symbol has several characters, so that dashes stand between them. @param {readonly string[]} symbols */
export const isWide = (symbols) => symbols.some((symbol) => lengthOf(symbol) > 1);

/** The numbers of colors as codes write them: 0 is the tenth of ten. @param {number} colors */
export const numbers = (colors) => Array.from({ length: colors }, (_, at) => (at === 9 && colors === 10 ? '0' : String(at + 1)));

/** @param {number} colors @returns {Alphabet} */
const fromZero = (colors) => ({ kind: 'zero', symbols: Array.from({ length: colors }, (_, at) => String(at)) });
/** Colors past Z have numbers. @param {number} colors @returns {Alphabet} */
const letters = (colors) => ({ kind: 'letters', symbols: Array.from({ length: colors }, (_, at) => (at < 26 ? String.fromCharCode(65 + at) : String(at + 1))) });
/** @param {number} colors @param {Iterable<string>} [used] @returns {Alphabet} */
const named = (colors, used) => ({ kind: 'names', symbols: palette(colors, used) });
/** @param {number} colors @param {Iterable<string>} [used] @returns {Alphabet} */
const initials = (colors, used) => ({ kind: 'initials', symbols: palette(colors, used).map((name) => initialOf(name) ?? name) });

/** An alphabet from `letters`, `initials`, `names`, `numbers`, `0-5`, a run such as `RGBYWK`, or words with commas between them.
 * @param {string} text @param {number} colors @returns {Alphabet} */
export function parseAlphabet(text, colors) {
  const lowered = text.toLowerCase();
  if (lowered === 'numbers' || lowered === 'digits') return NUMBERS;
  if (lowered === `0-${colors - 1}`) return fromZero(colors);
  if (lowered === 'letters') return letters(colors);
  if (lowered === 'initials' && colors <= COLOR_NAMES.length) return initials(colors);
  if (lowered === 'names') return named(colors);
  const symbols = text.includes(',') ? text.split(',').filter(Boolean) : [...text];
  if (symbols.length !== colors) throw new NotationError('colors.count', { text, count: symbols.length, colors });
  const wrong = symbols.find((symbol) => SEPARATORS.test(symbol) || /[:#=.]/.test(symbol));
  if (wrong) throw new NotationError('colors.symbol', { text, symbol: wrong });
  if (new Set(symbols).size < colors) throw new NotationError('colors.repeat', { text });
  return ofKind(symbols, colors);
}

/** Symbols as the alphabet that has them, or as a player's own. @param {string[]} symbols @param {number} colors @returns {Alphabet} */
function ofKind(symbols, colors) {
  if (String(symbols) === String(numbers(colors))) return NUMBERS;
  const known = [fromZero(colors), letters(colors)].find((each) => String(each.symbols) === String(symbols));
  if (known) return known;
  if (symbols.every(ofInitial)) return { kind: 'initials', symbols };
  if (symbols.every((symbol) => nameOf(symbol) || isDecimal(symbol))) return { kind: 'names', symbols: symbols.map((symbol) => symbol.toLowerCase()) };
  return { kind: 'symbols', symbols };
}

/** The different words of a game's codes, by what they can be. @typedef {{numbers: Set<number>, letters: Set<string>, names: Set<string>}} Said */

/** Which alphabet the words of a game's codes are in; `settled` if other codes of the game are numbers from 1.
 * @param {string[]} words @param {number} colors @param {boolean} [settled] @returns {Alphabet} */
export function decideAlphabet(words, colors, settled = false) {
  const different = [...new Set(words)];
  const names = new Set(different.flatMap((word) => nameOf(word) ?? []));
  /** @type {Said} */
  const said = {
    numbers: new Set(different.filter(isNumber).map(Number)),
    letters: new Set(different.filter(isLetter).map((word) => word.toUpperCase())),
    names: new Set([...names].filter((name) => canonical(name) === name || !names.has(canonical(name)))),
  };
  const zero = said.numbers.has(0) && colors !== 10;
  if (!said.letters.size && !said.names.size) {
    if (!zero || settled) return NUMBERS;
    if (said.numbers.has(colors)) throw new NotationError('alphabet.both', { colors, last: colors - 1 });
    return fromZero(colors);
  }
  if (zero) throw new NotationError('alphabet.mixed.zero', { words: listed(said.letters.size ? said.letters : said.names) });
  if (settled) said.numbers.add(1);
  return worded(said, colors);
}

/** @param {Iterable<string>} words */
const listed = (words) => [...words].sort().join(' ');

/** Decide among letters, initials and names. @param {Said} said @param {number} colors */
function worded(said, colors) {
  const fits = !said.names.size && [...said.letters].every((letter) => place(letter) <= colors);
  const found = asInitials(said, colors);
  if (found?.usual && fits) {
    if ([...said.letters].every((letter) => colorOf(letter, found.alphabet) === place(letter))) return letters(colors);
    throw new NotationError('alphabet.two', { words: listed(said.letters), letters: letters(colors), initials: found.alphabet });
  }
  if (fits) return letters(colors);
  if (found) return found.alphabet;
  if (said.names.size && said.letters.size) throw new NotationError('alphabet.mixed', { words: listed(said.letters), names: listed(said.names) });
  return said.letters.has('A') ? letters(colors) : NUMBERS; // which lack a word
}

/** The words as initials and names of colors, `usual` if the first names have them all. @param {Said} said @param {number} colors
 * @returns {{alphabet: Alphabet, usual: boolean} | null} */
function asInitials(said, colors) {
  const known = [...said.letters].map(ofInitial);
  if (known.includes(undefined) || (said.letters.size && !said.names.size && colors > COLOR_NAMES.length)) return null;
  const used = new Set([...said.names, .../** @type {string[]} */ (known)]);
  const different = new Set([...used].map(canonical));
  if (different.size > colors) {
    if (!said.names.size) return null;
    throw new NotationError('alphabet.many', { count: used.size, names: listed(used), colors });
  }
  const usual = [...different].every((name) => COLOR_NAMES.slice(0, colors).includes(name));
  // A is gray only in games that have gray, and numbers stand beside the usual colors only.
  if (!usual && (said.letters.has('A') || said.numbers.size)) return null;
  return { alphabet: said.names.size ? named(colors, used) : initials(colors, used), usual };
}

/** The color that a word means in an alphabet, also in the other case where that means nothing else; from 1, 0 if it means none.
 * @param {string} word @param {Alphabet} alphabet */
function colorOf(word, { symbols }) {
  const folded = word.toLowerCase();
  const exact = symbols.includes(word) ? word : folded;
  const alike = symbols.filter((symbol) => canonical(symbol.toLowerCase()) === canonical(folded));
  return symbols.indexOf(symbols.includes(exact) || alike.length !== 1 ? exact : alike[0]) + 1;
}

/** The same; numbers may stand beside letters, initials and names. A number past the last color is told as it is.
 * @param {string} word @param {Alphabet} alphabet @param {number} colors */
export function pegColor(word, alphabet, colors) {
  const found = colorOf(word, alphabet);
  if (found || alphabet.kind === 'zero' || alphabet.kind === 'symbols') return found;
  if (isNumber(word)) return word === '0' && colors === 10 ? 10 : Number(word);
  if (alphabet.kind === 'names' && word.length === 1) return colorOf(ofInitial(word.toUpperCase()) ?? word, alphabet);
  const name = alphabet.kind === 'initials' ? nameOf(word) : undefined;
  return name ? colorOf(initialOf(name) ?? word, alphabet) : 0;
}
