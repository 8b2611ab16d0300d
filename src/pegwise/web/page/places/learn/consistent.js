// Lesson: which codes can be the secret.

/** @import { Lesson, Tools } from '../../parts/steps.js' */
import { candidates } from '../../core/candidates.js';
import { codeName, parseCode, parseHistory, parseRules } from '../../core/notation.js';
import { contradictedRow } from '../../core/rules.js';
import { codePegs, codeWords, colorName } from '../../parts/peg.js';
import { choose, contradiction, markFitting, playFrom, rowsOf, tellFeedback, tryCode } from '../../parts/tasks.js';
import { t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
const SMALL = parseRules('2x3');

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

/** @type {Lesson} */
export const lesson = {
  name: 'consistent',
  steps: [
    { name: 'read', build: read },
    { name: 'small', build: small },
    { name: 'which', build: which },
    { name: 'own', build: own },
    playFrom({ game: '4x6', history: '1122:B 1344:W', allowed: 10 }),
  ],
};
