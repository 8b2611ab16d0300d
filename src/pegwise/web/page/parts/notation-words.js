// What is said of codes in text: the symbols of their colors, and why a text cannot be read.

import { NotationError } from '../core/plain-text.js';
import { t } from '../strings/strings.js';
import { el } from './dom.js';

/** "letters A to F". @param {Alphabet} alphabet */
const alphabetWords = ({ kind, symbols }) => t(`alphabet.${kind}`, { symbols: symbols.join(' '), first: symbols[0], last: symbols[symbols.length - 1] });

/** "Colors: letters A to F"; nothing where codes are numbers from 1. @param {Rules} rules */
export const alphabetLine = ({ alphabet, lists }) => (alphabet && !lists && alphabet.kind !== 'numbers' ? el('p', { class: 'quiet alphabet' }, t('alphabet.told', { alphabet: alphabetWords(alphabet) })) : null);

/** Why a text cannot be read; an error of another kind is thrown on. @param {unknown} error */
export function wrongWords(error) {
  if (!(error instanceof NotationError)) throw error;
  const why = keyWords(error);
  return error.row === null ? why : t('row.numbered', { number: error.row, why });
}

/** A sentence whose values may be alphabets. @param {Pick<NotationError, 'key' | 'values'>} said */
export const keyWords = ({ key, values }) => t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? alphabetWords(value) : value])));
