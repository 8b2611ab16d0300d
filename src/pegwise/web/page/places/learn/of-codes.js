// Lessons: consistent codes, what feedback tells, and a guess that cannot win.

/** @import { Lessons, Tools } from '../learn.js' */
import { candidates } from '../../core/candidates.js';
import { classesOf, largestOf, tally } from '../../core/classes.js';
import { codeName, parseCode, parseFeedback, parseHistory, parseRules } from '../../core/notation.js';
import { contradictedRow, feedback, isSame } from '../../core/rules.js';
import { classView } from '../../parts/blocks.js';
import { foundPlot } from '../../parts/chart.js';
import { el, fill } from '../../parts/dom.js';
import { codePegs, codeWords, colorName, feedbackWords, keyPegs } from '../../parts/peg.js';
import { contradiction } from '../../parts/sentences.js';
import { choose, labelled, markFitting, named, playFrom, rowsOf, tellFeedback, tryCode } from '../../parts/tasks.js';
import { number, t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
const SMALL = parseRules('2x3');

// Which codes can be the secret.

/** @param {Tools} tools */
function read({ w, reply }) {
  const [one, two, three] = [3, 2, 6].map((color) => colorName(color, RULES));
  return tellFeedback(RULES, parseCode('3632', RULES), parseCode('3526', RULES), reply, w('right', { one, two, three }));
}

/** @param {Tools} tools */
function small(tools) {
  const rows = parseHistory('12:W', SMALL);
  return [rowsOf(SMALL, rows), ...markFitting(SMALL, [...candidates(SMALL, [])], rows, tools)];
}

/** @param {Tools} tools */
function which({ w, reply }) {
  const rows = parseHistory('1122:B 1344:W', RULES);
  const choices = ['1515', '4146', '3526', '5525'].map((text) => {
    const code = parseCode(text, RULES);
    const right = !contradictedRow(RULES, rows, code);
    return { shown: codePegs(code, RULES), right, why: right ? w('right') : contradiction(RULES, rows, code) };
  });
  return [rowsOf(RULES, rows), choose(choices, reply)];
}

/** @param {Tools} tools */
function own({ w, reply }) {
  const rows = parseHistory('1122:B 1344:W 3526:BWW', RULES);
  const all = [...candidates(RULES, rows)].length;
  const found = new Set();
  return [
    rowsOf(RULES, rows),
    ...tryCode(RULES, t('learn.check'), (code) => {
      const wrong = contradiction(RULES, rows, code);
      if (!wrong) found.add(codeName(code, RULES));
      if (wrong) reply(wrong, false);
      else reply(w('right', { code: codeWords(code, RULES), found: found.size, all }), true);
      return null;
    }),
  ];
}

// What feedback tells, as classes of codes.

/** A largest class that is small, for a first guess: two kinds of guesses have one. */
const FEW = 300;

/** @param {Tools} tools */
function sort({ w, reply }) {
  const guess = parseCode('12', SMALL);
  const classes = classesOf(SMALL, [...candidates(SMALL, [])], guess);
  const most = largestOf(classes);
  const shown = el('div');
  const choices = classes.map(({ feedback, codes }) => ({
    shown: keyPegs(feedback, SMALL),
    right: codes.length === most,
    why: w(codes.length === most ? 'right' : 'wrong', { count: codes.length }),
  }));
  return [
    labelled(t('board.guess'), SMALL, guess),
    choose(choices, reply, { chosen: (index) => fill(shown, classView(SMALL, choices[index].right ? classes : [classes[index]], { picture: false })) }),
    shown,
  ];
}

/** @param {Tools} tools */
function first({ w, reply }) {
  const all = [...candidates(RULES, [])];
  return tryCode(RULES, w('send'), (guess) => {
    const classes = classesOf(RULES, all, guess);
    const largest = largestOf(classes);
    reply(w(largest < FEW ? 'right' : 'wrong', { largest, count: classes.length }), largest < FEW);
    return classView(RULES, classes);
  });
}

/** @param {Tools} tools */
function likely({ w, reply }) {
  const guess = parseCode('1122', RULES);
  const all = [...candidates(RULES, [])];
  const classes = classesOf(RULES, all, guess);
  const view = classView(RULES, classes, {
    pick: ({ feedback, codes }) => {
      const share = (100 * codes.length) / all.length;
      const said = { answer: feedbackWords(feedback, RULES), count: codes.length, percent: number(share, 1) };
      reply(w(share < 1 ? 'right' : 'wrong', said), share < 1);
    },
  });
  return [labelled(t('board.guess'), RULES, guess), view];
}

// Why a guess that cannot win may be the best (the example of Knuth 1977).

const HISTORY = '1122:B 1344:W 3526:BWW';
const ROWS = parseHistory(HISTORY, RULES);
const SCOUT = parseCode('1462', RULES);
const possible = () => [...candidates(RULES, ROWS)];

/** @param {Tools} tools */
function seven({ w, reply }) {
  const codes = possible();
  const tried = new Set();
  const shown = el('div');
  const buttons = codes.map((code) => {
    const count = el('span', { class: 'digits' }, '?');
    return el('button', { type: 'button', on: { click: () => take(code, count) } }, codePegs(code, RULES), count);
  });

  /** @param {Code} code @param {HTMLElement} count */
  function take(code, count) {
    const classes = classesOf(RULES, codes, code);
    tried.add(code);
    count.textContent = t('learn.classes.count', { count: classes.length });
    fill(shown, labelled(t('board.guess'), RULES, code), classView(RULES, classes, { picture: false }));
    const together = /** @type {import('../../core/classes.js').Class} */ (classes.find(({ codes: held }) => held.length > 1));
    const said = w('pair', { answer: feedbackWords(together.feedback, RULES), count: together.codes.length });
    if (tried.size < codes.length) reply(`${said} ${w('tried', { count: tried.size, all: codes.length })}`);
    else reply(w('right'), true);
  }

  return [rowsOf(RULES, ROWS), el('div', { class: 'choose', role: 'group', 'aria-label': t('learn.choices') }, buttons), shown];
}

/** @param {Tools} tools */
function scout({ w, reply }) {
  const codes = possible();
  const told = parseFeedback('BW', RULES);
  const choices = codes.map((code) => {
    const would = feedback(RULES, code, SCOUT);
    const right = isSame(would, told);
    return { shown: codePegs(code, RULES), right, why: w(right ? 'right' : 'wrong', { code: codeWords(code, RULES), would: feedbackWords(would, RULES) }) };
  });
  const shown = el('div');
  const chosen = (/** @type {number} */ index) => choices[index].right && fill(shown, classView(RULES, classesOf(RULES, codes, SCOUT), { picture: false }));
  return [
    el('p', {}, contradiction(RULES, ROWS, SCOUT)),
    labelled(t('board.guess'), RULES, SCOUT, keyPegs(told, RULES)),
    choose(choices, reply, { chosen }),
    shown,
  ];
}

/** @param {Tools} tools */
function sure({ w, reply }) {
  const shown = el('div');
  const guesses = [parseCode('3632', RULES), SCOUT];
  Promise.all(guesses.map((first) => tally(RULES, ROWS, 'knuth', { first }))).then((won) => fill(shown, found(guesses, won.map((counts) => counts ?? []))));
  const choices = guesses.map((code) => ({ shown: named(RULES, code), right: code === SCOUT, why: w(code === SCOUT ? 'right' : 'wrong') }));
  return [shown, choose(choices, reply)];
}

/** At which guess the secret is found. @param {Code[]} guesses @param {number[][]} won */
function found(guesses, won) {
  const turns = (/** @type {number[]} */ counts) => counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / counts.reduce((sum, count) => sum + count, 0);
  const rows = won.map((counts, at) => ({ name: guesses[at].join(''), said: codeWords(guesses[at], RULES), counts, more: [number(turns(counts), 2)] }));
  return foundPlot(t('learn.found'), t('board.guess'), rows, [t('compare.average')]);
}

/** @type {Lessons} */
export const lessons = {
  consistent: { read, small, which, own, play: playFrom({ game: '4x6', history: '1122:B 1344:W', allowed: 10 }) },
  classes: { sort, first, likely, play: playFrom({ game: '4x6', history: '1122:W', allowed: 10 }) },
  scout: { seven, scout, sure, play: playFrom({ game: '4x6', history: HISTORY, allowed: 5 }) },
};
