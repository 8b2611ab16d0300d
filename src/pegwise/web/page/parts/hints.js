// A hint in steps, each of which tells more. The first three are worked out here, the others by the server.

/** @import { Code, Row, Rules } from '../core/rules.js' */
/** @import { Summary } from '../core/candidates.js' */
import { ask, Problem } from '../core/api.js';
import { summary } from '../core/codes.js';
import { parseCode, parseFeedback, plainName, rowName, codeName } from '../core/notation.js';
import { brokenRow, isEnumerable } from '../core/rules.js';
import { number, t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { codePegs, codeWords, colorName, feedbackWords, keyPegs } from './peg.js';

/** What a hint is about now. @typedef {{rules: Rules, rows: Row[], holes: (number | null)[]}} Situation */

/** Panel of hints. `situation` tells what is on the board; `taken` is called for each step; `use` puts a code in the row.
 * @param {{situation: () => Situation, taken?: () => void, use: (code: Code) => void, announce: (text: string) => void}} options */
export function hintPanel({ situation, taken, use, announce }) {
  let step = 0;
  /** @type {AbortController | null} */
  let asking = null;
  const said = el('div', { class: 'said' });
  const more = el('button', { type: 'button', on: { click: next } }, t('hint.more'));
  const element = el('section', { class: 'hints panel', 'aria-labelledby': 'hints' }, el('h2', { id: 'hints' }, t('hint.title')), el('p', { class: 'quiet' }, t('hint.about')), said, more);

  async function next() {
    step++;
    taken?.();
    more.disabled = true;
    const now = situation();
    try {
      const told = await STEPS[step - 1](now);
      if (told) {
        said.append(told);
        announce(told.textContent ?? '');
      }
    } catch (error) {
      step--;
      said.append(el('p', { class: 'note' }, error instanceof Problem && error.offline ? t('hint.offline') : String(/** @type {Error} */ (error).message)));
    }
    more.disabled = false;
    more.hidden = step >= STEPS.length;
    more.textContent = t('hint.again');
  }

  const STEPS = [
    async (/** @type {Situation} */ now) => el('p', {}, checked(now)),
    async (/** @type {Situation} */ now) => el('p', {}, counted(now, await summary(now.rules, now.rows))),
    async (/** @type {Situation} */ now) => el('p', {}, isCertain(now.rules, await summary(now.rules, now.rows))),
    async (/** @type {Situation} */ now) => good(now, await advice(now)),
    async (/** @type {Situation} */ now) => why(now, await advice(now)),
  ];

  /** @type {{key: string, answer: any} | null} */
  let known = null;

  /** @param {Situation} now */
  async function advice({ rules, rows, holes }) {
    const own = holes.includes(null) ? undefined : codeName(/** @type {Code} */ (holes), { ...rules, blanks: false });
    const plain = { ...rules, blanks: false };
    const question = { rules: plainName(rules), history: rows.map((row) => rowName(row, plain)).join(' '), step: 5, guess: own };
    const key = JSON.stringify(question);
    if (known?.key === key) return known.answer;
    asking = new AbortController();
    known = { key, answer: await ask('/hint', question, { signal: asking.signal }) };
    return known.answer;
  }

  /** @param {Situation} now @param {any} answer */
  function good({ rules }, answer) {
    const found = answer.guess;
    const code = parseCode(found.guess, rules);
    const text = t('hint.guess', { code: codeWords(code, rules), expected: number(found.expected, 1), before: figure(answer.count), worst: found.worst, strategy: found.strategy });
    return el(
      'div',
      { class: 'good' },
      el('p', {}, codePegs(code, rules), ' ', el('button', { type: 'button', on: { click: () => use(code) } }, t('hint.use'))),
      el('p', {}, found.known === 'sampled' ? t('hint.sampled', { guess: text }) : text),
    );
  }

  /** @param {Situation} now @param {any} answer */
  function why({ rules }, answer) {
    const theirs = answer.guess.classes;
    const yours = answer.why?.classes;
    const answers = [...new Set([...Object.keys(theirs), ...Object.keys(yours ?? {})])];
    answers.sort((one, other) => (theirs[other] ?? 0) - (theirs[one] ?? 0));
    return el(
      'table',
      { class: 'classes' },
      el('caption', {}, t('hint.why')),
      el('thead', {}, el('tr', {}, [t('hint.answer'), t('hint.theirs'), yours && t('hint.yours')].filter(Boolean).map((heading) => el('th', { scope: 'col' }, heading)))),
      el(
        'tbody',
        {},
        answers.map((name) =>
          el('tr', {}, el('th', { scope: 'row' }, keyPegs(parseFeedback(name, rules), rules)), el('td', {}, theirs[name] ?? 0), yours && el('td', {}, yours[name] ?? 0)),
        ),
      ),
    );
  }

  return {
    element,
    /** Begin anew: the position is another. */
    reset() {
      asking?.abort();
      step = 0;
      known = null;
      fill(said);
      more.hidden = more.disabled = false;
      more.textContent = t('hint.more');
    },
  };
}

/** How many codes, as they are known. @param {{candidates: number, known: string}} count */
const figure = (count) => (count.known === 'exact' ? number(count.candidates) : `≤ ${number(count.candidates)}`);

/** Whether the row may be the code. @param {Situation} now */
function checked({ rules, rows, holes }) {
  if (holes.includes(null)) return t('hint.check.open');
  const code = /** @type {Code} */ (holes);
  const words = codeWords(code, rules);
  const broken = brokenRow(rules, rows, code);
  if (!broken) return t(rows.length ? 'hint.check.fits' : 'hint.check.first', { code: words });
  return t('hint.check.broken', {
    code: words,
    number: broken.number,
    would: feedbackWords(broken.would, rules),
    said: feedbackWords(broken.row.feedback, rules),
  });
}

/** @param {Situation} now @param {Summary} found */
function counted({ rules }, found) {
  return t(isEnumerable(rules) ? 'hint.count' : 'hint.count.large', { count: found.count });
}

/** @param {Rules} rules @param {Summary} found */
export function isCertain(rules, { certain }) {
  if (!certain) return t('hint.certain.large');
  const facts = [
    ...certain.least.map(([color, least]) => t(least === 1 ? 'hint.fact.some' : 'hint.fact.least', { number: least, color: colorName(color, rules) })),
    ...certain.none.map((color) => t('hint.fact.none', { color: colorName(color, rules) })),
    ...certain.pegs.flatMap((color, peg) => (color === null ? [] : [t('hint.fact.peg', { peg: peg + 1, color: colorName(color, rules) })])),
  ];
  return facts.length ? t('hint.certain', { facts: facts.join('; ') }) : t('hint.certain.none');
}
