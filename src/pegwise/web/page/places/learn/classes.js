// Lesson: what feedback tells, as classes of codes.

/** @import { Lesson, Tools } from '../../parts/steps.js' */
import { candidates } from '../../core/candidates.js';
import { classesOf, largestOf } from '../../core/classes.js';
import { parseCode, parseRules } from '../../core/notation.js';
import { classView } from '../../parts/blocks.js';
import { el, fill } from '../../parts/dom.js';
import { feedbackWords, keyPegs } from '../../parts/peg.js';
import { choose, labelled, playFrom, tryCode } from '../../parts/tasks.js';
import { number, t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
const SMALL = parseRules('2x3');
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

/** @type {Lesson} */
export const lesson = {
  name: 'classes',
  steps: [
    { name: 'sort', build: sort },
    { name: 'first', build: first },
    { name: 'likely', build: likely },
    playFrom({ game: '4x6', history: '1122:W', allowed: 10 }),
  ],
};
