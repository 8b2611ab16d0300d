// Sounds, made here and off at first: a peg, a key peg, a win, a loss.

import { recall } from '../core/store.js';

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
  for (const [pitch, begin, length] of SOUNDS[name]) note(audio, pitch, audio.currentTime + wait + begin, length);
}

/** @param {AudioContext} context @param {number} pitch @param {number} begin @param {number} length */
function note(context, pitch, begin, length) {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(context, { gain: LOUD });
  volume.gain.setValueAtTime(LOUD, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
