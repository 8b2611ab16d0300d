// What a problem of the server means, in the words of the page: each kind has a sentence.

import { has, listed, t } from '../strings/strings.js';
import { ALONE } from './site.js';

/** What is said of a question that is not answered (RFC 9457).
 * @typedef {{type?: string, title?: string, status?: number, detail?: string, [key: string]: any}} Details */
/** Rows from 1: a smallest set of them that contradict each other, the first of several.
 * @typedef {{rows: number[], repairs: {row: number, feedback: Feedback}[], complete: boolean}} Contradiction */
/** How far the work on a question is. @typedef {{what: string, done: number, total: number}} Progress */

/** Kinds that mean the same to a reader. @type {Record<string, string>} */
const SAME = {
  'bad-json': 'invalid',
  'not-json': 'invalid',
  'not-found': 'invalid',
  'method-not-allowed': 'invalid',
  'origin-refused': 'host-refused',
  'too-many-questions': 'busy',
  'too-many-connections': 'busy',
  'connections-full': 'busy',
  ending: 'busy',
};

/** The last part of its type. @param {{type?: string}} details */
export const kindOf = ({ type }) => type?.split('/').pop() ?? '';

/** @param {{type?: string, detail?: string, title?: string, contradiction?: {rows: number[]} | null}} details */
export function problemWords(details) {
  const kind = kindOf(details);
  const key = `problem.${SAME[kind] ?? kind}`;
  if (details.contradiction) return `${contradictionWords(details.contradiction.rows)}.`;
  if (ALONE && has(`alone.${key}`)) return t(`alone.${key}`);
  return has(key) ? t(key) : (details.detail ?? details.title ?? t('problem.unknown'));
}

/** Which rows are at fault. @param {number[]} rows */
export const contradictionWords = (rows) => t(rows.length === 1 ? 'solve.impossible' : 'solve.contradiction', { rows: listed(rows.map(String)) });
