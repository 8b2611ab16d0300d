// Sentences that name codes and feedback, drawn as pegs to look at and in words to listen to; and why a text cannot be read.

/** @import { Sentence } from '../core/review-sentences.js' */
import { NotationError } from '../core/plain-text.js';
import { contradictedRow } from '../core/rules.js';
import { number, percent, t } from '../strings/strings.js';
import { el } from './dom.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from './peg.js';

/** "letters A to F". @param {Alphabet} alphabet */
const alphabetWords = ({ kind, symbols }) => t(`alphabet.${kind === 'zero' ? 'numbers' : kind}`, { symbols: symbols.join(' '), first: symbols[0], last: symbols[symbols.length - 1] });

/** "Colors: letters A to F"; nothing where codes are numbers from 1. @param {Rules} rules */
export const alphabetLine = ({ alphabet, lists }) => (alphabet && !lists && alphabet.kind !== 'numbers' ? el('p', { class: 'quiet alphabet' }, t('alphabet.told', { alphabet: alphabetWords(alphabet) })) : null);

/** Why a text cannot be read; an error of another kind is thrown on. @param {unknown} error */
export function wrongWords(error) {
  if (!(error instanceof NotationError)) throw error;
  const values = Object.entries(error.values).map(([name, value]) => [name, typeof value === 'object' ? alphabetWords(value) : value]);
  const why = t(error.key, Object.fromEntries(values));
  return error.row === null ? why : t('row.numbered', { number: error.row, why });
}

/** Stands in a sentence where something is drawn. */
const MARK = '\u0001';

/** @param {Sentence[]} sentences @param {Rules} rules */
export const inWords = (sentences, rules) => sentences.map(({ key, values }) => t(key, plain(values, (value) => (Array.isArray(value) ? codeWords(value, rules) : feedbackWords(value, rules))))).join(' ');

/** @param {Sentence[]} sentences @param {Rules} rules @returns {Child[]} */
export const drawn = (sentences, rules) => sentences.flatMap((sentence) => [...drawnOne(sentence, rules), ' ']);

/** @param {Sentence} sentence @param {Rules} rules @returns {Child[]} */
function drawnOne({ key, values }, rules) {
  const pictures = /** @type {Child[]} */ ([]);
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

/** Why a code cannot be the secret; empty if it can. @param {Rules} rules @param {Row[]} rows @param {Code} code */
export function contradiction(rules, rows, code) {
  const broken = contradictedRow(rules, rows, code);
  if (!broken) return '';
  return t('hint.check.broken', { code: codeWords(code, rules), number: broken.number, would: feedbackWords(broken.would, rules), said: feedbackWords(broken.row.feedback, rules) });
}
