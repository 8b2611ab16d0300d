// Lesson: Knuth's algorithm, step by step.

/** @import { Lesson, Tools } from '../../parts/steps.js' */
import { candidates } from '../../core/candidates.js';
import { classesOf, largestOf } from '../../core/classes.js';
import { bestGuess } from '../../core/counting.js';
import { parseCode, parseHistory, parseRules } from '../../core/notation.js';
import { contradictedRow, feedback, isWin } from '../../core/rules.js';
import { el, fill } from '../../parts/dom.js';
import { codeWords, feedbackWords } from '../../parts/peg.js';
import { choose, contradiction, labelled, named, playFrom, rowsOf, tryCode } from '../../parts/tasks.js';
import { number, t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
/** @param {string[]} texts */
const codesOf = (texts) => texts.map((text) => parseCode(text, RULES));

/** Count the largest class of each guess, then choose. @param {string} history @param {string[]} texts @param {Tools} tools */
function count(history, texts, { w, reply }) {
  const rows = parseHistory(history, RULES);
  const codes = [...candidates(RULES, rows)];
  const counted = /** @type {Map<Code, number>} */ (new Map());
  const guesses = codesOf(texts);
  const lines = guesses.map((guess) => {
    const size = el('span', { class: 'size' }, '?');
    const button = el('button', { type: 'button', on: { click: () => take(guess, size) } }, named(RULES, guess));
    return el('li', {}, button, size);
  });

  /** @param {Code} guess @param {HTMLElement} size */
  function take(guess, size) {
    const chosen = counted.size === guesses.length;
    const largest = largestOf(classesOf(RULES, codes, guess));
    counted.set(guess, largest);
    size.textContent = number(largest);
    size.style.setProperty('--part', `${(100 * largest) / codes.length}%`);
    const values = { code: codeWords(guess, RULES), largest };
    if (chosen) return largest === Math.min(...counted.values()) ? reply(w('right', values), true) : reply(w('wrong', values), false);
    return reply(`${t('learn.largest', values)} ${counted.size === guesses.length ? t('learn.now') : ''}`.trim());
  }

  return [rows.length > 0 && rowsOf(RULES, rows), el('ul', { class: 'counted', 'aria-label': t('learn.choices') }, lines)];
}

/** Of equally good guesses Knuth takes a possible code, then the lowest. @param {Tools} tools */
function ties({ w, reply }) {
  const rows = parseHistory('1122:B 1344:W', RULES);
  const guesses = codesOf(['1525', '3562', '3526', '6425']);
  const fitting = guesses.filter((guess) => !contradictedRow(RULES, rows, guess)).sort((one, other) => Number(one.join('')) - Number(other.join('')));
  const choices = guesses.map((guess) => {
    const right = guess === fitting[0];
    const why = right ? w('right') : fitting.includes(guess) ? w('higher') : contradiction(RULES, rows, guess);
    return { shown: named(RULES, guess), right, why };
  });
  return [rowsOf(RULES, rows), choose(choices, reply)];
}

/** Knuth's algorithm breaks a code of the reader's. @param {Tools} tools */
function walk({ w, reply }) {
  const shown = el('div');

  /** @param {Code} secret */
  function begin(secret) {
    let rows = /** @type {Row[]} */ ([]);
    const table = el('div', { tabindex: -1 });
    const go = el('button', { type: 'button', class: 'primary', on: { click: next } }, w('next'));

    async function next() {
      go.disabled = true;
      const guess = await bestGuess(RULES, rows, 'knuth');
      go.disabled = false;
      if (!guess) return;
      const row = { guess, feedback: feedback(RULES, secret, guess) };
      rows = [...rows, row];
      fill(table, rowsOf(RULES, rows));
      const values = { number: rows.length, code: codeWords(guess, RULES), answer: feedbackWords(row.feedback, RULES) };
      if (isWin(RULES, row.feedback)) {
        table.focus(); // the button goes
        go.hidden = true;
        reply(w('right', values), true);
      } else {
        reply(w('row', { ...values, count: [...candidates(RULES, rows)].length }));
        go.focus();
      }
    }

    fill(shown, labelled(t('first.secret'), RULES, secret), table, el('div', { class: 'actions' }, go));
    next();
  }

  const [editor] = tryCode(RULES, w('send'), (code) => (begin(code), null));
  return [editor, shown];
}

/** @type {Lesson} */
export const lesson = {
  name: 'knuth',
  steps: [
    { name: 'largest', build: (tools) => count('', ['1111', '1112', '1122', '1123', '1234'], tools) },
    { name: 'next', build: (tools) => count('1122:B', ['1134', '1344', '3145', '3456'], tools) },
    { name: 'ties', build: ties },
    { name: 'walk', build: walk },
    playFrom({ game: '4x6', history: '1122:BW', allowed: 5 }),
  ],
};
