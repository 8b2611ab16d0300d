// What to guess next in a position, and why: a card with the guess, and panels of reasons.

/** @import { Context } from '../app.js' */
/** @import { Code, Row, Rules } from '../core/rules.js' */
/** @import { Problem } from '../core/api.js' */
import { ask, LONGEST, sentence } from '../core/api.js';
import { summary } from '../core/codes.js';
import { consult } from '../core/consult.js';
import { contradiction, firstOf, hint, isQuick, mayPlay, PLAYED } from '../core/engine.js';
import { codeName, parseCode, parseFeedback } from '../core/notation.js';
import { contradictionWords } from '../core/problems.js';
import { isEnumerable, isWin } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { el, fill } from '../parts/dom.js';
import { isCertain } from '../parts/hints.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { classesTable, sharesBar } from '../parts/shares.js';
import { table } from '../parts/table.js';
import { asked, asker, isOf } from '../parts/work.js';
import { number, strategyWords, t } from '../strings/strings.js';

const LISTED = 60;
const OTHERS = 4;

/** @import { Contradiction } from '../core/contradiction.js' */
/** @typedef {{guess: string, is_candidate: boolean, worst: number, expected_size: number, bits: number, class_count: number, known: string, classes: Record<string, number>}} Figures */

/** @param {Context} context @param {{use: (code: Code) => void, contradicted: (found: Contradiction) => void}} told */
export function advicePanel(context, { use, contradicted }) {
  /** @type {Rules} */
  let rules;
  /** @type {Row[]} */
  let rows = [];
  let said = '';
  const work = asker(handled);
  const deeper = asker(() => true); // what it does not find changes nothing
  const answer = el('div', {});
  const card = el('section', { class: 'panel best', 'aria-labelledby': 'best' }, el('h2', { id: 'best' }, t('advice.title')), answer, work.element, deeper.element);
  const facts = el('p', {});
  const why = el('div');
  const codes = el('details', { on: { toggle: listCodes } }, el('summary', {}, t('advice.codes')), el('div', { class: 'listing' }));
  const strategy = el('select', { id: 'advisor', on: { change: choose } });
  const reasons = el(
    'section',
    { class: 'panel', 'aria-labelledby': 'why' },
    el('h2', { id: 'why' }, t('advice.why')),
    facts,
    why,
    codes,
    el('p', { class: 'field' }, el('label', { for: 'advisor' }, t('advice.strategy')), strategy),
  );
  fillStrategies();

  async function fillStrategies() {
    const chosen = recall('advisor', '');
    fill(strategy, el('option', { value: '' }, t('advice.usual')));
    const all = await ask('/strategies').catch(() => PLAYED.map((name) => ({ name })));
    strategy.append(...all.map((/** @type {any} */ { name, summary: what }) => el('option', { value: name, selected: name === chosen }, `${name}: ${strategyWords(name, what)}`)));
  }

  function choose() {
    remember('advisor', strategy.value || null);
    think();
  }

  /** @param {Rules} game @param {Row[]} history @param {string} announced what is said before the advice */
  function show(game, history, announced) {
    [rules, rows, said] = [game, history, announced];
    codes.open = false;
    fill(answer);
    fill(why);
    facts.textContent = '';
    const won = rows.some((row) => isWin(rules, row.feedback));
    card.hidden = reasons.hidden = won;
    if (won) {
      stop();
      tell(t('advice.won'));
    } else think();
    count();
  }

  async function count() {
    const now = rows;
    if (!isEnumerable(rules)) return;
    const found = await summary(rules, rows);
    if (now === rows && found.count) facts.textContent = `${t('hint.count', { count: found.count })} ${isCertain(rules, found)}`;
  }

  function stop() {
    work.stop();
    deeper.stop();
  }

  async function think() {
    deeper.stop();
    const name = recall('advisor', '');
    if (isQuick(rules, name || undefined)) {
      stop();
      return thinkHere();
    }
    const question = { ...asked(rules, rows), alternatives: OTHERS, ...(name ? { strategy: name } : {}) };
    const found = await work.ask('/hint', question);
    if (!found) return;
    advise(found);
    // Without time to compare, this is any guess: look for a good one while it stands there.
    if (found.known !== 'sampled' || found.class_count > 1) return;
    const better = await deeper.ask('/hint', { ...question, seconds: LONGEST }, t('advice.deeper'));
    if (better) advise(better);
  }

  /** Without the server: at once in small games, and where the server is away. */
  async function thinkHere() {
    const now = rows;
    const name = recall('advisor', '') || 'knuth';
    const found = await hint(rules, rows, { strategy: name, alternatives: OTHERS });
    const wrong = found ? null : await contradiction(rules, rows);
    if (now !== rows || name !== (recall('advisor', '') || 'knuth')) return;
    if (wrong) contradict(wrong);
    else if (found) advise(found);
    else fill(answer, el('p', { class: 'note' }, t('alone.large')));
  }

  /** @param {any} found */
  function advise(found) {
    const best = parseCode(found.guess, rules);
    tell(t('advice.said', { code: codeWords(best, rules) }), found.known === 'exact' ? found.candidates : undefined);
    fill(answer, bestGuess(found, best));
    fill(why, reason(found));
  }

  /** @param {string} text @param {number} [left] */
  function tell(text, left) {
    context.announce([said, left === undefined ? '' : t('remain.exact', { count: left }), text].filter(Boolean).join(' '));
    said = '';
  }

  /** @param {Problem} problem */
  function handled(problem) {
    if (problem.offline && mayPlay(rules, recall('advisor', '') || 'knuth')) {
      thinkHere();
      return true;
    }
    const found = problem.details.contradiction;
    if (!isOf(problem, 'contradiction') || !found) return false;
    const repairs = found.repairs.map((/** @type {any} */ { row, feedback }) => ({ row, feedback: parseFeedback(feedback, rules) }));
    contradict({ ...found, repairs });
    return true;
  }

  /** @param {Contradiction} found */
  function contradict(found) {
    fill(answer, el('p', {}, t('advice.contradiction')));
    reasons.hidden = true;
    const { repairs } = found;
    tell(`${contradictionWords(found.rows)}. ${t('advice.contradicted', { count: repairs.length })}`);
    contradicted(found);
  }

  /** @param {Figures & {candidates: number, strategy: string}} found @param {Code} code */
  function bestGuess(found, code) {
    const { candidates, strategy: by, expected_size: expected, worst, is_candidate: may, class_count: parts } = found;
    const only = candidates === 1;
    const sampled = found.known === 'sampled';
    const seen = Object.values(found.classes).reduce((sum, size) => sum + size, 0);
    const figures = { expected: number(expected, 1), before: sampled ? seen : candidates, worst, classes: parts };
    const compared = sampled ? (seen > 1 ? 'advice.leaves.sample' : 'advice.leaves.nothing') : 'advice.leaves';
    const words = only ? t('advice.only') : t(compared, figures);
    return el(
      'div',
      {},
      el('p', { class: 'guess' }, codePegs(code, rules), el('button', { type: 'button', on: { click: () => use(code) } }, t('advice.use'))),
      el('p', {}, words, !only && ` ${t(may ? 'advice.may' : 'advice.maynot')}`, !only && el('span', { class: 'quiet' }, ` ${t('advice.by', { strategy: by })}`)),
    );
  }

  /** @param {Figures & {alternatives: Figures[]}} found */
  function reason(found) {
    if (found.class_count < 2) return el('p', { class: 'quiet' }, t(found.known === 'sampled' ? 'advice.unknown' : 'advice.certain'));
    return el(
      'div',
      {},
      el('p', { class: 'quiet' }, t(found.known === 'sampled' ? 'advice.bar.sample' : 'advice.bar')),
      sharesBar(rules, found.classes),
      el('details', {}, el('summary', {}, t('advice.behind')), classesTable(rules, [{ heading: t('advice.left'), classes: found.classes }])),
      found.alternatives.length > 0 && alternatives([found, ...found.alternatives]),
    );
  }

  /** @param {Figures[]} guesses */
  function alternatives(guesses) {
    const headings = ['guess', 'average', 'worst', 'take'].map((key) => t(`advice.${key}`));
    return el('details', {}, el('summary', {}, t('advice.others')), table(t('advice.others'), headings, guesses.map(alternative), { kind: 'small' }));
  }

  /** @param {Figures} figures */
  function alternative({ guess, expected_size: expected, worst, is_candidate: may }) {
    const code = parseCode(guess, rules);
    return [
      [codePegs(code, rules), !may && el('span', { class: 'quiet' }, t('advice.no'))],
      number(expected, 1),
      number(worst),
      el('button', { type: 'button', class: 'plain', 'aria-label': t('advice.use.code', { code: codeWords(code, rules) }), on: { click: () => use(code) } }, '↵'),
    ];
  }

  async function listHere() {
    if (!isEnumerable(rules)) return null;
    const [codes, { count }] = await Promise.all([firstOf(rules, rows, LISTED), summary(rules, rows)]);
    return { candidates: count, codes: codes.map((code) => codeName(code, { ...rules, blanks: false })) };
  }

  async function listCodes() {
    const list = /** @type {HTMLElement} */ (codes.querySelector('.listing'));
    if (!codes.open) return;
    fill(list, t('work.thinking'));
    const now = rows;
    const found = await consult(isQuick(rules), listHere, () => ask('/candidates', { ...asked(rules, rows), limit: LISTED })).catch((error) => error);
    if (now !== rows) return;
    if (found instanceof Error) fill(list, el('p', { class: 'note' }, sentence(found)));
    else {
      const more = found.candidates - found.codes.length;
      fill(list, el('ul', { class: 'codes' }, found.codes.map((/** @type {string} */ code) => el('li', {}, codePegs(parseCode(code, rules), rules)))), more > 0 && el('p', { class: 'quiet' }, t('advice.more', { more })));
    }
  }

  return { card, reasons, show, stop };
}
