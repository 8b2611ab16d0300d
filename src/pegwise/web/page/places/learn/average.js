// Lesson: the worst case, the average, and which of them counts.

/** @import { Lesson, Tools } from '../../parts/steps.js' */
import { tally } from '../../core/classes.js';
import { parseRules } from '../../core/notation.js';
import { size } from '../../core/rules.js';
import { foundPlot } from '../../parts/chart.js';
import { el, fill } from '../../parts/dom.js';
import { table } from '../../parts/table.js';
import { choose, playFrom } from '../../parts/tasks.js';
import { number, t } from '../../strings/strings.js';

const RULES = parseRules('4x6');
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

/** @type {Lesson} */
export const lesson = {
  name: 'average',
  steps: [
    { name: 'small', build: small },
    { name: 'all', build: all },
    { name: 'goal', build: goal },
    playFrom({ game: '4x6', history: '1123:W', allowed: 10 }),
  ],
};
