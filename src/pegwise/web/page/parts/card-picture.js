// A card as a picture, for places that show no text.

/** @import { Card } from '../core/card.js' */
import { hits, symbols } from '../core/card.js';

const WIDTH = 640;
const EDGE = 48;
const LINE = 56;
const FONT = 'system-ui, sans-serif';
/** A card looks the same wherever it goes, so it has colors of its own. */
const COLOR = { ground: '#f2eadb', sheet: '#fffdf8', ink: '#1f2537', quiet: '#565a68', tray: '#cfc4ae', black: '#15191d', white: '#ffffff', none: '#b3a78f', right: '#17703a', elsewhere: '#f2c200' };

/** @param {Card} card @returns {Promise<Blob>} a PNG */
export function cardPicture(card) {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 2 * EDGE + LINE * (card.answers.length + 1) + (card.note ? LINE : 0);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.fillStyle = COLOR.ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = COLOR.sheet;
  pen.fillRect(EDGE / 2, EDGE / 2, WIDTH - EDGE, canvas.height - EDGE);
  write(pen, card.title, EDGE + LINE / 2, COLOR.ink, 'bold 30px');
  card.answers.forEach((_, index) => row(pen, card, index, EDGE + LINE * (index + 1)));
  if (card.note) write(pen, card.note, canvas.height - EDGE - LINE / 2, COLOR.quiet, '22px');
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('canvas'))), 'image/png'));
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} y @param {string} color @param {string} size */
function write(pen, text, y, color, size) {
  pen.fillStyle = color;
  pen.font = `${size} ${FONT}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillText(text, EDGE, y, WIDTH - 2 * EDGE);
}

/** Marks, each a square: full, with a hole, or its edge alone. @param {CanvasRenderingContext2D} pen @param {string} marks @param {number} middle */
function squares(pen, marks, middle) {
  [...marks].forEach((mark, at) => {
    const x = EDGE + 60 + 44 * at;
    pen.fillStyle = mark === 'G' ? COLOR.right : mark === 'Y' ? COLOR.elsewhere : COLOR.sheet;
    pen.fillRect(x, middle - 16, 32, 32);
    pen.fillStyle = COLOR.sheet;
    if (mark === 'Y') pen.fillRect(x + 10, middle - 6, 12, 12);
    pen.lineWidth = 2;
    pen.strokeStyle = mark === '.' ? COLOR.none : COLOR.black;
    pen.strokeRect(x, middle - 16, 32, 32);
  });
}

/** @param {CanvasRenderingContext2D} pen @param {Card} card @param {number} index @param {number} top */
function row(pen, { answers, rules }, index, top) {
  const middle = top + LINE / 2;
  write(pen, String(index + 1), middle, COLOR.quiet, '24px');
  if (rules.tells === 'marks') return squares(pen, answers[index].text ?? '', middle);
  const places = rules.pegs <= 8 && !rules.tells ? hits(answers[index], rules) : [];
  if (!places.length) return write(pen, `      ${symbols(answers[index], rules)}`, middle, COLOR.ink, '28px');
  pen.fillStyle = COLOR.tray;
  pen.fillRect(EDGE + 48, top + 4, 44 * places.length + 12, LINE - 8);
  places.forEach((place, at) => {
    const x = EDGE + 76 + 44 * at;
    pen.beginPath();
    pen.arc(x, middle, place === 'none' ? 4 : 15, 0, 2 * Math.PI);
    pen.fillStyle = COLOR[place];
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = COLOR[place === 'none' ? 'none' : 'black'];
    pen.stroke();
  });
  return undefined;
}
