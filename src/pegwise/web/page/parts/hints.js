// A hint in steps, each of which tells more. The first three are worked out here, the others by the server.

/** @import { Code, Row, Rules } from '../core/rules.js' */
/** @import { Summary } from '../core/candidates.js' */
/** @import { Child } from './dom.js' */
import { askPatiently, noServer, Problem, sentence } from '../core/api.js';
import { summary } from '../core/codes.js';
import { consult } from '../core/consult.js';
import { factWords } from '../core/deduction.js';
import { hint, isQuick, partition } from '../core/engine.js';
import { codeName, parseCode, parseFeedback, plainName, rowName } from '../core/notation.js';
import { contradictedRow, isEnumerable } from '../core/rules.js';
import { listed, number, t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { isHintKey, takeKeys } from './keys.js';
import { codePegs, codeWords, colorName, feedbackWords, keyPegs } from './peg.js';

/** What a hint is about now. @typedef {{rules: Rules, rows: Row[], holes: (number | null)[]}} Situation */
/** What a step says, and what it shows besides. @typedef {{say: string, show?: Child[]}} Told */
/** The names of the steps, as pegwise.analysis.advice has them. */
const STEPS = ['check', 'count', 'certain', 'guess', 'why'];

/** Panel of hints. `situation` tells what is on the board; `taken` is called for each step that tells more than is `shown` on the screen anyway;
 * `use` puts a code in the row.
 * @param {{situation: () => Situation, taken?: () => void, shown?: (step: string) => boolean, use: (code: Code) => void, announce: (text: string) => void}} options */
export function hintPanel({ situation, taken, shown, use, announce }) {
  /** What was told is not told again; another row can be checked again. @type {Set<string>} */
  let told = new Set();
  let asking = new AbortController();
  /** @type {{key: string, answer: any} | null} */
  let known = null;
  const said = el('ol', { class: 'said' });
  const trouble = el('p', { class: 'note' });
  const more = el('button', { type: 'button', on: { click: next } }, t('hint.more'));
  const element = el(
    'section',
    { class: 'hints panel', 'aria-labelledby': 'hints' },
    el('h2', { id: 'hints' }, t('hint.title')),
    el('p', { class: 'quiet' }, t('hint.about')),
    said,
    trouble,
    more,
  );
  /** @type {Record<string, (now: Situation) => Promise<Told>>} */
  const TELL = { check: checked, count: counted, certain: sure, guess: good, why };

  /** The weakest step not told yet. @param {Situation} now */
  const following = (now) => STEPS.find((step) => !(step === 'check' && now.holes.includes(null)) && !told.has(keyOf(step, now)));
  /** @param {string} step @param {Situation} now */
  const keyOf = (step, now) => (step === 'check' ? `check ${now.holes}` : step);

  async function next() {
    const now = situation();
    const step = following(now);
    const ours = asking;
    trouble.textContent = '';
    if (!step) return tellNoMore();
    more.disabled = true;
    more.textContent = t('hint.working');
    try {
      const { say, show = [] } = await TELL[step](now);
      if (ours !== asking) return; // the position is another by now
      told.add(keyOf(step, now));
      if (!shown?.(step)) taken?.();
      said.append(el('li', {}, el('p', {}, say), ...show));
      announce(say);
    } catch (error) {
      if (ours !== asking) return;
      trouble.textContent = error instanceof Problem && error.offline ? noServer('hint.offline') : sentence(error);
      announce(trouble.textContent);
    }
    more.disabled = false;
    more.textContent = told.size ? t('hint.again') : t('hint.more');
  }

  function tellNoMore() {
    trouble.textContent = t('hint.all');
    announce(t('hint.all'));
  }

  /** The whole advice, asked once: worked out here in small games, and where the server is away.  @param {Situation} now @param {number} [step] */
  async function advice({ rules, rows, holes }, step = STEPS.length) {
    const plain = { ...rules, blanks: false };
    const own = holes.includes(null) ? undefined : codeName(/** @type {Code} */ (holes), plain);
    const question = { rules: plainName(rules), history: rows.map((row) => rowName(row, plain)).join(' '), step, guess: own };
    const key = JSON.stringify(question);
    if (known?.key !== key) {
      const { signal } = asking;
      known = { key, answer: await consult(isQuick(rules), () => ownAdvice(rules, rows, holes), () => askPatiently('/hint', question, { signal })) };
    }
    return known.answer;
  }

  /** @param {Situation} now @returns {Promise<Told>} */
  async function counted(now) {
    if (isEnumerable(now.rules)) return { say: countWords(await summary(now.rules, now.rows)) };
    const { candidates, known: how } = await advice(now, 3);
    return { say: t(how === 'exact' ? 'hint.count' : 'hint.count.most', { count: candidates }) };
  }

  /** @param {Situation} now @returns {Promise<Told>} */
  async function sure(now) {
    if (isEnumerable(now.rules)) return { say: isCertain(now.rules, await summary(now.rules, now.rows)) };
    const { facts, known: how } = (await advice(now, 3)).certain;
    const words = factWords(facts, (color) => colorName(color, now.rules));
    if (how === 'exact') return { say: certainWords(words) };
    return { say: facts.length ? `${certainWords(words)} ${t('hint.certain.more')}` : t('hint.certain.unknown') };
  }

  /** @param {Situation} now @returns {Promise<Told>} */
  async function good(now) {
    const { guess: found, candidates, known: how } = await advice(now);
    const code = parseCode(found.guess, now.rules);
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
    const show = [el('p', { 'aria-hidden': 'true' }, codePegs(code, now.rules)), el('button', { type: 'button', on: { click: () => use(code) } }, t('hint.use'))];
    return { say, show };
  }

  /** @param {Situation} now @returns {Promise<Told>} */
  async function why(now) {
    const { guess, why: own } = await advice(now);
    return { say: t('hint.why'), show: [classes(now.rules, guess.classes, own?.classes)] };
  }

  takeKeys({
    element,
    key: (event) => {
      const asked = isHintKey(event, situation().rules);
      if (asked && !more.disabled) next();
      return asked;
    },
  });

  return {
    element,
    /** Begin anew: the position is another. */
    reset() {
      asking.abort();
      asking = new AbortController();
      told = new Set();
      known = null;
      fill(said);
      trouble.textContent = '';
      more.disabled = false;
      more.textContent = t('hint.more');
    },
  };
}

/** Advice without the server, as it would answer; null if that takes too long. @param {Rules} rules @param {Row[]} rows @param {(number | null)[]} holes @returns {Promise<any>} */
async function ownAdvice(rules, rows, holes) {
  if (isEnumerable(rules) && !(await summary(rules, rows)).count) throw new Problem({ type: 'contradiction', status: 422 });
  const guess = await hint(rules, rows);
  const beside = guess && !holes.includes(null) ? await partition(rules, rows, /** @type {Code} */ (holes)) : null;
  return guess && { guess, candidates: guess.candidates, known: 'exact', why: beside };
}

/** What each answer to the guess would leave, beside one's own. @param {Rules} rules @param {Record<string, number>} theirs @param {Record<string, number> | undefined} yours */
function classes(rules, theirs, yours) {
  const answers = [...new Set([...Object.keys(theirs), ...Object.keys(yours ?? {})])];
  answers.sort((one, other) => (theirs[other] ?? 0) - (theirs[one] ?? 0));
  const headings = [t('hint.answer'), t('hint.theirs'), ...(yours ? [t('hint.yours')] : [])];
  return el(
    'table',
    { class: 'classes' },
    el('caption', { class: 'sr' }, t('hint.why')),
    el('thead', {}, el('tr', {}, headings.map((heading) => el('th', { scope: 'col' }, heading)))),
    el(
      'tbody',
      {},
      answers.map((name) =>
        el('tr', {}, el('th', { scope: 'row' }, keyPegs(parseFeedback(name, rules), rules)), el('td', {}, theirs[name] ?? 0), yours && el('td', {}, yours[name] ?? 0)),
      ),
    ),
  );
}

/** Whether the row may be the code. @param {Situation} now @returns {Promise<Told>} */
async function checked({ rules, rows, holes }) {
  const code = /** @type {Code} */ (holes);
  const words = codeWords(code, rules);
  const broken = contradictedRow(rules, rows, code);
  if (!broken) return { say: t(rows.length ? 'hint.check.fits' : 'hint.check.first', { code: words }) };
  const answers = { would: feedbackWords(broken.would, rules), said: feedbackWords(broken.row.feedback, rules) };
  return { say: t('hint.check.broken', { code: words, number: broken.number, ...answers }) };
}

/** How many codes fit. @param {Summary} found */
export const countWords = (found) => t('hint.count', { count: found.count });

/** What all codes that fit share. @param {Rules} rules @param {Summary} found */
export function isCertain(rules, { certain, count }) {
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
const certainWords = (facts) => (facts.length ? t('hint.certain', { facts: listed(facts) }) : t('hint.certain.none'));
