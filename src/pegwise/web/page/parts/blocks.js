// Classes as blocks whose areas are their sizes (squarified treemap: Bruls, Huizing and van Wijk 2000), and as a list.

/** @import { Class } from '../core/classes.js' */
import { parseFeedback } from '../core/notation.js';
import { MARKS } from '../core/rules.js';
import { number, t } from '../strings/strings.js';
import { fitted } from './chart.js';
import { el, svg } from './dom.js';
import { codePegs, feedbackWords, keyPegs, markSquare } from './peg.js';
import { tint } from './table.js';

const HEIGHT = 230;
const TOUCH = 44;
/** Key pegs that are drawn one by one, and the room of each. */
const MOST = 8;
const PITCH = 12;
/** Room of the size below. */
const LINE = 17;

/** @typedef {{name: string, size: number, win: boolean}} Block */
/** @typedef {{x: number, y: number, width: number, height: number}} Rectangle */

/** Blocks to click, beside a table that has the same for everyone. @param {Rules} rules @param {Block[]} blocks @param {(name: string) => void} pick */
export function blocks(rules, blocks, pick) {
  const picture = svg('svg', { class: 'blocks', 'aria-hidden': 'true' });
  const canvas = el('div', { class: 'canvas' }, picture);
  const sorted = [...blocks].sort((one, other) => other.size - one.size);
  const coarse = matchMedia('(pointer: coarse)').matches;
  fitted(canvas, picture, HEIGHT, (width) => {
    const places = squarified(sorted.map(({ size }) => size), { x: 0, y: 0, width, height: HEIGHT });
    return sorted.map((block, index) => drawnBlock(rules, block, places[index], coarse, pick));
  });
  return canvas;
}

/** @param {Rules} rules @param {Block} block @param {Rectangle} place @param {boolean} coarse @param {(name: string) => void} pick */
function drawnBlock(rules, { name, size, win }, place, coarse, pick) {
  // What a finger would miss is chosen in the table.
  const target = !win && !(coarse && Math.min(place.width, place.height) < TOUCH);
  const block = svg('g', { class: win ? 'block win' : target ? 'block target' : 'block', on: target ? { click: () => pick(name) } : {} });
  block.style.setProperty('--tint', `${tint(name)}%`);
  const feedback = parseFeedback(name, rules);
  const gap = (/** @type {number} */ side) => Math.min(1, side / 4); // a sliver keeps within its own place
  const [across, down] = [gap(place.width), gap(place.height)];
  block.append(
    svg('rect', { x: place.x + across, y: place.y + down, width: place.width - 2 * across, height: place.height - 2 * down, rx: Math.min(4, place.width / 4, place.height / 4) }),
    ...inside(feedback, number(size), place),
    svg('title', {}, t('shares.block', { feedback: feedbackWords(feedback, rules), count: size })),
  );
  return block;
}

/** What there is room for: the key pegs with the size below them, or the key pegs alone. @param {Feedback} feedback @param {string} size @param {Rectangle} place */
function inside(feedback, size, { x, y, width, height }) {
  const pegs = keys(feedback);
  if (pegs.width + 6 > width || pegs.height + 4 > height) return [];
  const both = pegs.height + LINE + 6 <= height && 8 * size.length + 6 <= width;
  const top = y + (height - pegs.height - (both ? LINE : 0)) / 2;
  const middle = x + width / 2;
  const drawn = svg('g', { class: 'pegs', transform: `translate(${middle - pegs.width / 2} ${top})` }, pegs.parts);
  return both ? [drawn, svg('text', { x: middle, y: top + pegs.height + LINE - 4, class: 'size' }, size)] : [drawn];
}

/** Key pegs on their ground, as on the board: many are told by their number. @param {Feedback} feedback */
function keys({ black, white, text }) {
  if (text !== undefined) return told(text);
  const count = black + white;
  const marks = count <= MOST ? [...Array(black).fill('black'), ...Array(white).fill('white')] : ['black', black, 'white', white];
  const across = count <= MOST ? (marks.length < 3 ? Math.max(1, marks.length) : Math.ceil(marks.length / 2)) : marks.length;
  const [width, height] = [PITCH * across + 4, PITCH * Math.max(1, Math.ceil(marks.length / across)) + 4];
  const parts = marks.map((mark, index) => {
    const at = { x: 2 + PITCH * ((index % across) + 0.5), y: 2 + PITCH * (Math.floor(index / across) + 0.5) };
    return typeof mark === 'number' ? svg('text', { x: at.x, y: at.y + 4 }, mark) : svg('circle', { class: `mark ${mark}`, cx: at.x, cy: at.y, r: 4.5 });
  });
  const none = marks.length ? [] : [svg('text', { x: width / 2, y: height / 2 + 4 }, '–')];
  return { width, height, parts: [svg('path', { class: 'ground', d: `M0 0h${width}v${height}h${-width}z` }), ...parts, ...none] };
}

/** What stands there instead of key pegs: marks, or a word. @param {string} text */
function told(text) {
  const marks = [...text].every((one) => MARKS.includes(one));
  const width = PITCH * text.length + 4;
  const height = PITCH + 4;
  if (!marks) return { width, height, parts: [svg('path', { class: 'ground', d: `M0 0h${width}v${height}h${-width}z` }), svg('text', { x: width / 2, y: height / 2 + 5 }, text)] };
  const parts = [...text].map((mark, at) => {
    const square = markSquare(mark);
    for (const [name, value] of Object.entries({ x: 2 + PITCH * at, y: 2, width: PITCH, height: PITCH })) square.setAttribute(name, String(value));
    return square;
  });
  return { width, height, parts };
}

/** Rectangles of these areas, the largest first, as near to squares as they come. @param {number[]} sizes @param {Rectangle} room @returns {Rectangle[]} */
function squarified(sizes, room) {
  const scale = (room.width * room.height) / sizes.reduce((sum, size) => sum + size, 0);
  let left = { ...room };
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

/** Codes that are drawn; more are told by their number. */
const DRAWN = 7;

/** @param {Rules} rules @param {Class[]} classes @param {{pick?: (chosen: Class) => void, picture?: boolean}} [look] */
export function classView(rules, classes, { pick, picture = true } = {}) {
  const sorted = [...classes].sort((one, other) => other.codes.length - one.codes.length);
  const drawn = picture && blocks(rules, classes.map(({ name, codes, win }) => ({ name, size: codes.length, win })), (name) => {
    const chosen = classes.find((each) => each.name === name);
    if (chosen) pick?.(chosen);
  });
  return el('div', { class: pick ? 'sorted' : 'sorted still' }, drawn, el('ul', { class: 'sizes', 'aria-label': t('learn.classes') }, sorted.map((each) => el('li', { class: each.codes.length > 1 ? 'many' : null }, entry(rules, each, pick)))));
}

/** @param {Rules} rules @param {Class} each @param {((chosen: Class) => void) | undefined} pick */
function entry(rules, each, pick) {
  const { feedback, codes, win } = each;
  const said = t('shares.block', { feedback: feedbackWords(feedback, rules), count: codes.length });
  if (pick && !win) return el('button', { type: 'button', 'aria-label': said, on: { click: () => pick(each) } }, keyPegs(feedback, rules), number(codes.length));
  return el('span', {}, keyPegs(feedback, rules), codes.length <= DRAWN ? codes.map((code) => codePegs(code, rules)) : el('strong', {}, number(codes.length)));
}
