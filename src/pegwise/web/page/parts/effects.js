// What is seen and heard when a peg lands, an answer comes, or a game ends. Sounds are made here. Nothing waits for any of it.

import { recall } from '../core/remembered.js';
import { el } from './dom.js';
import { colored } from './peg.js';

/** Each note: its pitch in hertz, when it begins and how long it is heard, in seconds.
 * @type {Record<string, [pitch: number, begin: number, length: number][]>} */
const SOUNDS = {
  peg: [[330, 0, 0.07]],
  black: [[620, 0, 0.09]],
  white: [[930, 0, 0.09]],
  win: [[523, 0, 0.18], [659, 0.12, 0.18], [784, 0.24, 0.18], [1047, 0.36, 0.45]],
  loss: [[294, 0, 0.25], [220, 0.2, 0.5]],
};
const LOUD = 0.15;

/** There is none until something is heard. @type {AudioContext | undefined} */
let audio;

/** Make a sound, if sounds are on. @param {string} name @param {number} [wait] seconds until then */
export function hear(name, wait = 0) {
  if (!recall('sounds', false) || !('AudioContext' in window)) return;
  audio ??= new AudioContext();
  for (const [pitch, begin, length] of SOUNDS[name]) {
    const start = audio.currentTime + wait + begin;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(audio, { gain: LOUD });
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** Seconds from one key peg to the next; css/motion.css has the same. */
const BEAT = 0.12;
/** Pieces of paper that fall when a game is won, and flags that hang over its ending. */
const PIECES = 60;
const FLAGS = 13;
/** Milliseconds until the last of them has fallen. */
const FALL = 3500;

/** The last row of a table of rows has just got its answer. @param {Element} table @param {Feedback} told */
export function answered(table, { black, white }) {
  table.querySelector('tbody tr:last-child')?.classList.add('fresh');
  const keys = [...Array(black).fill('black'), ...Array(white).fill('white')].slice(0, 8);
  keys.forEach((kind, index) => hear(kind, index * BEAT));
}

/** Hang flags in the colors of the code that was found over the ending of a game; if it was found just now, let paper
 * fall too. @param {HTMLElement} ending @param {Code} code @param {boolean} fresh */
export function celebrate(ending, code, fresh) {
  ending.classList.add('festive');
  ending.prepend(el('span', { class: 'flags', 'aria-hidden': 'true' }, Array.from({ length: FLAGS }, (_, index) => piece(code, index))));
  if (!fresh) return;
  hear('win');
  // Where nothing is to move, nothing falls.
  if (document.documentElement.dataset.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const shower = el('div', { class: 'shower', 'aria-hidden': 'true' }, Array.from({ length: PIECES }, (_, index) => piece(code, index)));
  document.body.append(shower);
  setTimeout(() => shower.remove(), FALL);
}

/** A piece of paper in one of the colors, somewhere of its own. @param {Code} code @param {number} index */
function piece(code, index) {
  const made = colored(el('i'), code[index % code.length]);
  // Steps of the golden section never meet.
  for (const [name, step] of /** @type {[string, number][]} */ ([['--x', 0.618], ['--y', 0.414], ['--z', 0.732]])) made.style.setProperty(name, ((index * step) % 1).toFixed(3));
  return made;
}
