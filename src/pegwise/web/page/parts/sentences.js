// Sentences that name codes and feedback: drawn as pegs to look at, in words to listen to.

/** @import { Sentence } from '../core/review-sentences.js' */
import { number, percent, t } from '../strings/strings.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from './peg.js';

/** Stands in a sentence where something is drawn. */
const MARK = '\u0001';

/** @param {Sentence[]} sentences @param {Rules} rules */
export const inWords = (sentences, rules) => sentences.map(({ key, values }) => t(key, plain(values, (value) => (Array.isArray(value) ? codeWords(value, rules) : feedbackWords(value, rules))))).join(' ');

/** @param {Sentence[]} sentences @param {Rules} rules @returns {Child[]} */
export const drawn = (sentences, rules) => sentences.flatMap((sentence) => [...drawnOne(sentence, rules), ' ']);

/** @param {Sentence} sentence @param {Rules} rules @returns {Child[]} */
function drawnOne({ key, values }, rules) {
  /** @type {Child[]} */
  const pictures = [];
  /** @param {Code | Feedback} value */
  const draw = (value) => {
    pictures.push(Array.isArray(value) ? codePegs(value, rules) : keyPegs(value, rules));
    return `${MARK}${pictures.length - 1}${MARK}`;
  };
  return t(key, plain(values, draw)).split(MARK).map((part, at) => (at % 2 ? pictures[Number(part)] : part));
}

/** @param {Sentence['values']} values @param {(value: Code | Feedback) => string} named @returns {Record<string, string | number>} */
function plain(values, named) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value];
      if ('share' in value) return [name, percent(value.share, value.digits)];
      if ('figure' in value) return [name, number(value.figure, value.digits)];
      return [name, named(value)];
    }),
  );
}
