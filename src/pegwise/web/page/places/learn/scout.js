// Lesson: why a guess that cannot win may be the best (the example of Knuth 1977).

/** @import { Lesson, Tools } from '../../parts/steps.js' */
import { candidates } from '../../core/candidates.js';
import { classesOf, tally } from '../../core/classes.js';
import { parseCode, parseFeedback, parseHistory, parseRules } from '../../core/notation.js';
import { feedback, isSame } from '../../core/rules.js';
import { classView } from '../../parts/blocks.js';
import { foundPlot } from '../../parts/chart.js';
import { el, fill } from '../../parts/dom.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from '../../parts/peg.js';
import { choose, contradiction, labelled, named, playFrom, rowsOf } from '../../parts/tasks.js';
import { number, t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
const HISTORY = '1122:B 1344:W 3526:BWW';
const ROWS = parseHistory(HISTORY, RULES);
const SCOUT = parseCode('1462', RULES);
const RISK = parseCode('3632', RULES);
const possible = () => [...candidates(RULES, ROWS)];

/** @param {Tools} tools */
function seven({ w, reply }) {
  const codes = possible();
  const tried = new Set();
  const shown = el('div');
  const buttons = codes.map((code) => {
    const count = el('span', { class: 'digits' }, '?');
    const button = el('button', { type: 'button', on: { click: () => take(code, count) } }, codePegs(code, RULES), count);
    return button;
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
  const guesses = [RISK, SCOUT];
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

/** @type {Lesson} */
export const lesson = {
  name: 'scout',
  steps: [
    { name: 'seven', build: seven },
    { name: 'scout', build: scout },
    { name: 'sure', build: sure },
    playFrom({ game: '4x6', history: HISTORY, allowed: 5 }),
  ],
};
