// What was changed on Solve, so that one Undo takes back the last change of whatever kind.

/** @import { Holes } from '../core/row-state.js' */

/** A change of the rows, or of the holes of the row being made: what the holes were before it, and which row they were
 * of (null: a new one). @typedef {{rows: boolean, holes: Holes, editing: number | null}} Change */

export class Changes {
  /** The last is at the end. @type {Change[]} */
  all = [];

  get any() {
    return this.all.length > 0;
  }

  /** The holes of a row were changed. @param {Holes} holes @param {number | null} editing */
  ofHoles(holes, editing) {
    this.all.push({ rows: false, holes, editing });
  }

  /** The rows were changed. What was changed in the holes of an older row on the way is part of it.
   * @param {Holes} holes @param {number | null} editing */
  ofRows(holes, editing) {
    if (editing !== null) this.forgetHoles();
    this.all.push({ rows: true, holes, editing });
  }

  /** An older row was left as it is: what was changed in its holes does not count. */
  forgetHoles() {
    while (this.all.at(-1)?.rows === false && this.all.at(-1)?.editing !== null) this.all.pop();
  }

  /** The last change, which is none any more. */
  back() {
    return this.all.pop();
  }
}
