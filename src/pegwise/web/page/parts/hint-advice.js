// The advice that the later steps of a hint tell, asked once for a position.

/** @import { Code, Row, Rules } from '../core/rules.js' */
/** What a hint is about. @typedef {{rules: Rules, rows: Row[], holes: (number | null)[]}} Situation */
import { askPatiently, Problem } from '../core/api.js';
import { hint, isSmall, partition } from '../core/small-games.js';
import { codeName, plain } from '../core/notation.js';
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

  /** Up to a step: worked out here in small games. @param {Situation} now @param {number} [step] */
  async ask({ rules, rows, holes }, step = STEPS.length) {
    const own = holes.includes(null) ? undefined : codeName(/** @type {Code} */ (holes), plain(rules));
    const question = { ...asked(rules, rows), step, guess: own };
    const key = JSON.stringify(question);
    if (this.known?.key !== key) {
      const { signal } = this.asking;
      this.known = { key, answer: isSmall(rules) ? await adviceHere(rules, rows, holes) : await askPatiently('/hint', question, { signal }) };
    }
    return this.known.answer;
  }
}

/** Advice in a small game, as POST /hint answers. @param {Rules} rules @param {Row[]} rows @param {(number | null)[]} holes @returns {Promise<any>} */
async function adviceHere(rules, rows, holes) {
  const guess = await hint(rules, rows);
  if (!guess) throw new Problem({ type: 'contradiction', status: 422 });
  const beside = holes.includes(null) ? null : await partition(rules, rows, /** @type {Code} */ (holes));
  return { guess, candidates: guess.candidates, known: 'exact', why: beside };
}
