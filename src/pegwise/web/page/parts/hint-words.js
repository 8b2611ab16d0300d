// What a position tells, in words: how many codes fit, and what they all share.

/** @import { Rules } from '../core/rules.js' */
/** @import { Summary } from '../core/candidates.js' */
import { listed, t } from '../strings/strings.js';
import { colorName } from './peg.js';

/** How many codes fit. @param {Summary} found */
export const countWords = (found) => t('hint.count', { count: found.count });

/** What all codes that fit share. @param {Rules} rules @param {Summary} found */
export function sharedWords(rules, { certain, count }) {
  if (!count) return t('problem.contradiction');
  if (!certain) return t('hint.certain.large');
  const facts = [
    ...certain.least.map(([color, least]) => t(least === 1 ? 'hint.fact.some' : 'hint.fact.least', { number: least, color: colorName(color, rules) })),
    ...certain.none.map((color) => t('hint.fact.none', { color: colorName(color, rules) })),
    ...certain.pegs.flatMap((color, peg) => (color === null ? [] : [t('hint.fact.peg', { peg: peg + 1, color: colorName(color, rules) })])),
  ];
  return certainWords(facts);
}

/** @param {string[]} facts */
export const certainWords = (facts) => (facts.length ? t('hint.certain', { facts: listed(facts) }) : t('hint.certain.none'));
