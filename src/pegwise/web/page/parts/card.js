// A card about a game that spoils nothing: how many hits each row had, never a color of a guess or of the code. It is copied as text,
// handed to another program, or saved as a picture.

import { rulesName } from '../core/notation.js';
import { winOf } from '../core/rules.js';
import { isWon, outcomeOf } from '../core/statistics.js';
import { t } from '../strings/strings.js';
import { measure } from './board.js';
import { copyText, download } from './copying.js';
import { el, fill, tellIn } from './dom.js';
import { keyPegs } from './peg.js';

/** What a card tells. `title` and `note` are said as they are; `answers` are the feedback of the rows.
 * @typedef {{title: string, note?: string, rules: Rules, answers: Feedback[]}} Card */

const [BLACK, WHITE, NONE] = ['⬛', '⬜', '➖'];
/** As Wordle's players share them. @type {Record<string, string>} */
const SQUARES = { G: '🟩', Y: '🟨', '.': '⬛' };
/** Pegs up to which each hit is a symbol of its own. */
const DRAWN = 8;

/** @param {Rules} rules */
const isDrawn = (rules) => rules.pegs <= DRAWN;

/** A row in symbols, all alike long; of many pegs in numbers. @param {Feedback} told @param {Rules} rules */
function symbols({ black, white, text = '' }, rules) {
  if (rules.tells === 'marks') return [...text].map((mark) => SQUARES[mark]).join('');
  if (rules.tells) return black === rules.pegs ? '✓' : text;
  if (!isDrawn(rules)) return rules.whites ? `${BLACK}${black} ${WHITE}${white}` : `${BLACK}${black}`;
  return BLACK.repeat(black) + WHITE.repeat(white) + NONE.repeat(rules.pegs - black - white);
}

/** The card with its buttons. `card` tells no color of a guess. @param {Card} card @returns {HTMLElement} */
export function shareCard(card) {
  const text = [card.title, ...card.answers.map((told) => symbols(told, card.rules)), card.note].filter(Boolean).join('\n');
  const told = el('p', { class: 'quiet told' });
  const shown = preview(card);

  async function copy() {
    if (await copyText(text)) return tellIn(told, t('card.copied'));
    fill(shown, el('pre', {}, text));
    getSelection()?.selectAllChildren(shown); // the person can copy it
    return tellIn(told, t('play.selected'));
  }

  async function save() {
    download(await cardPicture(card), 'pegwise.png');
    tellIn(told, t('card.saved'));
  }

  async function hand() {
    const files = [new File([await cardPicture(card)], 'pegwise.png', { type: 'image/png' })];
    const whole = navigator.canShare?.({ text, files }) ? { text, files } : { text };
    try {
      await navigator.share(whole);
    } catch {
      // The person thought better of it.
    }
  }

  const button = (/** @type {string} */ key, /** @type {() => void} */ click) => el('button', { type: 'button', on: { click } }, t(key));
  return el('div', { class: 'sharing' }, [
    shown,
    el('div', { class: 'actions' }, button('card.copy', copy), 'share' in navigator && button('card.share', hand), button('card.save', save)),
    told,
  ]);
}

/** The card as the page draws it: not every system has the symbols of its text. @param {Card} card */
function preview({ title, note, rules, answers }) {
  const rows = el('ol', {}, answers.map((told) => el('li', {}, keyPegs(told, rules))));
  const shown = el('div', { class: 'card', role: 'group', 'aria-label': t('card.preview') }, el('strong', {}, title), rows, note && el('span', { class: 'quiet' }, note));
  measure(shown, { ...rules, pegs: 2 * rules.pegs });
  return shown;
}

const WIDTH = 640;
const EDGE = 48;
const LINE = 56;
const FONT = 'system-ui, sans-serif';
/** A card looks the same wherever it goes, so it has colors of its own. */
const COLOR = { ground: '#f2eadb', sheet: '#fffdf8', ink: '#1f2537', quiet: '#565a68', tray: '#cfc4ae', black: '#15191d', white: '#ffffff', none: '#b3a78f', right: '#17703a', elsewhere: '#f2c200' };

/** @param {Card} card @returns {Promise<Blob>} a PNG */
function cardPicture(card) {
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
  const { black, white } = answers[index];
  if (!isDrawn(rules) || rules.tells) return write(pen, `      ${symbols(answers[index], rules)}`, middle, COLOR.ink, '28px');
  pen.fillStyle = COLOR.tray;
  pen.fillRect(EDGE + 48, top + 4, 44 * rules.pegs + 12, LINE - 8);
  for (let at = 0; at < rules.pegs; at++) {
    const place = at < black ? 'black' : at < black + white ? 'white' : 'none';
    const x = EDGE + 76 + 44 * at;
    pen.beginPath();
    pen.arc(x, middle, place === 'none' ? 4 : 15, 0, 2 * Math.PI);
    pen.fillStyle = COLOR[place];
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = COLOR[place === 'none' ? 'none' : 'black'];
    pen.stroke();
  }
  return undefined;
}

/** How a game ended: "found in 5 guesses". @param {Game} game */
export const outcomeWords = (game) => t(`games.${outcomeOf(game)}`, { count: game.rows.length + Number(game.guessed ?? false) });

/** Against whom, with whom, and with how many hints it was played. @param {Game} game */
export const courseWords = ({ maker, race, hints }) =>
  [maker === 'adversary' && t('games.adversary'), race && t('games.race', { strategy: race }), hints > 0 && t('play.hints', { count: hints })].filter(Boolean).join(' · ');

/** The card of a game. @param {Game} game @param {string} [date] of a puzzle that all have the same day @returns {Card} */
export function gameCard(game, date = '') {
  const { rules, rows } = game;
  const answers = rows.map((row) => row.feedback);
  if (game.guessed) answers.push(winOf(rules));
  const found = isWon(game) ? String(answers.length) : '–';
  const title = ['pegwise', rulesName(rules), date, game.allowed ? `${found}/${game.allowed}` : found].filter(Boolean).join(' · ');
  return { title, note: courseWords(game), rules, answers };
}
