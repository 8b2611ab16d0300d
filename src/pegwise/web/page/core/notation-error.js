// Text that cannot be read.

/** @import { Alphabet } from './alphabet.js' */

/** `key` and `values` are for the strings; `row` is the number of the row that it is in, if rows have numbers. */
export class NotationError extends Error {
  /** @type {number | null} */
  row = null;

  /** @param {string} key @param {Record<string, string | number | Alphabet>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }

  /** The same in a row. @param {number} number */
  inRow(number) {
    this.row = number;
    return this;
  }
}
