// Classes as blocks whose areas are their sizes (squarified treemap: Bruls, Huizing and van Wijk 2000).

import { number, t } from '../strings/strings.js';
import { el, svg } from './dom.js';
import { fitted } from './fitted.js';
import { tint } from './shares.js';

const HEIGHT = 230;
const TOUCH = 44;

/** @typedef {{name: string, size: number, win: boolean}} Block */
/** @typedef {{x: number, y: number, width: number, height: number}} Rectangle */

/** Blocks to click, beside a table that has the same for everyone. @param {Block[]} blocks @param {(name: string) => void} pick */
export function blocks(blocks, pick) {
  const picture = svg('svg', { class: 'blocks', 'aria-hidden': 'true' });
  const canvas = el('div', { class: 'canvas' }, picture);
  const sorted = [...blocks].sort((one, other) => other.size - one.size);
  const coarse = matchMedia('(pointer: coarse)').matches;
  fitted(canvas, picture, HEIGHT, (width) => {
    const places = squarified(sorted.map(({ size }) => size), { x: 0, y: 0, width, height: HEIGHT });
    return sorted.map((block, index) => drawnBlock(block, places[index]));
  });

  /** @param {Block} block @param {Rectangle} place */
  function drawnBlock({ name, size, win }, { x, y, width, height }) {
    // What a finger would miss is chosen in the table.
    const target = !win && !(coarse && Math.min(width, height) < TOUCH);
    const block = svg('g', { class: win ? 'block win' : target ? 'block target' : 'block', on: target ? { click: () => pick(name) } : {} });
    block.style.setProperty('--tint', `${tint(name)}%`);
    block.append(svg('rect', { x: x + 1, y: y + 1, width: Math.max(1, width - 2), height: Math.max(1, height - 2), rx: 4 }));
    const middle = x + width / 2;
    if (width > 9 * name.length + 8 && height > 42) {
      block.append(svg('text', { x: middle, y: y + height / 2 - 3 }, name), svg('text', { x: middle, y: y + height / 2 + 15, class: 'size' }, number(size)));
    } else if (width > 9 * name.length + 6 && height > 18) block.append(svg('text', { x: middle, y: y + height / 2 + 5 }, name));
    block.append(svg('title', {}, t('shares.block', { feedback: name, count: size })));
    return block;
  }
  return canvas;
}

/** Rectangles of these areas, the largest first, as near to squares as they come. @param {number[]} sizes @param {Rectangle} room @returns {Rectangle[]} */
export function squarified(sizes, room) {
  const scale = (room.width * room.height) / sizes.reduce((sum, size) => sum + size, 0);
  let left = { ...room };
  /** @type {Rectangle[]} */
  const found = [];
  for (let first = 0; first < sizes.length; ) {
    const side = Math.min(left.width, left.height);
    let last = first + 1;
    while (last < sizes.length && worst(sizes.slice(first, last + 1), side, scale) <= worst(sizes.slice(first, last), side, scale)) last++;
    const row = sizes.slice(first, last);
    const deep = (row.reduce((sum, size) => sum + size, 0) * scale) / side;
    let at = 0;
    for (const size of row) {
      const along = (size * scale) / deep;
      found.push(left.width >= left.height ? { x: left.x, y: left.y + at, width: deep, height: along } : { x: left.x + at, y: left.y, width: along, height: deep });
      at += along;
    }
    left = left.width >= left.height ? { ...left, x: left.x + deep, width: left.width - deep } : { ...left, y: left.y + deep, height: left.height - deep };
    first = last;
  }
  return found;
}

/** The longest of a row's rectangles, by its sides. @param {number[]} row @param {number} side @param {number} scale */
function worst(row, side, scale) {
  const sum = row.reduce((total, size) => total + size, 0) * scale;
  return Math.max((side * side * row[0] * scale) / (sum * sum), (sum * sum) / (side * side * row[row.length - 1] * scale));
}
