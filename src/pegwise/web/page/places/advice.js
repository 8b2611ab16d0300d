// What to guess next in a position, and why: a card with the guess, and a panel of reasons.

/** @import { Problem } from '../core/api.js' */
/** @import { Split } from '../core/small-strategies.js' */
import { ask, contradictionWords, isAnswered, isNear, LONGEST, sentence } from '../core/api.js';
import { firstOf, hint, summary } from '../core/counting.js';
import { codeName, parseFeedback, plain, plainCode } from '../core/notation.js';
import { isEnumerable, isWin } from '../core/rules.js';
import { isSmall } from '../core/small-strategies.js';
import { recall, remember } from '../core/remembered.js';
import { announce, el, fill, keepInSight, refill } from '../parts/dom.js';
import { certainWords } from '../parts/hints.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { classesTable, sharesBar, table } from '../parts/table.js';
import { asked, asker, isOf, strategyChoices } from '../parts/work.js';
import { number, strategyWords, t } from '../strings/strings.js';

const OTHERS = 4;

/** What is done with a guess that is taken, and where rows contradict each other.
 * @typedef {{use: (code: Code) => void, contradicted: (found: Contradiction) => void}} Told */

export class Advice {
  rows = /** @type {Row[]} */ ([]);
  said = '';
  /** Whether the page found no code that fits. */
  isEmpty = false;
  answer = el('div', {});
  facts = el('p', {});
  why = el('div');

  /** @param {Rules} rules @param {AbortSignal} signal @param {Told} told */
  constructor(rules, signal, told) {
    this.rules = rules;
    this.told = told;
    this.work = asker(signal, (problem) => this.handled(problem));
    this.deeper = asker(signal, () => true); // what it does not find changes nothing
    this.codes = codesLeft(() => this);
    const menu = el('p', { class: 'field' }, el('label', { for: 'advisor' }, t('compare.strategy')), advisorMenu(() => this.think()));
    /** The guess. */
    this.card = el('section', { class: 'panel best', 'aria-labelledby': 'best' }, el('h2', { id: 'best' }, t('advice.title')), this.answer, this.work.element, this.deeper.element);
    /** Why. */
    this.reasons = el('section', { class: 'panel', 'aria-labelledby': 'why' }, el('h2', { id: 'why' }, t('advice.why')), this.facts, this.why, this.codes, menu);
  }

  /** @param {Row[]} rows @param {string} announced what is said before the advice */
  show(rows, announced) {
    this.rows = rows;
    this.said = announced;
    this.codes.open = false;
    fill(this.answer);
    fill(this.why);
    this.facts.textContent = '';
    const won = rows.some((row) => isWin(this.rules, row.feedback));
    this.card.hidden = this.reasons.hidden = won;
    if (won) {
      this.stop();
      this.tell(t('advice.won'));
    } else this.think();
    this.count();
  }

  async count() {
    const { rules, rows } = this;
    if (!isEnumerable(rules)) return;
    const found = await summary(rules, rows);
    if (rows === this.rows && found.count) this.facts.textContent = `${t('remain.exact', { count: found.count })} ${certainWords(rules, found.certain)}`;
  }

  stop() {
    this.work.stop();
    this.deeper.stop();
  }

  async think() {
    const { rules, rows, work, deeper } = this;
    deeper.stop();
    const name = advisor();
    const question = { ...asked(rules, rows), alternatives: OTHERS, ...(name ? { strategy: name } : {}) };
    if (isSmall(rules, name || undefined) && (await this.thinkHere(question))) return;
    const found = await work.ask('/hint', question);
    if (!found) return;
    this.advise(found);
    // Without time to compare, this is any guess: look for a good one while it stands there.
    if (found.known !== 'sampled' || found.class_count > 1) return;
    const better = await deeper.ask('/hint', { ...question, seconds: LONGEST }, t('advice.deeper'));
    if (better) this.advise(better);
  }

  /** At once, in a small game: the guess, then what else could be guessed, as soon as it is asked for or somebody is there who knows.
   * Whether that is all. @param {Record<string, unknown>} question */
  async thinkHere(question) {
    this.stop();
    const { rules, rows } = this;
    const name = advisor();
    const found = await hint(rules, rows, name || undefined);
    if (rows !== this.rows || name !== advisor()) return true;
    this.isEmpty = !found;
    if (!found) return false;
    if (!isAnswered) {
      this.advise({ ...found, alternatives: [] });
      return true;
    }
    let isAsked = false; // a second question would end the first, and close what was opened
    const more = async () => {
      if (isAsked) return;
      isAsked = true;
      const whole = await this.deeper.ask('/hint', question);
      if (rows === this.rows && name === advisor()) refill(this.why, reason(rules, whole ?? { ...found, alternatives: [] }, this.told.use));
    };
    this.advise({ ...found, alternatives: null }, more);
    if (isNear()) more();
    return true;
  }

  /** @param {any} found @param {() => void} [more] finds out what else could be guessed */
  advise(found, more) {
    const { rules } = this;
    const { use } = this.told;
    const best = plainCode(found.guess, rules);
    this.tell(t('advice.said', { code: codeWords(best, rules) }), found.known === 'exact' ? found.candidates : undefined);
    if (rules.lists && found.known === 'exact') this.facts.textContent = t('remain.exact', { count: found.candidates });
    keepInSight(() => fill(this.answer, bestGuess(rules, found, best, use)));
    fill(this.why, reason(rules, found, use, more));
  }

  /** @param {string} text @param {number} [left] */
  tell(text, left) {
    announce([this.said, left === undefined ? '' : t('remain.exact', { count: left }), text].filter(Boolean).join(' '));
    this.said = '';
  }

  /** Whether a problem of the server is told of here. @param {Problem} problem */
  handled(problem) {
    const { rules } = this;
    const found = problem.details.contradiction;
    if (problem.offline && this.isEmpty) {
      // Nobody tells which rows contradict each other; that they do is known here.
      fill(this.answer, el('p', { class: 'note' }, t('problem.contradiction')));
      this.tell(t('problem.contradiction'));
      return true;
    }
    if (!isOf(problem, 'contradiction') || !found) return false;
    const repairs = found.repairs.map((/** @type {any} */ { row, feedback }) => ({ row, feedback: parseFeedback(feedback, rules) }));
    fill(this.answer, el('p', {}, t('problem.contradiction')));
    this.reasons.hidden = true;
    this.tell(`${contradictionWords(found.rows)}. ${t('advice.contradicted', { count: repairs.length })}`);
    this.told.contradicted({ ...found, repairs });
    return true;
  }
}

const LISTED = 60;

/** @typedef {{candidates: number, codes: string[]}} Listing */

/** A list to open. `position` tells what is on the board. @param {() => {rules: Rules, rows: Row[]}} position */
function codesLeft(position) {
  const list = el('div', { class: 'listing' });
  const element = el('details', { on: { toggle: show } }, el('summary', {}, t('advice.codes')), list);

  async function show() {
    if (!element.open) return;
    fill(list, t('work.thinking'));
    const { rules, rows } = position();
    const found = await (isSmall(rules) ? listHere(rules, rows) : ask('/candidates', { ...asked(rules, rows), limit: LISTED })).catch((error) => error);
    if (rows !== position().rows) return;
    if (found instanceof Error) fill(list, el('p', { class: 'note' }, sentence(found)));
    else fill(list, listed(rules, found));
  }

  return element;
}

/** @param {Rules} rules @param {Row[]} rows @returns {Promise<Listing>} */
async function listHere(rules, rows) {
  const [codes, { count }] = await Promise.all([firstOf(rules, rows, LISTED), summary(rules, rows)]);
  return { candidates: count, codes: codes.map((code) => codeName(code, plain(rules))) };
}

/** @param {Rules} rules @param {Listing} found */
function listed(rules, { candidates, codes }) {
  const more = candidates - codes.length;
  return [el('ul', { class: 'codes' }, codes.map((code) => el('li', {}, codePegs(plainCode(code, rules), rules)))), more > 0 && el('p', { class: 'quiet' }, t('advice.more', { more }))];
}

/** The name that was chosen; empty for the usual one. */
const advisor = () => recall('advisor', '');

/** The menu. @param {() => void} chosen */
function advisorMenu(chosen) {
  const choose = () => {
    remember('advisor', menu.value || null);
    chosen();
  };
  const menu = el('select', { id: 'advisor', on: { change: choose } }, el('option', { value: '' }, t('advice.usual')));
  const option = (/** @type {string} */ name, /** @type {string} */ what) => el('option', { value: name, selected: name === advisor() }, `${name}: ${strategyWords(name, what)}`);
  strategyChoices().then((all) => menu.append(...all.map(({ name, summary: what }) => option(name, what))));
  return menu;
}

/** @typedef {Omit<Split, 'known'> & {known: string}} Figures */
/** @typedef {(code: Code) => void} Use */

/** @param {Rules} rules @param {Figures & {candidates: number, strategy: string}} found @param {Code} code @param {Use} use */
function bestGuess(rules, found, code, use) {
  const { candidates, strategy: by, expected_size: expected, worst, is_candidate: may, class_count: parts } = found;
  const only = candidates === 1;
  const sampled = found.known === 'sampled';
  const seen = Object.values(found.classes).reduce((sum, size) => sum + size, 0);
  const figures = { expected: number(expected, 1), before: sampled ? seen : candidates, worst, classes: parts };
  const compared = sampled ? (seen > 1 ? 'advice.leaves.sample' : 'advice.leaves.nothing') : 'advice.leaves';
  const words = only ? t('advice.only') : t(compared, figures);
  return el('div', {}, [
    el('p', { class: 'guess' }, codePegs(code, rules), el('button', { type: 'button', on: { click: () => use(code) } }, t('advice.use'))),
    el('p', {}, words, !only && ` ${t(may ? 'advice.may' : 'advice.maynot')}`, !only && el('span', { class: 'quiet' }, ` ${t('advice.by', { strategy: by })}`)),
  ]);
}

/** Why it is good. @param {Rules} rules @param {Figures & {alternatives: Figures[] | null}} found @param {Use} use
 * @param {() => void} [more] finds the alternatives where they are not known */
function reason(rules, found, use, more) {
  if (found.class_count < 2) return el('p', { class: 'quiet' }, t(found.known === 'sampled' ? 'advice.unknown' : 'advice.certain'));
  return el('div', {}, [
    el('p', { class: 'quiet' }, t(found.known === 'sampled' ? 'advice.bar.sample' : 'hint.why')),
    sharesBar(rules, found.classes),
    el('details', {}, el('summary', {}, t('chart.table')), classesTable(rules, [{ heading: t('review.left'), classes: found.classes }])),
    found.alternatives?.length !== 0 && el('details', { on: { toggle: () => more?.() } }, el('summary', {}, t('advice.others')), alternatives(rules, found, use)),
  ]);
}

/** What else could be guessed, once that is known. @param {Rules} rules @param {Figures & {alternatives: Figures[] | null}} found @param {Use} use */
function alternatives(rules, found, use) {
  if (!found.alternatives) return el('p', { class: 'quiet' }, t('work.thinking'));
  const headings = ['board.guess', 'advice.average', 'compare.worst', 'advice.take'].map((key) => t(key));
  const rows = [found, ...found.alternatives].map(({ guess, expected_size: expected, worst, is_candidate: may }) => {
    const code = plainCode(guess, rules);
    return [
      [codePegs(code, rules), !may && el('span', { class: 'quiet' }, t('advice.no'))],
      number(expected, 1),
      number(worst),
      el('button', { type: 'button', class: 'plain', 'aria-label': t('advice.use.code', { code: codeWords(code, rules) }), on: { click: () => use(code) } }, '↵'),
    ];
  });
  return table(t('advice.others'), headings, rows, { kind: 'small' });
}
