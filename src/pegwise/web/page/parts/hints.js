// A hint in steps, each of which tells more. The first three are worked out here, where the codes can be listed.

import { askPatiently, noServer, Problem, sentence } from '../core/api.js';
import { hint, partition, summary } from '../core/counting.js';
import { factWords } from '../core/deduction-words.js';
import { codeName, plain, plainCode } from '../core/notation.js';
import { isEnumerable, isSecret } from '../core/rules.js';
import { isSmall } from '../core/small-strategies.js';
import { listed, number, t } from '../strings/strings.js';
import { announce, el, fill, tellIn } from './dom.js';
import { isHintKey, takeKeys } from './keys.js';
import { codePegs, codeWords, colorName } from './peg.js';
import { contradiction } from './sentences.js';
import { classesTable } from './table.js';
import { asked } from './work.js';

/** `situation` tells what is on the board; `shown` whether the screen shows anyway what a step tells, which so is no hint;
 * `taken` is called for each hint; `use` puts a code in the row.
 * @typedef {{situation: () => Situation, taken?: () => void, shown?: (step: string) => boolean, use: (code: Code) => void}} Options */

export class HintPanel {
  asking = new AbortController();
  /** What was asked about this position. */
  known = /** @type {{key: string, answer: any} | null} */ (null);
  /** What was told is not told again; another row can be checked again. @type {Set<string>} */
  told = new Set();
  said = el('ol', { class: 'said' });
  trouble = el('p', { class: 'note' });
  /** Whether a step is worked out. */
  busy = false;
  more = el('button', { type: 'button', on: { click: () => this.next() } }, t('hint.more'));

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    const head = [el('h2', { id: 'hints' }, t('hint.title')), el('p', { class: 'quiet' }, t('hint.about'))];
    this.element = el('section', { class: 'hints panel', 'aria-labelledby': 'hints' }, head, this.said, this.trouble, this.more);
    const key = (/** @type {KeyboardEvent} */ event) => isHintKey(event, options.situation().rules) && (this.next(), true);
    takeKeys({ element: this.element, key });
  }

  /** Begin anew: the position is another. */
  reset() {
    this.asking.abort();
    this.asking = new AbortController();
    this.known = null;
    this.told = new Set();
    fill(this.said);
    this.trouble.textContent = '';
    this.wait(false);
    this.more.textContent = t('hint.more');
  }

  /** A button that is disabled would lose the focus. @param {boolean} busy */
  wait(busy) {
    this.busy = busy;
    this.more.setAttribute('aria-disabled', String(busy));
  }

  async next() {
    if (this.busy) return undefined;
    const { situation, shown } = this.options;
    const now = situation();
    // The weakest step not told yet.
    const step = STEPS.find((each) => !(each === 'check' && now.holes.includes(null)) && !shown?.(each) && !this.told.has(keyOf(each, now)));
    const ours = this.asking;
    this.trouble.textContent = '';
    if (!step) return this.complain(t('hint.all'));
    this.wait(true);
    this.more.textContent = t('work.thinking');
    try {
      await this.tell(step, now);
    } catch (error) {
      if (ours === this.asking) this.complain(error instanceof Problem && error.offline ? noServer('hint.offline') : sentence(error));
    }
    if (ours !== this.asking) return undefined; // the position is another by now
    this.wait(false);
    this.more.textContent = this.told.size ? t('hint.again') : t('hint.more');
    return undefined;
  }

  /** @param {string} step @param {Situation} now */
  async tell(step, now) {
    const ours = this.asking;
    const { say, show = [] } = await TELL[step](now, this);
    if (ours !== this.asking) return;
    this.told.add(step).add(keyOf(step, now));
    const suggested = this.known?.answer.guess;
    if (step === 'why' && suggested) this.told.add(`why ${plainCode(suggested.guess, now.rules)}`);
    this.options.taken?.();
    const told = el('li', {}, el('p', {}, say), ...show);
    this.said.append(told);
    told.scrollIntoView({ block: 'nearest' }); // a key asks for hints wherever the page is scrolled to
    announce(say);
  }

  /** The advice up to a step: worked out here in small games. @param {Situation} now @param {number} [step] */
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

  /** Say why no step is told. @param {string} text */
  complain(text) {
    tellIn(this.trouble, text);
    this.trouble.scrollIntoView({ block: 'nearest' });
  }
}

/** What is remembered of a step that was told: what is said of the row is said again of another.
 * @param {string} step @param {Situation} now */
const keyOf = (step, { holes }) => (step === 'check' || (step === 'why' && !holes.includes(null)) ? `${step} ${holes}` : step);

/** What a step says, and what it shows besides. @typedef {{say: string, show?: Child[]}} Told */
/** @typedef {(now: Situation, panel: HintPanel) => Promise<Told>} Step */

/** The steps by their names, as pegwise.analysis.advice has them. @type {Record<string, Step>} */
const TELL = { check, count, certain, guess, why };
const STEPS = Object.keys(TELL);

/** Whether the row may be the code. @type {Step} */
async function check({ rules, rows, holes }) {
  const code = /** @type {Code} */ (holes);
  const words = codeWords(code, rules);
  if (!isSecret(rules, code)) return { say: t('hint.check.guess', { code: words }) };
  return { say: contradiction(rules, rows, code) || t(rows.length ? 'hint.check.fits' : 'hint.check.first', { code: words }) };
}

/** @type {Step} */
async function count(now, panel) {
  if (isEnumerable(now.rules)) return { say: t('remain.exact', { count: (await summary(now.rules, now.rows)).count }) };
  const { candidates, known: how } = await panel.ask(now, 3);
  return { say: t(how === 'exact' ? 'remain.exact' : 'remain.upper', { count: candidates }) };
}

/** @type {Step} */
async function certain(now, panel) {
  const { rules, rows } = now;
  if (isEnumerable(rules)) return { say: certainWords(rules, (await summary(rules, rows)).certain) };
  const { facts, known: how } = (await panel.ask(now, 3)).certain;
  if (how === 'exact') return { say: certainWords(rules, facts) };
  return { say: facts.length ? `${certainWords(rules, facts)} ${t('hint.certain.more')}` : t('hint.certain.unknown') };
}

/** @type {Step} */
async function guess(now, panel) {
  const { guess: found, candidates, known: how } = await panel.ask(now);
  const code = plainCode(found.guess, now.rules);
  const exact = found.known !== 'sampled' && how === 'exact';
  const seen = Object.values(/** @type {Record<string, number>} */ (found.classes)).reduce((sum, size) => sum + size, 0);
  const compared = exact ? 'hint.guess' : seen > 1 ? 'hint.guess.sample' : 'hint.guess.alone';
  const say = t(found.class_count ? compared : 'hint.near', {
    code: codeWords(code, now.rules),
    expected: number(found.expected_size, 1),
    before: exact ? candidates : seen,
    worst: found.worst,
    strategy: found.strategy,
  });
  const show = [el('p', { 'aria-hidden': 'true' }, codePegs(code, now.rules)), el('button', { type: 'button', on: { click: () => panel.options.use(code) } }, t('hint.use'))];
  return { say, show };
}

/** @type {Step} */
async function why(now, panel) {
  const { guess, why: own } = await panel.ask(now);
  const guesses = [{ heading: t('hint.theirs'), classes: guess.classes }, ...(own ? [{ heading: t('hint.yours'), classes: own.classes }] : [])];
  return { say: t('hint.why'), show: [classesTable(now.rules, guesses)] };
}

/** What all codes that fit share. @param {Rules} rules @param {Fact[] | null} facts null if no code fits */
export function certainWords(rules, facts) {
  if (!facts) return t('problem.contradiction');
  const words = factWords(facts, (color) => colorName(color, rules));
  return words.length ? t('hint.certain', { facts: listed(words) }) : t('hint.certain.none');
}

/** What a hint is about. @typedef {{rules: Rules, rows: Row[], holes: (number | null)[]}} Situation */

/** Advice in a small game, as POST /hint answers. @param {Rules} rules @param {Row[]} rows @param {(number | null)[]} holes @returns {Promise<any>} */
async function adviceHere(rules, rows, holes) {
  const guess = await hint(rules, rows);
  if (!guess) throw new Problem({ type: 'contradiction', status: 422 });
  const beside = holes.includes(null) ? null : await partition(rules, rows, /** @type {Code} */ (holes));
  return { guess, candidates: guess.candidates, known: 'exact', why: beside };
}
