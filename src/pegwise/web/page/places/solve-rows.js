// The rows of the board on Solve, with what they were before each change. They stay in the address and on this computer.

/** @import { Row, Rules } from '../core/rules.js' */
import { historyName, rulesLine } from '../core/notation.js';
import { remember } from '../core/store.js';

/** `put` changes the rows, `back` takes the last change back; both keep what comes of it.
 * @param {Rules} rules @param {Row[]} start */
export function keptRows(rules, start) {
  let now = start;
  /** @type {Row[][]} */
  const before = [];

  function keep() {
    const text = historyName(now, rules);
    const name = rulesLine(rules, now.map(({ guess }) => guess));
    remember('solve.rules', name);
    remember('solve.rows', text);
    history.replaceState(null, '', `#/solve/${encodeURIComponent(name)}/${encodeURIComponent(text)}`);
  }

  keep();
  return {
    get now() {
      return now;
    },
    get changed() {
      return before.length > 0;
    },
    /** @param {Row[]} next */
    put(next) {
      before.push(now);
      now = next;
      keep();
    },
    back() {
      now = before.pop() ?? now;
      keep();
    },
    /** As a game that can be reviewed. */
    line: () => `${rulesLine(rules, now.map(({ guess }) => guess))} ${historyName(now, rules)}`,
  };
}
