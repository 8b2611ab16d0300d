// Lessons: Knuth's algorithm, adversaries, and the worst case and the average.

/** @import { Class } from '../../core/classes.js' */
/** @import { Lessons, Tools } from '../learn.js' */
import { candidates } from '../../core/candidates.js';
import { classesOf, largestOf, tally } from '../../core/classes.js';
import { bestGuess } from '../../core/counting.js';
import { parseCode, parseHistory, parseRules } from '../../core/notation.js';
import { contradictedRow, feedback, isWin, size } from '../../core/rules.js';
import { classView } from '../../parts/blocks.js';
import { foundPlot } from '../../parts/chart.js';
import { el, fill } from '../../parts/dom.js';
import { codeWords, feedbackWords } from '../../parts/peg.js';
import { contradiction } from '../../parts/sentences.js';
import { table } from '../../parts/table.js';
import { choose, labelled, named, playFrom, rowsOf, tryCode } from '../../parts/tasks.js';
import { number, t } from '../../strings/strings.js';

const RULES = parseRules('4x6');

// Knuth's algorithm, step by step.

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
    if (chosen) return largest === Math.min(...counted.values()) ? reply(w('right', values), true) : reply(t('learn.larger', values), false);
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
    const go = el('button', { type: 'button', class: 'primary', on: { click: next } }, t('walk.next'));

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
        reply(t('said.guess', { ...values, remain: t('remain.exact', { count: [...candidates(RULES, rows)].length }) }));
        go.focus();
      }
    }

    fill(shown, labelled(t('first.secret'), RULES, secret), table, el('div', { class: 'actions' }, go));
    next();
  }

  const [editor] = tryCode(RULES, w('send'), (code) => (begin(code), null));
  return [editor, shown];
}

// A codemaker without a secret.

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

// The worst case, the average, and which of them counts.

const STRATEGIES = ['knuth', 'expected-size'];
/** Known totals over all codes and their worst cases: Knuth 1977, Irving 1978, Koyama and Lai 1993. @type {[string, number, number][]} */
const KNOWN = [['knuth', 5801, 5], ['expected', 5696, 6], ['within', 5626, 5], ['optimal', 5625, 6]];

/** @param {number[]} won */
const total = (won) => won.reduce((sum, count, index) => sum + count * (index + 1), 0);

/** An average to work out. @param {Tools} tools */
const small = ({ w, reply }) => choose([1.5, 2, 2.5].map((value) => ({ shown: number(value, 1), right: value === 2, why: w(value === 2 ? 'right' : 'wrong') })), reply);

/** Two strategies play all codes. @param {Tools} tools */
function all({ w, reply }) {
  const codes = size(RULES);
  const shown = el('div', { tabindex: -1 });
  const start = el('button', { type: 'button', class: 'primary', on: { click: run } }, w('send'));
  const bar = el('progress', { max: codes * STRATEGIES.length, 'aria-label': t('work.bar') });

  async function run() {
    fill(shown, bar);
    shown.focus(); // the button goes
    start.hidden = true;
    const found = [];
    for (const [index, name] of STRATEGIES.entries()) {
      const counted = (/** @type {number} */ done) => {
        bar.value = index * codes + done;
        return bar.isConnected;
      };
      const won = await tally(RULES, [], name, { counted });
      if (!won) return; // the reader has gone on
      found.push(won);
    }
    fill(shown, played(found));
    reply(w('right'), true);
  }

  return [el('div', { class: 'actions' }, start), shown];
}

/** @param {number[][]} found */
function played(found) {
  const lines = STRATEGIES.map((name, at) => ({ name: t(`learn.average.goal.${name === 'knuth' ? 'knuth' : 'expected'}`), counts: found[at] }));
  return [foundPlot(t('compare.plot'), t('compare.strategy'), lines), figures(lines.map(({ name, counts }) => [name, total(counts), counts.length]))];
}

/** Strategies with their totals and worst cases. @param {[string, number, number][]} lines */
function figures(lines) {
  const headings = ['strategy', 'average', 'worst', 'total'].map((key) => t(`compare.${key}`));
  const rows = lines.map(([name, sum, worst]) => [name, number(sum / size(RULES), 4), number(worst), number(sum)]);
  return el('div', { class: 'scroll' }, table(t('compare.title'), headings, rows));
}

/** Which strategy for which match. @param {Tools} tools */
function goal({ w, reply }) {
  const right = /** @type {Set<string>} */ (new Set());
  const questions = ['sum', 'limit'].map((name) => {
    const wanted = name === 'sum' ? 'optimal' : 'knuth';
    const choices = ['knuth', 'optimal'].map((each) => ({ shown: w(each), right: each === wanted, why: w(each === wanted ? `${each}.right` : `${each}.wrong`) }));
    /** @param {string} text @param {boolean | null} [isRight] */
    const said = (text, isRight = null) => {
      if (isRight) right.add(name);
      reply(right.size === 2 && isRight ? `${text} ${w('right')}` : text, isRight && right.size < 2 ? null : isRight);
    };
    return [el('h3', {}, w(name)), choose(choices, said, { label: w(name) })];
  });
  return [figures(KNOWN.map(([name, ...others]) => [w(name), ...others])), el('p', { class: 'quiet' }, w('source')), ...questions.flat()];
}

/** @type {Lessons} */
export const lessons = {
  knuth: {
    largest: (tools) => count('', ['1111', '1112', '1122', '1123', '1234'], tools),
    next: (tools) => count('1122:B', ['1134', '1344', '3145', '3456'], tools),
    ties,
    walk,
    play: playFrom({ game: '4x6', history: '1122:BW', allowed: 5 }),
  },
  adversary: { cheat, hold, why, play: playFrom({ game: '4x6', history: '1122:W', allowed: 10, adversary: true }) },
  average: { small, all, goal, play: playFrom({ game: '4x6', history: '1123:W', allowed: 10 }) },
};
