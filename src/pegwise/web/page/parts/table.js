// A table of figures: the first cell of a row is its heading.

/** @import { Child } from './dom.js' */
import { el } from './dom.js';

/** @typedef {Child | Child[]} Cell */

/** @param {string} caption @param {Cell[]} headings @param {Cell[][]} rows
 * @param {{kind?: string, marked?: number, shown?: boolean}} [look] `marked` is a row, `shown` whether the caption is seen */
export function table(caption, headings, rows, { kind = '', marked = -1, shown = false } = {}) {
  const lines = rows.map(([first, ...rest], index) => el('tr', { class: index === marked ? 'got' : null }, el('th', { scope: 'row' }, first), rest.map((cell) => el('td', {}, cell))));
  return el(
    'table',
    { class: `classes ${kind}` },
    el('caption', { class: shown ? null : 'sr' }, caption),
    el('thead', {}, el('tr', {}, headings.map((heading) => el('th', { scope: 'col' }, heading)))),
    el('tbody', {}, lines),
  );
}
