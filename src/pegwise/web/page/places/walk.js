// A walk through a strategy's tree: a place in it, what each answer leads to, and the way back.

/** @import { Context } from '../app.js' */
/** @import { Code, Row, Rules } from '../core/rules.js' */
import { codeName, parseCode, parseFeedback } from '../core/notation.js';
import { feedback, isWin } from '../core/rules.js';
import { blocks } from '../parts/blocks.js';
import { el, fill } from '../parts/dom.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from '../parts/peg.js';
import { table } from '../parts/table.js';
import { asked, asker } from '../parts/work.js';
import { has, number, strategyWords, t } from '../strings/strings.js';

/** @typedef {{feedback: string, size: number, guess: string | null, is_candidate: boolean | null, total: number, average: number, worst: number}} Class */
/** As POST /tree answers. @typedef {{guess: string, is_candidate: boolean, candidates: number, average: number, worst: number, start: string, known: string,
 *   classes: Class[], figure: {place: string, line: string, text: string, whole?: string} | null}} Place */

let numbers = 0;

/** @param {Context} context @param {Rules} rules @param {string} name @param {Row[]} start
 * @param {Map<string, string>} about what strategies are @param {() => void} changed */
export function walk(context, rules, name, start, about, changed) {
  const id = `walk-${++numbers}`;
  let strategy = name;
  let rows = start;
  /** @type {Code | null} */
  let found = null;
  const work = asker();
  const heading = el('h2', { id, tabindex: -1 });
  const summary = el('p', { class: 'quiet' });
  const path = el('nav', {});
  const shown = el('div');
  const element = el('section', { class: 'panel walk', 'aria-labelledby': id }, heading, summary, path, work.element, shown);

  /** @param {Row[]} next @param {boolean} [said] @returns {Promise<Place | null>} */
  async function go(next, said = true) {
    rows = next;
    found = null;
    changed();
    drawPath();
    const place = await work.ask('/tree', { ...asked(rules, rows), strategy, figure: true });
    if (!place) {
      fill(shown);
      return null;
    }
    draw(place);
    if (said) context.announce(t('walk.said', { strategy, code: codeWords(parseCode(place.guess, rules), rules), count: place.candidates }));
    return place;
  }

  function describe() {
    const what = strategyWords(strategy, about.get(strategy));
    summary.textContent = has(`strategy.${strategy}`) ? t('strategy.said', { strategy, what }) : what;
  }

  function drawPath() {
    heading.textContent = strategy;
    describe();
    path.setAttribute('aria-label', t('walk.path', { strategy }));
    const steps = [t('walk.start'), ...rows.map((row) => [el('span', {}, codeName(row.guess, rules)), keyPegs(row.feedback, rules)])];
    const last = found ? -1 : steps.length - 1;
    fill(
      path,
      el(
        'ol',
        { class: 'path' },
        steps.map((step, index) => el('li', {}, el('button', { type: 'button', 'aria-current': index === last ? 'step' : null, on: { click: () => back(index) } }, step))),
      ),
    );
  }

  /** @param {number} index */
  function back(index) {
    go(rows.slice(0, index));
    heading.focus();
  }

  /** Go on from a place that `here` led to, wherever we are by now. @param {Place} place @param {Row[]} here @param {string} answer */
  function choose(place, here, answer) {
    const guess = parseCode(place.guess, rules);
    const told = parseFeedback(answer, rules);
    if (isWin(rules, told)) won([...here, { guess, feedback: told }]);
    else go([...here, { guess, feedback: told }]);
    heading.focus();
  }

  /** @param {Row[]} all */
  function won(all) {
    rows = all.slice(0, -1);
    found = all[all.length - 1].guess;
    drawPath();
    const words = t('walk.found', { code: codeWords(found, rules), count: all.length });
    fill(shown, el('p', { class: 'guess' }, codePegs(found, rules), keyPegs({ black: rules.pegs, white: 0 }, rules)), el('p', {}, words));
    context.announce(words);
  }

  /** @param {Place} place */
  function draw(place) {
    const here = rows;
    const apart = place.start !== '' && rows.length > 0;
    const winning = (/** @type {Class} */ { feedback: told }) => isWin(rules, parseFeedback(told, rules));
    fill(
      shown,
      apart && el('p', { class: 'quiet' }, t('walk.apart')),
      el('p', { class: 'guess' }, el('span', { class: 'quiet' }, t('walk.guess')), codePegs(parseCode(place.guess, rules), rules)),
      el(
        'p',
        {},
        el('strong', {}, t('walk.codes', { count: place.candidates })),
        ` ${t('walk.figures', { average: number(place.average, 3), worst: place.worst })}`,
        !place.is_candidate && ` ${t('walk.maynot')}`,
        place.known === 'upper' && ` ${t('walk.known.upper')}`,
      ),
      blocks(place.classes.map((each) => ({ name: each.feedback, size: each.size, win: winning(each) })), (answer) => choose(place, here, answer)),
      classes(place, here),
      ...(place.figure ? figure(place.figure) : [ el('p', { class: 'quiet' }, t('walk.figure.deep'))]),
    );
  }

  /** @param {Place} place @param {Row[]} here */
  function classes(place, here) {
    const headings = ['answer', 'size', 'next', 'average', 'worst'].map((key) => t(`walk.${key}`));
    const largest = Math.max(...place.classes.map(({ size }) => size));
    return el('div', { class: 'scroll' }, table(t('walk.table'), headings, place.classes.map((each) => line(place, here, each, largest)), { kind: 'small steps' }));
  }

  /** @param {Place} place @param {Row[]} here @param {Class} each @param {number} largest */
  function line(place, here, { feedback: told, size, guess, average, worst }, largest) {
    const answer = parseFeedback(told, rules);
    const bar = el('span', { class: 'size' }, number(size));
    bar.style.setProperty('--part', `${(100 * size) / largest}%`);
    const words = t('walk.go', { answer: feedbackWords(answer, rules), count: size });
    return [
      el('button', { type: 'button', 'aria-label': words, on: { click: () => choose(place, here, told) } }, keyPegs(answer, rules)),
      bar,
      guess ? codePegs(parseCode(guess, rules), rules) : t('walk.won'),
      number(average, 2),
      number(worst),
    ];
  }

  go(rows, false);
  return {
    element,
    get strategy() {
      return strategy;
    },
    get rows() {
      return rows;
    },
    /** Another strategy, from the start. @param {string} other */
    play(other) {
      strategy = other;
      go([]);
    },
    /** The way that the strategy takes to a code. @param {Code} secret */
    async follow(secret) {
      for (let place = await go([], false); place; ) {
        const guess = parseCode(place.guess, rules);
        const row = { guess, feedback: feedback(rules, secret, guess) };
        if (isWin(rules, row.feedback)) return won([...rows, row]);
        place = await go([...rows, row], false);
      }
      return undefined;
    },
    describe,
    focus: () => heading.focus(),
    stop: work.stop,
  };
}

/** How Knuth's figure writes the place. @param {NonNullable<Place['figure']>} figure */
function figure({ place, line, text, whole }) {
  return [
    el('p', { class: 'figure' }, `${t('walk.figure')} `, el('code', {}, short(place)), line && ` ${t('walk.figure.line', { line })}`),
    el(
      'details',
      {},
      el('summary', {}, t('walk.figure.here')),
      el('pre', {}, text),
      el('p', { class: 'quiet' }, t('walk.figure.how')),
      whole && whole !== text && el('details', {}, el('summary', {}, t('walk.figure.whole')), el('pre', {}, whole)),
    ),
  ];
}

/** @param {string} text */
const short = (text) => (text.length > 60 ? `${text.slice(0, 56)} …` : text);

