// The sentences of a deduction, made from its data. Colors stand in them as marks, to be drawn or to be named.

import { listed, t } from '../strings/strings.js';

/** What a row (null: the rules) says. @typedef {{kind: string, number: number | null, row: number | null}} Lead */
/** @typedef {{kind: 'conclusion' | 'contradiction' | 'assumption' | 'refutation', depth: number, lead: Lead | null, because: Fact[], so: Fact[]}} Sentence */

/** A color within words; no key and no name has these brackets. @param {number} color */
const mark = (color) => `⟦${color}⟧`;

/** A sentence as its parts: words, and colors by their number. @param {Sentence} sentence @returns {(string | number)[]} */
export function sentenceParts(sentence) {
  const words = capital(sentenceWords(sentence));
  return words.split(/⟦(\d+)⟧/).map((part, index) => (index % 2 ? Number(part) : part)).filter((part) => part !== '');
}

/** A sentence in words alone. @param {Sentence} sentence @param {(color: number) => string} name */
export const inWords = (sentence, name) => capital(sentenceParts(sentence).map((part) => (typeof part === 'number' ? name(part) : part)).join(''));

/** Facts as clauses in words. @param {Fact[]} facts @param {(color: number) => string} name */
export const factWords = (facts, name) => clauses(facts).map((words) => words.replace(/⟦(\d+)⟧/g, (_, color) => name(Number(color))));

/** @param {string} words */
const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** @param {Sentence} sentence */
function sentenceWords({ kind, lead, because, so }) {
  const led = lead ? [t(`deduction.${lead.number === 0 ? 'none' : 'lead'}.${lead.kind}`, { number: lead.number ?? 0, row: lead.row ?? 0 })] : [];
  const values = { reason: listed([...led, ...clauses(because)]), so: listed(clauses(so)) };
  return t(`deduction.${kind}`, values);
}

/** The facts as clauses: what is said of several pegs, or of one peg and several colors, shares one. @param {Fact[]} facts */
function clauses(facts) {
  const nots = facts.filter(({ kind }) => kind === 'not');
  const pegs = new Set(nots.map(({ peg }) => peg)).size;
  const byPeg = pegs < new Set(nots.map(({ color }) => color)).size;
  return [
    ...facts.filter(({ kind }) => kind === 'least' || kind === 'most').map(counted),
    ...byColor(facts.filter(({ kind }) => kind === 'is'), 'deduction.is'),
    ...(byPeg ? ofOnePeg(nots) : byColor(nots, 'deduction.not')),
  ];
}

/** @param {Fact} fact */
function counted({ kind, color, times: count = 0 }) {
  const values = { color: mark(color), count };
  if (kind === 'least') return count === 1 ? t('deduction.least.one', values) : t('deduction.least', values);
  return count > 1 ? t('deduction.most', values) : t(count ? 'deduction.most.one' : 'deduction.most.none', values);
}

/** @param {Fact[]} facts @param {string} key */
function byColor(facts, key) {
  return [...Map.groupBy(facts, ({ color }) => color)].map(([color, same]) =>
    t(key, { count: same.length, pegs: listed(same.map(({ peg }) => String(peg))), color: mark(color) }),
  );
}

/** @param {Fact[]} facts */
function ofOnePeg(facts) {
  return [...Map.groupBy(facts, ({ peg }) => peg)].map(([peg, same]) =>
    t('deduction.not', { count: 1, pegs: String(peg), color: listed(same.map(({ color }) => mark(color)), 'disjunction') }),
  );
}
