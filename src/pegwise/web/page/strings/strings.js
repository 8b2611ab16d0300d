// Every word that the page says, by its key, in the language of the reader. A language is a set of files like en-*.js, one for each area.

import { recall } from '../core/remembered.js';

/** The languages that are complete, the first for everyone whose browser asks for none of them. */
export const LANGUAGES = ['en', 'de'];
const AREAS = ['frame', 'play', 'puzzle', 'analysis', 'learn'];

const wanted = [recall('language', ''), ...navigator.languages].map((tag) => String(tag).split('-')[0]);
/** The language of the page: the one chosen in the settings, else the first that the browser asks for and the page has. */
export const language = wanted.find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
const plural = new Intl.PluralRules(language);
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((name) => plural.resolvedOptions().pluralCategories.some((each) => each === name));
const loaded = await Promise.all(AREAS.map((area) => import(`./${language}-${area}.js`)));

/** @type {Record<string, string>} */
const strings = Object.assign({}, ...loaded.map((area) => area.words));

/** The words of a key, with `{name}` filled in. `{count|code|codes}` is the word that goes with a number: one for each
 * plural category of the language, in the order of Unicode (in English and German: one, other).
 * @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const found = strings[key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  return found
    .replace(/\{(\w+)\|([^}]*)\}/g, (_, name, forms) => forms.split('|')[categories.indexOf(plural.select(Number(values[name])))])
    .replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? number(values[name]) : String(values[name])));
}

/** What a language is called by those who speak it. @param {string} tag */
export const nameOf = (tag) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

/** Whether there are words for a key. @param {string} key */
export const has = (key) => Object.hasOwn(strings, key);

/** What a strategy does; its own summary where there are no words for it. @param {string} name @param {string} [summary] */
export const strategyWords = (name, summary = '') => (has(`strategy.${name}`) ? t(`strategy.${name}`) : summary);

/** Words one after the other: "1, 2, and 3", or with "or". @param {string[]} words @param {Intl.ListFormatType} [type] */
export const listed = (words, type = 'conjunction') => new Intl.ListFormat(language, { type }).format(words);

/** A share of 1 as a percentage. @param {number} value @param {number} [digits] after the point */
export const percent = (value, digits = 0) => value.toLocaleString(language, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A day as it is read. @param {number | string} time in milliseconds, or as ISO 8601 has it @param {Intl.DateTimeFormatOptions} [form] */
export const day = (time, form = { dateStyle: 'medium' }) => new Date(time).toLocaleDateString(language, form);
/** A day that changes everywhere at the same time. */
export const FULL = /** @type {const} */ ({ dateStyle: 'full', timeZone: 'UTC' });

/** A number as it is read; where nobody counts the digits, as a power of ten. @param {number} value @param {number} [digits] after the point */
export function number(value, digits) {
  if (value < 1e15) return value.toLocaleString(language, digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [leading, power] = value.toExponential(1).split('e+');
  return `${leading} × 10${[...power].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;
}
