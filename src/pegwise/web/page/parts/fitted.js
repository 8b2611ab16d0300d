// A picture as wide as there is room, drawn again when that changes; with large type all that is in it is larger too.

import { fill } from './dom.js';

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
