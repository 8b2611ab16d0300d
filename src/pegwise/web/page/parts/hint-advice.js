// The advice that the later steps of a hint tell, asked once for a position.

/** @import { Code, Row, Rules } from '../core/rules.js' */
/** What a hint is about. @typedef {{rules: Rules, rows: Row[], holes: (number | null)[]}} Situation */
import { askPatiently, Problem } from '../core/api.js';
import { summary } from '../core/codes.js';
import { consult } from '../core/consult.js';
import { hint, isQuick, partition } from '../core/engine.js';
import { codeName, plain } from '../core/notation.js';
import { isEnumerable } from '../core/rules.js';
import { asked } from './work.js';

/** The names of the steps, as pegwise.analysis.advice has them. */
export const STEPS = ['check', 'count', 'certain', 'guess', 'why'];

export class HintAdvice {
  asking = new AbortController();
  /** @type {{key: string, answer: any} | null} */
  known = null;

  /** The position is another. */
  forget() {
    this.asking.abort();
    this.asking = new AbortController();
    this.known = null;
  }

  /** Up to a step: worked out here in small games, and where the server is away. @param {Situation} now @param {number} [step] */
  async ask({ rules, rows, holes }, step = STEPS.length) {
    const own = holes.includes(null) ? undefined : codeName(/** @type {Code} */ (holes), plain(rules));
    const question = { ...asked(rules, rows), step, guess: own };
    const key = JSON.stringify(question);
    if (this.known?.key !== key) {
      const { signal } = this.asking;
      const there = () => askPatiently('/hint', question, { signal });
      this.known = { key, answer: await consult(isQuick(rules), () => adviceHere(rules, rows, holes), there) };
    }
    return this.known.answer;
  }
}

/** Advice without the server, as it would answer; null if that takes too long. @param {Rules} rules @param {Row[]} rows @param {(number | null)[]} holes @returns {Promise<any>} */
async function adviceHere(rules, rows, holes) {
  if (isEnumerable(rules) && !(await summary(rules, rows)).count) throw new Problem({ type: 'contradiction', status: 422 });
  const guess = await hint(rules, rows);
  const beside = guess && !holes.includes(null) ? await partition(rules, rows, /** @type {Code} */ (holes)) : null;
  return guess && { guess, candidates: guess.candidates, known: 'exact', why: beside };
}
