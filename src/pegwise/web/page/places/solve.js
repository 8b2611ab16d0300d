// Solve: a board in front of the person: what was guessed and answered, and what to guess next.

/** @import { Context } from '../app.js' */
/** @import { Code, Feedback, Row, Rules } from '../core/rules.js' */
import { codeName, NotationError, parseHistory, parseRules, rowName, rulesName } from '../core/notation.js';
import { contradictionWords } from '../core/problems.js';
import { isWin } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { answerEditor } from '../parts/answer-editor.js';
import { board } from '../parts/board.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from '../parts/peg.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { advicePanel } from './advice.js';

/** Repairs of a contradiction that are shown. */
const MOST_REPAIRS = 12;

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const [name = recall('solve.rules', '4x6'), text = context.parts[0] ? '' : recall('solve.rows', '')] = context.parts;
  let note = '';
  let rules = parseRules('4x6');
  /** @type {Row[]} */
  let rows = [];
  try {
    rules = parseRules(name || '4x6');
    rows = parseHistory(text, rules);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    note = t(error.key, error.values);
  }
  /** @param {Rules} chosen */
  const begin = (chosen) => {
    leave();
    leave = show(root, context, chosen, [], '', begin);
    root.querySelector('select')?.focus();
  };
  let leave = show(root, context, rules, rows, note, begin);
  return () => leave();
}

/** @param {HTMLElement} root @param {Context} context @param {Rules} rules @param {Row[]} start @param {string} note
 * @param {(rules: Rules) => void} begin */
function show(root, context, rules, start, note, begin) {
  let rows = start;
  /** @type {Row[][]} */
  const before = [];
  /** The row that is changed, if it is not a new one. @type {number | null} */
  let editing = null;
  /** Rows that cannot all be true, from 0. @type {number[]} */
  let wrong = [];
  const table = el('div', { class: 'scroll entry' });
  const making = el('section', { 'aria-labelledby': 'making' });
  const repairs = el('div', { role: 'group', 'aria-label': t('solve.repairs') });
  const undo = el('button', { type: 'button', on: { click: takeBack } }, t('solve.undo'));
  const restart = el('button', { type: 'button', on: { click: () => change([], t('solve.cleared')) } }, t('solve.clear'));
  const advice = advicePanel(context, {
    use: (code) => {
      edit(null);
      editor.set(code);
      answer.focus();
    },
    contradicted,
  });
  let answer = answerEditor(rules, () => {});
  let editor = rowEditor({ rules, name: '', submit: () => {} });

  /** @param {Row[]} next @param {string} said what is announced first */
  function change(next, said) {
    before.push(rows);
    rows = next;
    update(said);
  }

  function takeBack() {
    const last = before.pop();
    if (!last) return;
    rows = last;
    update(t('solve.undone'));
    if (!before.length) editor.focus();
  }

  /** @param {string} [said] */
  function update(said = '') {
    editing = null;
    wrong = [];
    keep();
    drawTable();
    drawEditor();
    fill(repairs);
    undo.disabled = !before.length;
    restart.disabled = !rows.length;
    advice.show(rules, rows, said);
  }

  function keep() {
    const text = rows.map((row) => rowName(row, rules)).join(' ');
    remember('solve.rules', rulesName(rules));
    remember('solve.rows', text);
    history.replaceState(null, '', `#/solve/${rulesName(rules)}/${encodeURIComponent(text)}`);
  }

  function drawTable() {
    const change = {
      heading: el('span', { class: 'sr' }, t('solve.change')),
      class: 'change',
      cell: (/** @type {Row} */ _, /** @type {number} */ index) => [
        wrong.includes(index) && el('span', { class: 'clash' }, el('span', { 'aria-hidden': 'true' }, '⚠'), el('span', { class: 'sr' }, t('solve.clash'))),
        el('button', { type: 'button', class: 'plain edit', 'aria-label': t('solve.edit', { number: index + 1 }), on: { click: () => edit(index) } }, '✎'),
      ],
    };
    fill(table, board(rules, rows, { current: editing, columns: [change], empty: t('solve.empty') }));
  }

  /** @param {number | null} index of a row to change, null for a new one */
  function edit(index) {
    if (index === null && editing === null) return;
    editing = index;
    drawTable();
    drawEditor();
    if (index !== null) editor.focus();
  }

  function drawEditor() {
    const row = editing === null ? null : rows[editing];
    const number = (editing ?? rows.length) + 1;
    const name = t(row ? 'solve.changing' : 'solve.row', { number });
    answer = answerEditor(rules, () => /** @type {HTMLElement | null} */ (making.querySelector('.primary'))?.click());
    editor = rowEditor({ rules, name, submit: enter, send: t(row ? 'solve.save' : 'solve.add'), extra: answer.element });
    const won = !row && rows.some(({ feedback }) => isWin(rules, feedback));
    fill(making, el('h2', { id: 'making' }, won ? t('solve.solved', { count: rows.length }) : name), won ? solved() : editor.element);
    if (!row) return;
    editor.set(row.guess);
    answer.set(row.feedback);
    editor.element.querySelector('.actions')?.append(
      el('button', { type: 'button', on: { click: () => remove(/** @type {number} */ (editing)) } }, t('solve.delete')),
      el('button', { type: 'button', on: { click: leaveEdit } }, t('solve.cancel')),
    );
  }

  function leaveEdit() {
    const index = editing;
    edit(null);
    /** @type {HTMLElement | undefined} */ (table.querySelectorAll('button.edit')[index ?? 0])?.focus();
  }

  function solved() {
    const line = [rulesName(rules), ...rows.map((row) => rowName(row, rules))].join(' ');
    return el(
      'div',
      { class: 'actions' },
      el('a', { class: 'button primary', href: `#/review/${encodeURIComponent(line)}` }, t('solve.review')),
      el('button', { type: 'button', on: { click: () => change([], t('solve.cleared')) } }, t('solve.new')),
    );
  }

  /** @param {Code} guess */
  function enter(guess) {
    const feedback = answer.read();
    if (!feedback) return;
    const number = (editing ?? rows.length) + 1;
    const next = [...rows];
    next[number - 1] = { guess, feedback };
    change(next, t('solve.entered', { number, code: codeWords(guess, rules), answer: feedbackWords(feedback, rules) }));
    focusEditor();
  }

  /** @param {number} index */
  function remove(index) {
    change(rows.filter((_, at) => at !== index), t('solve.deleted', { number: index + 1 }));
    focusEditor();
  }

  function focusEditor() {
    const next = /** @type {HTMLElement | null} */ (making.querySelector('.hole.current, a.primary'));
    next?.focus({ preventScroll: true });
  }

  /** @param {{rows: number[], repairs: {row: number, feedback: Feedback}[], complete: boolean}} found */
  function contradicted(found) {
    wrong = found.rows.map((number) => number - 1);
    drawTable();
    fill(
      repairs,
      el(
        'div',
        { class: 'panel alarm' },
        el('h2', {}, contradictionWords(found.rows)),
        el('p', {}, found.repairs.length ? t('solve.repair.about') : t('solve.repair.none')),
        el('ul', { class: 'repairs' }, nearest(found.repairs).map(({ row, feedback }) => el('li', {}, repairButton(row, feedback)))),
        found.repairs.length > MOST_REPAIRS && el('p', { class: 'quiet' }, t('solve.repair.others', { count: found.repairs.length - MOST_REPAIRS })),
        !found.complete && el('p', { class: 'quiet' }, t('solve.repair.more')),
      ),
    );
  }

  /** The repairs that change the least, if there are many. @param {{row: number, feedback: Feedback}[]} all */
  function nearest(all) {
    if (all.length <= MOST_REPAIRS) return all;
    /** @param {{row: number, feedback: Feedback}} repair */
    const change = ({ row, feedback }) => {
      const said = rows[row - 1].feedback;
      return Math.abs(said.black - feedback.black) + Math.abs(said.black + said.white - feedback.black - feedback.white);
    };
    return [...all].sort((one, other) => change(one) - change(other)).slice(0, MOST_REPAIRS);
  }

  /** @param {number} number @param {Feedback} feedback */
  function repairButton(number, feedback) {
    const row = rows[number - 1];
    const click = () => {
      const next = rows.map((each) => (each === row ? { guess: row.guess, feedback } : each));
      change(next, t('solve.repaired', { number, answer: feedbackWords(feedback, rules) }));
      focusEditor();
    };
    const words = t('solve.repair', { number, code: codeName(row.guess, rules), was: feedbackWords(row.feedback, rules), now: feedbackWords(feedback, rules) });
    return el(
      'button',
      { type: 'button', 'aria-label': words, on: { click } },
      el('span', { class: 'number' }, number),
      codePegs(row.guess, rules),
      keyPegs(row.feedback, rules),
      el('span', { class: 'arrow' }, '→'),
      keyPegs(feedback, rules),
    );
  }

  fill(
    root,
    el(
      'div',
      { class: 'columns' },
      el(
        'section',
        { 'aria-labelledby': 'solve' },
        el('h1', { id: 'solve' }, t('solve.title')),
        el('p', { class: 'quiet' }, t('solve.intro')),
        note && el('p', { class: 'note' }, note),
        rulesMenu(rules, begin).element,
        repairs,
        table,
        el('div', { class: 'actions' }, undo, restart),
        advice.card,
        making,
      ),
      el('div', { class: 'side' }, advice.reasons),
    ),
  );
  update();
  return () => advice.stop();
}

export const place = { id: 'solve', mount };
