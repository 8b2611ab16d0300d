// Plots drawn as SVG as wide as there is room, each with the same as a table behind it.

import { language, number, t } from '../strings/strings.js';
import { el, fill, svg } from './dom.js';
import { table } from './table.js';

/** What a plot is: `draw` gives what is in it for a width, `headings` and `rows` are the same as a table.
 * @typedef {{title: string, height: number, draw: (width: number) => SVGElement[], headings: string[], rows: (Child | Child[])[][]}} Plot */

/** @param {Plot} plot @returns {HTMLElement} */
export function plot({ title, height, draw, headings, rows }) {
  const picture = svg('svg', { class: 'plot', role: 'img', 'aria-label': `${title}. ${t('chart.behind')}` });
  const canvas = el('div', { class: 'canvas' }, picture);
  fitted(canvas, picture, height, draw);
  return el('figure', {}, [
    el('figcaption', {}, title),
    canvas,
    el('details', {}, el('summary', {}, t('chart.table')), el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, table(title, headings, rows.map((row) => row.map((cell) => (typeof cell === 'number' ? number(cell) : cell)))))),
  ]);
}

/** @param {number} x @param {number} y @param {string | number} text @param {Record<string, any>} [more] */
const label = (x, y, text, more = {}) => svg('text', { x, y, ...more }, text);

/** One line of a plot: its name, its mark and its value at each place (null: none).
 * @typedef {{name: string, kind: 'left' | 'expected', values: (number | null)[]}} Line */

const ROOM = { left: 52, right: 30, top: 44, bottom: 26 };

/** Lines over the same places, on a logarithmic scale that has 0. @param {string[]} places @param {Line[]} lines @param {number} height */
export function logLines(places, lines, height) {
  const most = Math.max(1, ...lines.flatMap((line) => line.values.map((value) => value ?? 0)));
  const scale = (/** @type {number} */ value) => Math.log10(1 + value) / Math.log10(1 + most);
  return (/** @type {number} */ width) => {
    const step = (width - ROOM.left - ROOM.right - 14) / Math.max(1, places.length - 1);
    const x = (/** @type {number} */ place) => ROOM.left + 14 + place * step;
    const y = (/** @type {number} */ value) => height - ROOM.bottom - scale(value) * (height - ROOM.top - ROOM.bottom);
    const ticks = [0, ...Array.from({ length: 9 }, (_, power) => 10 ** power)].filter((tick) => tick <= most);
    return [
      ...ticks.flatMap((tick) => [svg('line', { class: 'grid', x1: ROOM.left, x2: width - ROOM.right / 2, y1: y(tick), y2: y(tick) }), label(ROOM.left - 6, y(tick) + 4, short(tick), { class: 'end' })]),
      ...bottom(places, x, height),
      ...lines.flatMap((line) => drawn(line, x, y)),
      ...legend(lines),
    ];
  };
}

/** @param {string[]} places @param {(place: number) => number} x @param {number} height */
function bottom(places, x, height) {
  const apart = places.length > 1 ? x(1) - x(0) : Infinity;
  const every = Math.ceil((8 * Math.max(...places.map((place) => place.length)) + 4) / apart);
  return places.map((place, index) => (index % every ? null : label(x(index), height - 8, place, { class: 'middle' }))).filter((made) => made !== null);
}

/** @param {Line} line @param {(place: number) => number} x @param {(value: number) => number} y */
function drawn({ kind, values }, x, y) {
  const points = values.flatMap((value, place) => (value === null ? [] : [[x(place), y(value), value, place]]));
  return [
    svg('polyline', { class: `line ${kind}`, points: points.map(([at, up]) => `${at},${up}`).join(' ') }),
    ...points.map(([at, up]) => mark(kind, at, up)),
    ...(kind === 'left' ? points.map(([at, up, value, place]) => label(place === values.length - 1 ? at : at + 7, up - 9, short(value), place === values.length - 1 ? { class: 'middle' } : {})) : []),
  ];
}

/** @param {Line['kind']} kind @param {number} x @param {number} y */
const mark = (kind, x, y) => (kind === 'left' ? svg('circle', { class: kind, cx: x, cy: y, r: 4.5 }) : svg('rect', { class: kind, x: x - 4, y: y - 4, width: 8, height: 8 }));

/** @param {Line[]} lines */
function legend(lines) {
  let at = ROOM.left;
  return lines.flatMap(({ name, kind }) => {
    const here = at;
    at += 34 + 7.5 * name.length;
    return [mark(kind, here + 5, 10), label(here + 15, 14, name)];
  });
}

/** @param {number} value */
const short = (value) => (value >= 1e6 && value < 1e15 ? value.toLocaleString(language, { notation: 'compact' }) : number(Math.round(value * 10) / 10));

/** Bars up and down from 0, two beside each other at each place, with what is written at their ends.
 * @param {string[]} places @param {{name: string, kind: string, values: (number | null)[], words: string[]}[]} series @param {number} height */
export function bars(places, series, height) {
  const all = series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const high = Math.max(0.1, ...all);
  const low = Math.min(0, ...all);
  return (/** @type {number} */ width) => {
    const room = height - ROOM.top - ROOM.bottom - 18;
    const y = (/** @type {number} */ value) => ROOM.top + ((high - value) / (high - low)) * room;
    const slot = (width - ROOM.left - 8) / places.length;
    const wide = Math.min(34, (slot * 0.8) / series.length);
    const x = (/** @type {number} */ place) => ROOM.left + slot * (place + 0.5);
    return [
      svg('line', { class: 'axis', x1: ROOM.left - 8, x2: width, y1: y(0), y2: y(0) }),
      label(ROOM.left - 12, y(0) + 4, 0, { class: 'end' }),
      ...bottom(places, x, height),
      ...series.flatMap(({ kind, values, words }, which) =>
        values.flatMap((value, place) => {
          const at = x(place) + (which - series.length / 2) * wide;
          const up = Math.min(y(0), y(value ?? 0));
          const bar = svg('rect', { class: `bar ${kind}`, x: at, y: up, width: wide - 2, height: Math.max(1, Math.abs(y(value ?? 0) - y(0))) });
          const end = (value ?? 0) < 0 ? y(value ?? 0) + 14 : up - 5;
          return slot > 64 && words[place] ? [bar, label(at + wide / 2 - 1, end, words[place], { class: 'middle small' })] : [bar];
        }),
      ),
      ...series.flatMap(({ name, kind }, which) => [svg('rect', { class: `bar ${kind}`, x: ROOM.left + 130 * which, y: 4, width: 12, height: 12 }), label(ROOM.left + 18 + 130 * which, 14, name)]),
    ];
  };
}

/** How many codes are found at guess 1, 2, 3 and so on. `said` is the name of a row in the table, `more` are its further cells.
 * @param {string} title @param {string} heading @param {{name: string, counts: number[], said?: Child, more?: Child[]}[]} rows
 * @param {string[]} [more] headings of the further cells */
export function foundPlot(title, heading, rows, more = []) {
  const guesses = Array.from({ length: Math.max(...rows.map(({ counts }) => counts.length)) }, (_, index) => index);
  return plot({
    title,
    ...stacks(rows),
    headings: [heading, ...guesses.map((index) => t('compare.at', { number: index + 1 })), ...more],
    rows: rows.map(({ name, said = name, counts, more: others = [] }) => [said, ...guesses.map((index) => counts[index] ?? 0), ...others]),
  });
}

/** Each row a bar of shares, from the first guess to the last. @param {{name: string, counts: number[]}[]} rows */
function stacks(rows) {
  const most = Math.max(...rows.map(({ counts }) => counts.length));
  const height = 34 * rows.length + 30;
  /** @param {number} width */
  const draw = (width) => {
    const left = width > 480 ? 150 : 0;
    return [
      ...rows.flatMap(({ name, counts }, index) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        const top = 6 + 34 * index + (left ? 0 : 12);
        let at = left;
        return [
          label(0, left ? top + 15 : top - 3, name, left ? {} : { class: 'small' }),
          ...counts.flatMap((count, guess) => {
            const wide = (count / total) * (width - left - 1);
            const here = at;
            at += wide;
            const part = svg('rect', { class: `stack s${Math.min(guess, 8)}`, x: here, y: top, width: wide, height: left ? 22 : 17 });
            return wide > 16 ? [part, label(here + wide / 2, top + (left ? 16 : 13), guess + 1, { class: `middle on${Math.min(guess, 8)}` })] : [part];
          }),
        ];
      }),
      label(left, height - 8, t('chart.stacks', { most }), { class: 'small' }),
    ];
  };
  return { height, draw };
}

const USUAL_TYPE = 16;

/** Draw `picture` to fit its `canvas`: `draw` is told how wide it may be. @param {HTMLElement} canvas @param {SVGElement} picture
 * @param {number} height @param {(width: number) => Element[]} draw */
export function fitted(canvas, picture, height, draw) {
  let drawn = '';
  new ResizeObserver(() => {
    const scale = Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TYPE);
    const room = Math.floor(canvas.clientWidth);
    const size = `${room} ${scale}`;
    if (!room || size === drawn) return;
    drawn = size;
    const width = Math.floor(room / scale);
    picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    picture.setAttribute('width', String(room));
    picture.setAttribute('height', String(Math.round(height * scale)));
    fill(picture, draw(width));
  }).observe(canvas);
}
