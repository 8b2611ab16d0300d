// A walk through a strategy's tree: a place in it with what each answer leads to, the rows that led there, and the way back.

/** @import { Branch, Place } from './walk-source.js' */
import { parseFeedback, plainCode } from '../core/notation.js';
import { feedback, isWin, winOf } from '../core/rules.js';
import { blocks } from '../parts/blocks.js';
import { announce, el, fill, refill } from '../parts/dom.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from '../parts/peg.js';
import { table } from '../parts/table.js';
import { has, number, strategyWords, t } from '../strings/strings.js';
import { placeSource } from './walk-source.js';

let numbers = 0;

/** @param {Rules} rules @param {string} name @param {Row[]} start
 * @param {Map<string, string>} about what strategies are @param {() => void} changed @param {AbortSignal} signal */
export function walk(rules, name, start, about, changed, signal) {
  const id = `walk-${++numbers}`;
  let strategy = name;
  let rows = start;
  const source = placeSource(signal);
  const heading = el('h2', { id, tabindex: -1 });
  const summary = el('p', { class: 'quiet' });
  const path = el('nav', {});
  const shown = el('div');
  const element = el('section', { class: 'panel walk', 'aria-labelledby': id }, heading, summary, path, source.element, shown);

  /** @param {Row[]} next @param {boolean} [said] @returns {Promise<Place | null>} */
  async function go(next, said = true) {
    rows = next;
    changed();
    drawPath(null);
    const here = rows;
    const found = await source.find(rules, strategy, rows, (better) => here === rows && draw(better.place, better.note));
    if (here !== rows) return null;
    if (!found) {
      fill(shown);
      return null;
    }
    draw(found.place, found.note);
    const { guess, candidates } = found.place;
    if (said) announce(t('walk.said', { strategy: title(), code: codeWords(plainCode(guess, rules), rules), count: candidates }));
    return found.place;
  }

  /** @param {Place} place @param {string} note */
  function draw(place, note) {
    const here = rows;
    refill(shown, placeView(rules, place, place.start !== '' && rows.length > 0, note, (answer) => choose(place, here, answer)));
  }

  const title = () => about.get(`name ${strategy}`) ?? strategy;

  function describe() {
    const what = strategyWords(strategy, about.get(strategy));
    heading.textContent = title();
    summary.textContent = has(`strategy.${strategy}`) ? `${strategy} ${what}.` : what;
  }

  /** @param {Code | null} found the code at the end of the way */
  function drawPath(found) {
    describe();
    path.setAttribute('aria-label', t('walk.path', { strategy: title() }));
    const steps = [t('walk.start'), ...rows.map((row) => [codePegs(row.guess, rules), keyPegs(row.feedback, rules)])];
    const last = found ? -1 : steps.length - 1;
    const step = (/** @type {typeof steps[number]} */ content, /** @type {number} */ index) =>
      el('li', {}, el('button', { type: 'button', 'aria-current': index === last ? 'step' : null, on: { click: () => back(index) } }, content));
    fill(path, el('ol', { class: 'path' }, steps.map(step)));
  }

  /** @param {number} index */
  function back(index) {
    go(rows.slice(0, index));
    heading.focus();
  }

  /** Go on from a place that `here` led to, wherever we are by now. @param {Place} place @param {Row[]} here @param {string} answer */
  function choose(place, here, answer) {
    const row = { guess: plainCode(place.guess, rules), feedback: parseFeedback(answer, rules) };
    if (isWin(rules, row.feedback)) won([...here, row]);
    else go([...here, row]);
    heading.focus();
  }

  /** @param {Row[]} all */
  function won(all) {
    source.stop();
    rows = all.slice(0, -1);
    const found = all[all.length - 1].guess;
    drawPath(found);
    const words = t('walk.found', { code: codeWords(found, rules), count: all.length });
    fill(shown, el('p', { class: 'guess' }, codePegs(found, rules), keyPegs(winOf(rules), rules)), el('p', {}, words));
    announce(words);
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
        const guess = plainCode(place.guess, rules);
        const row = { guess, feedback: feedback(rules, secret, guess) };
        if (isWin(rules, row.feedback)) return won([...rows, row]);
        place = await go([...rows, row], false);
      }
      return undefined;
    },
    describe,
    focus: () => heading.focus(),
    stop: source.stop,
  };
}

/** @param {Rules} rules @param {Place} place @param {boolean} apart whether the rows before are not the strategy's own @param {string} note
 * @param {(answer: string) => void} choose @returns {Child[]} */
function placeView(rules, place, apart, note, choose) {
  return [
    apart && el('p', { class: 'quiet' }, t('walk.apart')),
    el('p', { class: 'guess' }, el('span', { class: 'quiet' }, t('walk.guess')), codePegs(plainCode(place.guess, rules), rules)),
    el('p', {}, el('strong', {}, t('remain.exact', { count: place.candidates })), figuresOf(place)),
    note && el('p', { class: 'quiet later' }, note),
    blocks(rules, place.classes.map((each) => ({ name: each.feedback, size: each.size, win: isWin(rules, parseFeedback(each.feedback, rules)) })), choose),
    branches(rules, place, choose),
    ...figure(rules, place),
  ];
}

/** @param {Place} place */
function figuresOf({ average, worst, is_candidate: may, known }) {
  return [
    average === null ? '' : t('walk.figures', { average: number(average, 3), worst: Number(worst) }),
    may ? '' : t('walk.maynot'),
    known === 'upper' ? t('walk.known.upper') : known === 'sampled' ? t('walk.known.sampled') : '',
  ]
    .filter(Boolean)
    .map((words) => ` ${words}`)
    .join('');
}

/** The answers as a table; what comes after them where it is known. @param {Rules} rules @param {Place} place @param {(answer: string) => void} choose */
function branches(rules, { classes, average }, choose) {
  const columns = ['board.answer', 'review.left', ...(average === null ? [] : ['walk.next', 'compare.average', 'compare.worst'])];
  const largest = Math.max(...classes.map(({ size }) => size));
  const lines = classes.map((each) => line(rules, each, largest, choose).slice(0, columns.length));
  return el('div', { class: 'scroll' }, table(t('walk.table'), columns.map((key) => t(key)), lines, { kind: 'small steps' }));
}

/** @param {Rules} rules @param {Branch} branch @param {number} largest @param {(answer: string) => void} choose */
function line(rules, { feedback, size, guess, average, worst }, largest, choose) {
  const answer = parseFeedback(feedback, rules);
  const bar = el('span', { class: 'size' }, number(size));
  bar.style.setProperty('--part', `${(100 * size) / largest}%`);
  const words = t('shares.block', { feedback: feedbackWords(answer, rules), count: size });
  return [
    el('button', { type: 'button', 'aria-label': words, on: { click: () => choose(feedback) } }, keyPegs(answer, rules)),
    bar,
    guess ? codePegs(plainCode(guess, rules), rules) : t('answer.won'),
    number(average ?? 0, 2),
    number(worst ?? 0),
  ];
}

/** How Knuth's figure writes the node; a guess alone is in none. @param {Rules} rules @param {Place} place @returns {Child[]} */
function figure(rules, { figure: found, average }) {
  if (average === null || rules.tells || rules.lists) return [];
  if (!found) return [el('p', { class: 'quiet' }, t('walk.figure.deep'))];
  const { place, line: letter, text, whole } = found;
  return [
    el('p', { class: 'figure' }, `${t('walk.figure')} `, el('code', {}, place.length > 60 ? `${place.slice(0, 56)} …` : place), letter && ` ${t('walk.figure.line', { line: letter })}`),
    el('details', {}, [
      el('summary', {}, t('walk.figure.here')),
      el('pre', {}, text),
      el('p', { class: 'quiet' }, t('walk.figure.how')),
      whole && whole !== text && el('details', {}, el('summary', {}, t('walk.figure.whole')), el('pre', {}, whole)),
    ]),
  ];
}
