// What there is to do in a step of a lesson: choose, mark, tell feedback, make a guess, play on.

/** @import { Step, Tools } from '../places/learn.js' */
import { candidates } from '../core/candidates.js';
import { codeName, parseHistory, parseRules } from '../core/notation.js';
import { contradictedRow, feedback, isSame } from '../core/rules.js';
import { seal } from '../core/share.js';
import { t } from '../strings/strings.js';
import { answerEditor } from './answer-editor.js';
import { board, measure } from './board.js';
import { el, fill } from './dom.js';
import { RowEditor } from './editor.js';
import { codePegs } from './peg.js';
import { contradiction } from './sentences.js';

/** The rows of a position. @param {Rules} rules @param {Row[]} rows */
export const rowsOf = (rules, rows) => el('div', { class: 'given' }, board(rules, rows));

/** A code and its name in digits. @param {Rules} rules @param {Code} code */
export const named = (rules, code) => [codePegs(code, rules), el('span', { class: 'digits', 'aria-hidden': 'true' }, codeName(code, rules))];

/** A code with a name before it. @param {string} name @param {Rules} rules @param {Code} code @param {Child} [after] */
export const labelled = (name, rules, code, after = null) => el('p', { class: 'labelled' }, el('span', {}, name), codePegs(code, rules), after);

/** One of several. `why` answers it. @typedef {{shown: Child | Child[], right: boolean, why: string, label?: string | null}} Choice */

/** @param {Choice[]} choices @param {Tools['reply']} reply @param {{label?: string, chosen?: (index: number) => void}} [options] */
export function choose(choices, reply, { label = t('learn.choices'), chosen = () => {} } = {}) {
  const buttons = choices.map(({ shown, right, why, label: said }, index) =>
    el('button', { type: 'button', 'aria-pressed': 'false', 'aria-label': said, on: { click: () => take(index, why, right) } }, shown),
  );
  /** @param {number} index @param {string} why @param {boolean} right */
  function take(index, why, right) {
    buttons.forEach((button, each) => button.setAttribute('aria-pressed', String(each === index)));
    chosen(index);
    reply(why, right);
  }
  return el('div', { class: 'choose', role: 'group', 'aria-label': label }, buttons);
}

/** Mark the codes that fit the rows. @param {Rules} rules @param {Code[]} codes @param {Row[]} rows @param {Tools} tools */
export function markFitting(rules, codes, rows, { w, reply }) {
  const toggle = (/** @type {number} */ index) => buttons[index].setAttribute('aria-pressed', String(!marked(index)));
  const buttons = codes.map((code, index) => el('button', { type: 'button', 'aria-pressed': 'false', on: { click: () => toggle(index) } }, codePegs(code, rules)));
  const marked = (/** @type {number} */ index) => buttons[index].getAttribute('aria-pressed') === 'true';

  function check() {
    const wrong = codes.find((code, index) => marked(index) && contradictedRow(rules, rows, code));
    if (wrong) return reply(contradiction(rules, rows, wrong), false);
    const missing = codes.filter((code, index) => !marked(index) && !contradictedRow(rules, rows, code)).length;
    return missing ? reply(t('learn.missing', { count: missing }), false) : reply(w('right'), true);
  }

  return [
    el('div', { class: 'choose', role: 'group', 'aria-label': t('learn.choices') }, buttons),
    el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: check } }, t('learn.check'))),
  ];
}

/** Tell the feedback of a guess to a secret that is seen. @param {Rules} rules @param {Code} secret @param {Code} guess @param {Tools['reply']} reply
 * @param {string} praise */
export function tellFeedback(rules, secret, guess, reply, praise) {
  const right = feedback(rules, secret, guess);
  const answer = answerEditor(rules, check);

  function check() {
    const told = answer.read();
    if (!told) return;
    if (isSame(told, right)) reply(praise, true);
    else reply(t(told.black === right.black ? 'learn.white' : 'learn.black'), false);
  }

  return [
    el('div', { class: 'pair' }, labelled(t('first.secret'), rules, secret), labelled(t('board.guess'), rules, guess)),
    answer.element,
    el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: check } }, t('learn.check'))),
  ];
}

/** A row to fill, and what comes of it. @param {Rules} rules @param {string} send @param {(code: Code) => Child | Child[]} submit */
export function tryCode(rules, send, submit) {
  const shown = el('div');
  const editor = new RowEditor({
    rules,
    name: send,
    send,
    submit: (code) => {
      fill(shown, submit(code));
      editor.set(code); // what is typed next takes its place
      editor.focus();
    },
  });
  measure(editor.element, rules);
  return [editor.element, shown];
}

/** A step that goes on as a game: with a secret drawn anew each time, or against an adversary.
 * @param {{game: string, history: string, allowed: number, adversary?: boolean}} position @returns {Step} */
export const playFrom = ({ game, history, allowed, adversary = false }) => ({ context, reply }) => {
  const rules = parseRules(game);
  const rows = parseHistory(history, rules);
  const codes = [...candidates(rules, rows)];
  const begin = () => {
    reply('', true);
    const secret = adversary ? null : codes[Math.floor(Math.random() * codes.length)];
    context.go(`#/play/from/${seal(rules, secret, allowed, rows)}`);
  };
  return [
    rowsOf(rules, rows),
    el('p', {}, t('remain.exact', { count: codes.length })),
    el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: begin } }, t('learn.play'))),
  ];
};
