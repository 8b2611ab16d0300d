// Which codes fit: all of them gone through, or told that they are too many for that.

import { feedback, feedbacks, isEnumerable, isSame, secretRules, size } from './rules.js';

/** `certain` is what all of them share, null where there are none or too many.
 * @typedef {{count: number, known: 'exact' | 'upper', first: Code | null, certain: Fact[] | null}} Summary */

/** All codes that fit, in numeric order. @param {Rules} rules @param {Row[]} rows @returns {Generator<Code>} */
export function* candidates(rules, rows) {
  const { colors } = secretRules(rules);
  const code = new Array(rules.pegs).fill(1);
  const used = new Set();
  /** @param {number} peg @returns {Generator<Code>} */
  function* place(peg) {
    if (peg === rules.pegs) {
      if (rows.every((row) => isSame(feedback(rules, code, row.guess), row.feedback))) yield [...code];
      return;
    }
    for (let color = 1; color <= colors; color++) {
      if (!rules.repeats && used.has(color)) continue;
      code[peg] = color;
      used.add(color);
      if (mayFit(peg)) yield* place(peg + 1);
      if (!rules.repeats) used.delete(color);
    }
  }
  /** Whether the pegs so far leave each row its black hits. @param {number} peg */
  function mayFit(peg) {
    if (rules.tells === 'total') return true; // which tells no black hits
    return rows.every((row) => {
      let black = 0;
      for (let at = 0; at <= peg; at++) if (code[at] === row.guess[at]) black++;
      return black <= row.feedback.black && black + rules.pegs - 1 - peg >= row.feedback.black;
    });
  }
  yield* place(0);
}

/** The first codes that fit. @param {Rules} rules @param {Row[]} rows @param {number} most @returns {Code[]} */
export function firstOf(rules, rows, most) {
  const found = [];
  for (const code of candidates(rules, rows)) if (found.push(code) === most) break;
  return found;
}

/** How many codes fit, the first, and what all of them share. @param {Rules} rules @param {Row[]} rows @returns {Summary} */
export function summary(rules, rows) {
  if (!isEnumerable(rules)) return { count: size(rules), known: rows.length ? 'upper' : 'exact', first: null, certain: null };
  const { colors } = secretRules(rules);
  const least = new Array(colors + 1).fill(Infinity);
  const most = new Array(colors + 1).fill(0);
  /** @type {(number | null)[]} */
  const pegs = new Array(rules.pegs).fill(null);
  const counts = new Int32Array(colors + 1);
  let count = 0;
  let first = /** @type {Code | null} */ (null);
  for (const code of candidates(rules, rows)) {
    counts.fill(0);
    for (const color of code) counts[color]++;
    for (let color = 1; color <= colors; color++) {
      least[color] = Math.min(least[color], counts[color]);
      most[color] = Math.max(most[color], counts[color]);
    }
    code.forEach((color, peg) => {
      if (!count) pegs[peg] = color;
      else if (pegs[peg] !== color) pegs[peg] = null;
    });
    first ??= code;
    count++;
  }
  return { count, known: 'exact', first, certain: count ? certain(pegs, least, most) : null };
}

/** What is certain, as pegwise.analysis.certain_facts has it. @param {(number | null)[]} pegs @param {number[]} least @param {number[]} most @returns {Fact[]} */
function certain(pegs, least, most) {
  const known = pegs.flatMap((color, at) => (color === null ? [] : [{ kind: /** @type {const} */ ('is'), peg: at + 1, color }]));
  if (known.length === pegs.length) return known;
  const more = /** @type {Fact[]} */ ([]);
  const none = /** @type {Fact[]} */ ([]);
  for (let color = 1; color < least.length; color++) {
    if (least[color] > known.filter((fact) => fact.color === color).length) more.push({ kind: 'least', color, times: least[color] });
    if (most[color] === 0) none.push({ kind: 'most', color, times: 0 });
  }
  return [...more, ...none, ...known];
}

/** The answer that leaves the most codes, the first in the order of Knuth's figure among equals: the
 * adversary of pegwise.play.codemakers. @param {Rules} rules @param {Row[]} rows @param {Code} guess @returns {Feedback} */
export function hardestAnswer(rules, rows, guess) {
  const sizes = new Map(feedbacks(rules).map((told) => [key(told), 0]));
  for (const code of candidates(rules, rows)) {
    const told = key(feedback(rules, code, guess));
    sizes.set(told, (sizes.get(told) ?? 0) + 1);
  }
  return feedbacks(rules).reduce((best, told) => ((sizes.get(key(told)) ?? 0) > (sizes.get(key(best)) ?? 0) ? told : best));
}

/** @param {Feedback} told */
const key = ({ black, white, text }) => text ?? `${black},${white}`;
