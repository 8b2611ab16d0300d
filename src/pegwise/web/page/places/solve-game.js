// One game on Solve: its rows, the row that is entered or changed, what can be undone, and the advice. One Undo takes back the last
// change of whatever kind. The rows stay in the address and on this computer.

import { parseGame } from '../core/game-line.js';
import { historyName, isRules, parseCode, rulesLine, rulesName } from '../core/notation.js';
import { linesOf, readOr } from '../core/plain-text.js';
import { isWin } from '../core/rules.js';
import { remember } from '../core/remembered.js';
import { askText } from '../parts/dialogs.js';
import { el, fill } from '../parts/dom.js';
import { codeWords, feedbackWords } from '../parts/peg.js';
import { alphabetLine, wrongWords } from '../parts/sentences.js';
import { t } from '../strings/strings.js';
import { Advice } from './advice.js';
import { rowEntry } from './solve-entry.js';
import { repairsPanel, rowsTable } from './solve-repairs.js';

/** A change: what the holes of the row being made were before it, which row they were of (null: a new one), and what the rows were
 * if it changed them. @typedef {{holes: Holes, editing: number | null, rows?: Row[]}} Change */

class SolveRows {
  /** The last is at the end. @type {Change[]} */
  changes = [];

  /** @param {Rules} rules @param {Row[]} now */
  constructor(rules, now) {
    this.rules = rules;
    this.now = now;
    this.keep();
  }

  get name() {
    return rulesLine(this.rules, this.now.map(({ guess }) => guess));
  }

  /** As a game that can be reviewed. */
  get line() {
    return `${this.name} ${historyName(this.now, this.rules)}`;
  }

  keep() {
    const text = historyName(this.now, this.rules);
    remember('solve.rules', this.name);
    remember('solve.rows', text);
    history.replaceState(null, '', `#/solve/${encodeURIComponent(this.name)}/${encodeURIComponent(text)}`);
  }

  /** Change the rows. What was changed in the holes of an older row on the way is part of it.
   * @param {Row[]} next @param {Holes} holes @param {number | null} editing */
  put(next, holes, editing) {
    this.forgetHoles();
    this.changes.push({ holes, editing, rows: this.now });
    this.now = next;
    this.keep();
  }

  /** Forget what was changed in the holes of an older row. */
  forgetHoles() {
    for (let last = this.changes.at(-1); last && !last.rows && last.editing !== null; last = this.changes.at(-1)) this.changes.pop();
  }

  /** Take the last change back. */
  back() {
    const last = this.changes.pop();
    this.now = last?.rows ?? this.now;
    if (last?.rows) this.keep();
    return last;
  }
}

export class SolveGame {
  /** The row that is changed, if it is not a new one. @type {number | null} */
  editing = null;
  table = el('div', { class: 'scroll entry' });
  alphabet = el('div');
  repairs = el('div', { role: 'group', 'aria-label': t('solve.repairs') });

  /** `begin` is another game.
   * @param {Rules} rules @param {Row[]} start @param {AbortSignal} signal @param {(rules: Rules, rows?: Row[]) => void} begin */
  constructor(rules, start, signal, begin) {
    /** Their alphabet is decided as rows are typed. */
    this.rules = rules;
    this.begin = begin;
    this.rows = new SolveRows(rules, start);
    const told = { saved: (/** @type {Row} */ row, /** @type {Rules['alphabet']} */ alphabet) => this.saved(row, alphabet), deleted: () => this.deleted(), kept: () => this.kept() };
    this.entry = rowEntry(rules, told, this.past(), (text) => this.pasted(text));
    this.advice = new Advice(rules, signal, { use: (code) => this.use(code), contradicted: (found) => this.contradicted(found) });
    this.update();
  }

  /** What is shown as the board. */
  get board() {
    const paste = el('button', { type: 'button', on: { click: () => askText(t('solve.paste.about'), t('solve.paste.add'), (text) => this.takeRows(text)) } }, t('solve.paste'));
    return [this.repairs, this.table, this.alphabet, el('div', { class: 'actions' }, paste), this.advice.card, this.entry.element];
  }

  /** What Undo and Clear do here. @returns {Past} */
  past() {
    return {
      note: (holes) => this.rows.changes.push({ holes, editing: this.editing }),
      undo: () => this.takeBack(),
      clear: () => (isBegun(this.entry.editor.holes) ? this.entry.editor.empty() : this.clear()),
      canUndo: () => this.rows.changes.length > 0,
      canClear: (holes) => this.rows.now.length > 0 || isBegun(holes),
      clearName: (holes) => t(isBegun(holes) ? 'solve.clear.row' : 'solve.clear'),
    };
  }

  /** @param {string} [said] what is announced first */
  update(said = '') {
    this.edit(null);
    fill(this.repairs);
    this.advice.show(this.rows.now, said);
  }

  /** @param {Row[]} next @param {string} said */
  change(next, said) {
    this.rows.put(next, this.entry.editor.holes, this.editing);
    this.update(said);
    this.entry.resume();
  }

  takeBack() {
    const last = this.rows.back();
    if (!last) return;
    if (last.rows) this.update(t('solve.undone'));
    else if (last.editing !== this.editing) this.edit(last.editing);
    if (!last.rows || last.editing === null) this.entry.editor.set(last.holes);
    this.entry.resume();
  }

  clear() {
    this.change([], t('solve.cleared'));
  }

  /** Rows that were pasted; a line that names its game takes the place of the board. @param {string} text */
  pasted(text) {
    if (isCode(text, this.rules)) return false; // for the row
    const wrong = this.takeRows(text);
    if (wrong) this.entry.editor.say(wrong);
    return true;
  }

  /** Take rows from text; what is wrong with it. @param {string} text */
  takeRows(text) {
    const { rules, rows } = this;
    try {
      const game = parseGame(rules.lists ? text.replace(/^words\s/, '') : text, rules);
      if (rulesName(game.rules) !== rulesName(rules)) this.begin(game.rules, game.rows);
      else {
        rules.alphabet = game.rules.alphabet;
        const named = isRules(linesOf(text)[0]?.split(/\s/)[0] ?? '');
        this.change(named ? game.rows : [...rows.now, ...game.rows], t('solve.pasted', { count: game.rows.length }));
      }
      return '';
    } catch (error) {
      return t('solve.paste.wrong', { why: wrongWords(error) });
    }
  }

  /** @param {number | null} index of a row to change, null for a new one */
  edit(index) {
    const { rules, rows, entry } = this;
    this.editing = index;
    this.drawRows([]);
    fill(this.alphabet, alphabetLine(rules));
    const over = index === null && rows.now.some(({ feedback }) => isWin(rules, feedback));
    if (over) entry.solved(rows.now.length, rows.line, () => this.clear());
    else entry.show((index ?? rows.now.length) + 1, index === null ? undefined : rows.now[index]);
  }

  /** @param {number[]} wrong */
  drawRows(wrong) {
    fill(this.table, rowsTable(this.rules, this.rows.now, this.editing, wrong, (index) => this.pick(index)));
  }

  /** @param {number} index */
  pick(index) {
    this.rows.forgetHoles();
    this.edit(index);
    this.entry.editor.focus();
  }

  /** @param {Row} row @param {Rules['alphabet']} alphabet */
  saved(row, alphabet) {
    this.rules.alphabet = alphabet ?? this.rules.alphabet;
    const { now } = this.rows;
    const at = this.editing ?? now.length;
    const next = [...now.slice(0, at), row, ...now.slice(at + 1)];
    this.change(next, t('solve.entered', { number: at + 1, code: codeWords(row.guess, this.rules), answer: feedbackWords(row.feedback, this.rules) }));
  }

  deleted() {
    const gone = this.editing ?? 0;
    this.change(this.rows.now.filter((_, at) => at !== gone), t('solve.deleted', { number: gone + 1 }));
  }

  /** The row is left as it was. */
  kept() {
    const index = this.editing ?? 0;
    this.rows.forgetHoles();
    this.edit(null);
    /** @type {HTMLElement | undefined} */ (this.table.querySelectorAll('button.edit')[index])?.focus();
  }

  /** @param {Code} code */
  use(code) {
    this.rows.forgetHoles();
    if (this.editing !== null) this.edit(null);
    this.rows.changes.push({ holes: this.entry.editor.holes, editing: null });
    this.entry.take(code);
  }

  /** @param {Contradiction} found */
  contradicted(found) {
    const { rules, rows } = this;
    this.drawRows(found.rows);
    fill(this.repairs, repairsPanel(rules, rows.now, found, (number, feedback) => this.repair(number, feedback)));
  }

  /** @param {number} number of the row @param {Feedback} feedback */
  repair(number, feedback) {
    const next = this.rows.now.map((row, index) => (index === number - 1 ? { guess: row.guess, feedback } : row));
    this.change(next, t('solve.repaired', { number, answer: feedbackWords(feedback, this.rules) }));
  }
}

/** Whether there is a peg in the row. @param {Holes} holes */
const isBegun = (holes) => holes.some((hole) => hole !== null);

/** Whether a text is one code, or is meant as one. @param {string} text @param {Rules} rules */
function isCode(text, rules) {
  if (text.includes(':') || !/\s/.test(text)) return !text.includes(':');
  return readOr(() => parseCode(text, rules), null) !== null; // else it is rows, or nothing
}
