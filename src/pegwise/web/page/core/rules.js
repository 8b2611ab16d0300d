// What the game is: the codes, and the feedback a guess gets: hits, their total, or a mark for each peg. As pegwise.rules, for the page.

/** Codes up to which the page goes through all of them. */
const ENUMERABLE = 1_000_000;

/** Whether guesses and secrets differ, or feedback tells something else than hits: listed rules of the library. @param {Rules} rules */
export const isListed = ({ any, holes, tells, lists }) => Boolean(any || holes || tells || lists);

/** The color that an empty hole is; 0 where there is none. @param {Rules} rules */
export const emptyHole = ({ colors, blanks, holes }) => (blanks || holes ? colors : 0);

/** Whether a guess may have this color twice. @param {Rules} rules @param {number} color */
export const mayRepeat = ({ repeats, any, holes, colors }, color) => repeats || any === true || (holes === true && color === colors);

/** Rules whose guesses are the secrets of these. @param {Rules} rules @returns {Rules} */
export function secretRules({ any, holes, colors, ...rules }) {
  return { ...rules, colors: holes ? colors - 1 : colors };
}

/** Whether a guess can be the secret. @param {Rules} rules @param {Code} code */
export function isSecret(rules, code) {
  if (rules.lists) return rules.lists.secrets.includes(code.map((color) => rules.alphabet?.symbols[color - 1]).join(''));
  const { repeats, colors } = secretRules(rules);
  return code.every((color) => color <= colors) && (repeats || new Set(code).size === code.length);
}

/** How many codes there are. @param {Rules} rules */
export function size(rules) {
  if (rules.lists) return rules.lists.secrets.length;
  const { pegs, colors, repeats } = secretRules(rules);
  if (repeats) return colors ** pegs;
  let product = 1;
  for (let peg = 0; peg < pegs; peg++) product *= colors - peg;
  return product;
}

/** @param {Rules} rules */
export const isEnumerable = (rules) => !rules.lists && size(rules) <= ENUMERABLE;

/** How many guesses a player has: ten, in large games twice what good play takes, as in the terminal. @param {Rules} rules */
export function usualMaxGuesses({ pegs, colors, repeats }) {
  let bits = 0;
  for (let peg = 0; peg < pegs; peg++) bits += Math.log2(repeats ? colors : colors - peg);
  return bits <= 24 ? 10 : 10 * Math.ceil((2 * (1 + bits / 4.3)) / 10);
}

/** The feedback a guess gets; black and white hits are the same if the two change places (Knuth 1977, p. 1).
 * @param {Rules} rules @param {Code} secret @param {Code} guess @returns {Feedback} */
export function feedback(rules, secret, guess) {
  if (rules.tells === 'marks') return ofMarks(marksOf(secret, guess));
  const { black, white } = hits(rules, secret, guess);
  if (rules.tells !== 'total') return { black, white };
  return black === rules.pegs ? ofWin(black) : ofTotal(black + white);
}

/** @param {Rules} rules @param {Code} secret @param {Code} guess */
function hits(rules, secret, guess) {
  const inSecret = new Int32Array(rules.colors + 1);
  const inGuess = new Int32Array(rules.colors + 1);
  let black = 0;
  for (let peg = 0; peg < rules.pegs; peg++) {
    if (secret[peg] === guess[peg]) black++;
    inSecret[secret[peg]]++;
    inGuess[guess[peg]]++;
  }
  if (!rules.whites) return { black, white: 0 };
  let both = 0;
  for (let color = 1; color <= rules.colors; color++) both += Math.min(inSecret[color], inGuess[color]);
  return { black, white: both - black };
}

/** @param {Feedback} one @param {Feedback} other */
export const isSame = (one, other) => one.black === other.black && one.white === other.white && one.text === other.text;

/** @param {Rules} rules @param {Feedback} told */
export const isWin = (rules, told) => told.black === rules.pegs;

/** Whether the last row wins. @param {Rules} rules @param {Row[]} rows */
export const endsWon = (rules, rows) => rows.length > 0 && isWin(rules, rows[rows.length - 1].feedback);

/** The feedback of a guess that is the secret. @param {Rules} rules @returns {Feedback} */
export function winOf({ pegs, tells }) {
  if (tells === 'marks') return ofMarks('G'.repeat(pegs));
  return tells === 'total' ? ofWin(pegs) : { black: pegs, white: 0 };
}

/** Why no guess can get this feedback, as a key of the strings and what it names; null if one can.
 * @param {Rules} rules @param {Feedback} told @returns {[string, Record<string, number>] | null} */
export function whyImpossible(rules, told) {
  const { pegs, colors } = rules;
  const { black, white } = told;
  const hits = black + white;
  if (rules.tells === 'total') return null;
  if (!rules.whites && white) return ['feedback.blackOnly', {}];
  if (hits > pegs) return ['feedback.tooMany', { pegs }];
  if (black === pegs - 1 && white === 1) return ['feedback.lastPeg', { black, pegs }];
  if (isListed(rules)) return null;
  if (!rules.repeats) {
    const fewest = Math.max(0, 2 * pegs - colors);
    if (rules.whites && hits < fewest) return ['feedback.share', { fewest }];
    if (black === pegs - 1 && colors === pegs) return ['feedback.lastColor', {}];
  }
  if (colors === 1 && black < pegs) return ['feedback.oneCode', {}];
  if (colors === 2 && rules.whites && white % 2) return ['feedback.pairs', {}];
  return null;
}

/** All feedback that can exist, in the order of Knuth's figure or of the marks. @param {Rules} rules @returns {Feedback[]} */
export function feedbacks(rules) {
  const { pegs, tells } = rules;
  if (tells === 'total') return [...Array.from({ length: pegs + 1 }, (_, hits) => ofTotal(hits)), ofWin(pegs)];
  if (tells === 'marks') return allMarks(pegs).map(ofMarks).filter((told) => !whyImpossible(rules, told));
  const found = [];
  for (let black = 0; black <= rules.pegs; black++) {
    for (let white = rules.pegs - black; white >= 0; white--) {
      if (!whyImpossible(rules, { black, white })) found.push({ black, white });
    }
  }
  return found;
}

/** The first row, numbered from 1, that a guess contradicts, and what it would have said.
 * @param {Rules} rules @param {Row[]} rows @param {Code} guess */
export function contradictedRow(rules, rows, guess) {
  for (const [index, row] of rows.entries()) {
    const would = feedback(rules, guess, row.guess);
    if (!isSame(would, row.feedback)) return { number: index + 1, row, would };
  }
  return null;
}

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
function marksOf(secret, guess) {
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
const allMarks = (pegs) => (pegs ? [...MARKS].flatMap((mark) => allMarks(pegs - 1).map((others) => mark + others)) : ['']);

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
