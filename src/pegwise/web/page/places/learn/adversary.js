// Lesson: a codemaker without a secret.

/** @import { Class } from '../../core/classes.js' */
/** @import { Lesson, Tools } from '../../parts/steps.js' */
import { candidates } from '../../core/candidates.js';
import { classesOf, largestOf } from '../../core/classes.js';
import { bestGuess } from '../../core/counting.js';
import { parseCode, parseRules } from '../../core/notation.js';
import { classView } from '../../parts/blocks.js';
import { el, fill } from '../../parts/dom.js';
import { codeWords, feedbackWords } from '../../parts/peg.js';
import { choose, labelled, playFrom, rowsOf } from '../../parts/tasks.js';
import { t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
const FIRST = parseCode('1122', RULES);
/** The guess until which the reader is to hold out: no secret takes Knuth's algorithm longer. */
const GOAL = 5;

/** @param {Tools} tools */
function cheat({ w, reply }) {
  const classes = classesOf(RULES, [...candidates(RULES, [])], FIRST);
  const most = largestOf(classes);
  const pick = (/** @type {Class} */ { feedback, codes }) => {
    const values = { answer: feedbackWords(feedback, RULES), count: codes.length, most };
    reply(w(codes.length === most ? 'right' : 'wrong', values), codes.length === most);
  };
  return [labelled(t('board.guess'), RULES, FIRST), classView(RULES, classes, { pick })];
}

/** The reader gives feedback to Knuth's algorithm. @param {Tools} tools */
function hold({ w, reply }) {
  let rows = /** @type {Row[]} */ ([]);
  const shown = el('div');

  async function next() {
    const guess = await bestGuess(RULES, rows, 'knuth');
    if (!guess) return;
    const classes = classesOf(RULES, [...candidates(RULES, rows)], guess);
    if (classes.length === 1 && classes[0].win) return over(guess);
    const ask = el('p', { class: 'task', tabindex: -1 }, w('ask', { number: rows.length + 1, code: codeWords(guess, RULES) }));
    fill(shown, rows.length > 0 && rowsOf(RULES, rows), labelled(t('board.guess'), RULES, guess), ask, classView(RULES, classes, { pick: (chosen) => take(guess, chosen) }));
    if (rows.length) ask.focus();
  }

  /** @param {Code} guess @param {Class} chosen */
  function take(guess, { feedback, codes }) {
    rows = [...rows, { guess, feedback }];
    reply(t('remain.exact', { count: codes.length }));
    next();
  }

  /** @param {Code} guess */
  function over(guess) {
    rows = [...rows, { guess, feedback: { black: RULES.pegs, white: 0 } }];
    const again = el('button', { type: 'button', on: { click: restart } }, t('play.again'));
    fill(shown, rowsOf(RULES, rows), el('div', { class: 'actions' }, again));
    const values = { code: codeWords(guess, RULES), number: rows.length };
    reply(w(rows.length >= GOAL ? 'right' : 'wrong', values), rows.length >= GOAL);
    again.focus();
  }

  function restart() {
    rows = [];
    reply('');
    next();
  }

  next();
  return shown;
}

/** @param {Tools} tools */
const why = ({ w, reply }) =>
  choose(
    ['always', 'most', 'average'].map((name) => ({ shown: w(name), right: name === 'most', why: w(name === 'most' ? 'right' : `${name}.no`) })),
    reply,
  );

/** @type {Lesson} */
export const lesson = {
  name: 'adversary',
  steps: [
    { name: 'cheat', build: cheat },
    { name: 'hold', build: hold },
    { name: 'why', build: why },
    playFrom({ game: '4x6', history: '1122:W', allowed: 10, adversary: true }),
  ],
};
