// The rows of the board on Solve, and what was changed, so that one Undo takes back the last change of whatever kind. The rows stay in
// the address and on this computer.

import { historyName, rulesLine } from '../core/notation.js';
import { remember } from '../core/store.js';

/** A change: what the holes of the row being made were before it, which row they were of (null: a new one), and what the rows were
 * if it changed them. @typedef {{holes: Holes, editing: number | null, rows?: Row[]}} Change */

export class SolveRows {
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
