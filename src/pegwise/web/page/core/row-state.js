// The row being made, apart from the page: its holes, the hole that is next, and what can be undone.

import { emptyHole, mayRepeat } from './rules.js';

export class RowState {
  /** The hole that is next. */
  at = 0;
  /** The holes before each change; the last is at the end. @type {Holes[]} */
  before = [];

  /** @param {Rules} rules @param {(before: Holes) => void} [keep] keeps what can be undone instead of the row */
  constructor(rules, keep = (before) => this.before.push(before)) {
    this.rules = rules;
    this.keep = keep;
    /** @type {Holes} */
    this.holes = new Array(rules.pegs).fill(null);
  }

  /** Is called after each change of the holes. */
  changed() {}

  get canUndo() {
    return this.before.length > 0;
  }

  /** @param {Holes} next @param {number} at @param {boolean} [kept] whether it can be undone */
  put(next, at, kept = true) {
    if (kept && String(next) !== String(this.holes)) this.keep(this.holes);
    this.holes = next;
    this.at = Math.max(0, Math.min(this.rules.pegs - 1, at));
    this.changed();
  }

  /** Other holes, from which on there is nothing to undo. @param {Holes} next */
  set(next) {
    this.before = [];
    this.put([...next], next.includes(null) ? next.indexOf(null) : 0, false);
  }

  empty() {
    this.put(new Array(this.rules.pegs).fill(null), 0);
  }

  back() {
    const last = this.before.pop();
    if (last) this.put(last, last.includes(null) ? last.indexOf(null) : this.at, false);
  }

  /** The hole with this number is next; before the first comes the last. @param {number} index */
  move(index) {
    this.at = (index + this.rules.pegs) % this.rules.pegs;
  }

  /** Put a peg in the hole that is next. @param {number} color @param {Holes} [holes] what is in the others */
  place(color, holes = this.holes) {
    const next = [...holes];
    this.take(next, color);
    next[this.at] = color;
    const open = next.findIndex((hole, index) => index > this.at && hole === null);
    const first = next.indexOf(null);
    this.put(next, open >= 0 ? open : first >= 0 ? first : this.at + 1);
  }

  /** Move a peg: to another hole it changes places with what is there; out of the row (null) it is gone.
   * @param {{color: number, from: number | null}} held @param {number | null} to */
  drop({ color, from }, to) {
    const next = [...this.holes];
    if (from !== null) next[from] = to === null ? null : next[to];
    else this.take(next, color);
    if (to !== null) next[to] = color;
    this.put(next, next.includes(null) ? next.indexOf(null) : (to ?? this.at));
  }

  /** Without repeats a color leaves the hole where it was. @param {Holes} next @param {number} color */
  take(next, color) {
    if (!mayRepeat(this.rules, color) && next.includes(color)) next[next.indexOf(color)] = null;
  }

  /** The next color that may stand in the hole, or the one before. @param {number} step */
  turn(step) {
    const { at, rules } = this;
    const next = [...this.holes];
    let value = next[at] ?? (step > 0 ? 0 : rules.colors + 1);
    do value = ((value - 1 + step + rules.colors) % rules.colors) + 1;
    while (!mayRepeat(rules, value) && next.some((hole, index) => index !== at && hole === value) && value !== next[at]);
    next[at] = value;
    this.put(next, at);
  }

  /** Take the peg out of the hole; going back, the one before if there is none. @param {boolean} back */
  erase(back) {
    const next = [...this.holes];
    const place = back && next[this.at] === null ? Math.max(0, this.at - 1) : this.at;
    next[place] = null;
    this.put(next, place);
  }

  /** The code in the holes, with 0 for each peg that is missing. @returns {Code} */
  code() {
    const { holes, rules } = this;
    // Where a color may not repeat, one hole may stay empty.
    const mayBeEmpty = mayRepeat(rules, rules.colors) || holes.filter((hole) => hole === null || hole === rules.colors).length <= 1;
    return holes.map((hole) => hole ?? (mayBeEmpty ? emptyHole(rules) : 0));
  }
}
