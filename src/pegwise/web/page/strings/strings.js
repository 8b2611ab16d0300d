// Every word the page says, by its key; another language is another file like en.js.

import { en } from './en.js';

/** @type {Record<string, string>} */
const strings = en;

/** The words of a key, with `{name}` filled in; `{count|code|codes}` is the word that goes with a number.
 * @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const found = strings[key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  return found
    .replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name, one, more) => (Number(values[name]) === 1 ? one : more))
    .replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? number(values[name]) : String(values[name])));
}

/** Whether there are words for a key. @param {string} key */
export const has = (key) => Object.hasOwn(strings, key);

/** What a strategy does; its own summary where there are no words for it. @param {string} name @param {string} [summary] */
export const strategyWords = (name, summary = '') => (has(`strategy.${name}`) ? t(`strategy.${name}`) : summary);

/** Words one after the other: "1, 2, and 3". @param {string[]} words */
export const listed = (words) => new Intl.ListFormat('en').format(words);

/** A number as it is read; where nobody counts the digits, as a power of ten. @param {number} value @param {number} [digits] after the point */
export function number(value, digits) {
  if (value < 1e15) return value.toLocaleString('en', digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [leading, power] = value.toExponential(1).split('e+');
  return `${leading} × 10${[...power].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;
}
