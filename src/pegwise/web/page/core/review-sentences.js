// What there is to say of a guess and of a game, from the figures of a review. A sentence is the key of its words with what they name.

import { numberCode } from './notation.js';
import { contradictedRow } from './rules.js';

/** As `pegwise review --json` has it.
 * @typedef {{guess: string, feedback: string, candidates_before: number, candidates_after: number, regret: number, known: string, luck: number | null, chance: number | null,
 *   rank: number | null, consistent: boolean, contradicts: number | null, best: string | null, best_consistent: string | null, bits: number, most_bits: number | null,
 *   classes: Record<string, number>, classes_known: string, best_classes: Record<string, number> | null, expected_size: number, verdict: string}} Move */
/** @typedef {{key: string, values: Record<string, number | Share | Figure | Code | Feedback>}} Sentence */
/** A share of 1. @typedef {{share: number, digits: number}} Share */
/** A figure with so many digits after the point. @typedef {{figure: number, digits: number}} Figure */

/** Turns of luck from which on it is worth a word. */
const NOTICED = 0.1;
/** Codes of a sample from which on its classes are told. */
const ENOUGH = 30;

/** @param {string} key @param {Sentence['values']} [values] @returns {Sentence} */
const say = (key, values = {}) => ({ key, values });
/** @param {number} figure @param {number} [digits] @returns {Figure} */
const figure = (figure, digits = 1) => ({ figure, digits });
const turns = (/** @type {number} */ number) => Math.round(1000 * number) / 1000;

/** @param {Record<string, number>} classes */
function split(classes) {
  const sizes = Object.values(classes);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return { parts: sizes.length, total, size: sizes.reduce((sum, size) => sum + size * size, 0) / Math.max(1, total) };
}

/** Whether a guess could win, how good it was, what it told, and how lucky its feedback was.
 * @param {Rules} rules @param {Row[]} rows @param {Move} move @param {number} index of its row @returns {Sentence[]} */
export function judged(rules, rows, move, index) {
  const broken = contradictedRow(rules, rows.slice(0, index), rows[index].guess);
  const told = broken ? [say('judged.broken', { number: broken.number, code: broken.row.guess, would: broken.would, said: broken.row.feedback })] : [];
  return [...told, ...worth(rules, rows, move, index), ...information(move), ...luck(move)];
}

/** @param {Rules} rules @param {Row[]} rows @param {Move} move @param {number} index */
function worth(rules, rows, move, index) {
  if (move.known !== 'exact') return unsettled(rules, move);
  if (move.regret > 0) return lost(rules, rows, move, index);
  if (!move.consistent) return [say('judged.best.broken'), ...whyNotToWin(rules, move)];
  return [say(move.candidates_before === 1 ? 'judged.only' : 'judged.best')];
}

/** Why a guess that cannot win is best. @param {Rules} rules @param {Move} move */
function whyNotToWin(rules, move) {
  const { parts, total, size } = split(move.classes);
  const told = [parts === total ? say('judged.each', { count: total }) : say('judged.leaves', { size: figure(size) })];
  if (move.rank === null) return told;
  return [...told, move.best_consistent === null ? say('judged.winning.none') : say('judged.winning', { code: numberCode(move.best_consistent, rules) })];
}

/** @param {Rules} rules @param {Row[]} rows @param {Move} move @param {number} index */
function lost(rules, rows, move, index) {
  if (split(move.classes).parts === 1) return [say('judged.nothing')];
  if (move.best === null || move.rank === null) return [say('judged.fewer', { turns: turns(move.regret) })];
  return [say('judged.better', { code: numberCode(move.best, rules), turns: turns(move.regret) }), reason(rules, rows, move, index)];
}

/** What the best guess has that this one has not. @param {Rules} rules @param {Row[]} rows @param {Move} move @param {number} index */
function reason(rules, rows, move, index) {
  const [own, best] = [split(move.classes), split(move.best_classes ?? {})];
  if (!move.consistent && bestFits(rules, rows, move, index)) return say('judged.why.secret');
  if (best.parts > own.parts) return say('judged.why.classes', { best: best.parts, own: own.parts });
  if (best.size.toFixed(1) !== own.size.toFixed(1) && best.size < own.size) return say('judged.why.size', { best: figure(best.size), own: figure(own.size) });
  return say('judged.why.apart');
}

/** @param {Rules} rules @param {Row[]} rows @param {Move} move @param {number} index */
const bestFits = (rules, rows, move, index) => !contradictedRow(rules, rows.slice(0, index), numberCode(/** @type {string} */ (move.best), rules));

/** @param {Rules} rules @param {Move} move */
function unsettled(rules, move) {
  const own = split(move.classes);
  const told = [say('judged.open')];
  if (move.regret > 0) told.push(say('judged.open.least', { turns: turns(move.regret) }));
  const sampled = move.classes_known === 'sampled';
  if (sampled && own.total < Math.min(ENOUGH, move.candidates_before)) return told;
  told.push(sampled ? say('judged.open.share', { share: { share: own.size / Math.max(1, own.total), digits: 1 } }) : say('judged.open.leaves', { size: figure(own.size) }));
  if (move.best === null || move.best === move.guess) return told;
  const best = split(move.best_classes ?? {});
  const size = sampled ? { share: best.size / Math.max(1, best.total), digits: 1 } : figure(best.size);
  return [...told, say('judged.open.other', { code: numberCode(move.best, rules), size })];
}

/** @param {Move} move */
function information({ bits, most_bits: most, candidates_before: before }) {
  return most && before > 2 ? [say('judged.bits', { bits: figure(bits, 2), most: figure(most, 2) })] : [];
}

/** @param {Move} move */
function luck({ luck, chance }) {
  if (luck === null || chance === null || Math.abs(luck) < NOTICED) return [];
  const by = Math.round(100 * Math.abs(luck)) / 100;
  if (luck > 0) return [say('judged.lucky', { turns: by, share: { share: chance, digits: 0 } })];
  return [chance === 1 ? say('judged.unlucky.worst', { turns: by }) : say('judged.unlucky', { turns: by, share: { share: 1 - chance, digits: 0 } })];
}

/** What a teacher would say of the worst guess of a game. @param {Rules} rules @param {Row[]} rows @param {Move[]} moves @returns {Sentence[]} */
export function lesson(rules, rows, moves) {
  const index = worstOf(moves);
  if (!moves[index].regret) return [say(moves.every(({ known }) => known === 'exact') ? 'lesson.best' : 'lesson.open')];
  return [say('lesson.row', { number: index + 1, code: rows[index].guess }), ...moment(rules, rows, moves[index], index)];
}

/** The guess that lost most, the first of several. @param {Move[]} moves */
export const worstOf = (moves) => moves.reduce((worst, move, index) => (move.regret > moves[worst].regret ? index : worst), 0);

/** @param {Rules} rules @param {Row[]} rows @param {Move} move @param {number} index */
function moment(rules, rows, move, index) {
  const count = move.candidates_before;
  const saved = turns(move.regret);
  if (split(move.classes).parts === 1) return [say('lesson.nothing', { count })];
  if (move.best === null || move.rank === null) return [say(move.known === 'exact' ? 'lesson.loses' : 'lesson.loses.least', { turns: saved })];
  const code = numberCode(move.best, rules);
  const able = bestFits(rules, rows, move, index);
  if (!move.consistent && able) return [say('lesson.broken', { number: move.contradicts ?? 0, code, turns: saved })];
  if (move.consistent && !able) return [say('lesson.could', { code, count, turns: saved })];
  return [say('judged.better', { code, turns: saved }), reason(rules, rows, move, index)];
}
