// A clock that runs down and never stops for anyone.

import { t } from '../strings/strings.js';
import { announce } from './announcer.js';
import { el } from './dom.js';

const OFTEN = 250; // milliseconds

/** From now; the last minute is announced. @param {number} minutes @param {() => void} over */
export function countdown(minutes, over) {
  // Not the time of day, which a person or the network may set.
  const until = performance.now() + minutes * 60_000;
  const element = el('strong', { class: 'clock', role: 'timer', 'aria-label': t('rush.left') });
  const ticking = setInterval(tick, OFTEN);
  let warned = false;

  function tick() {
    const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (element.textContent !== text) element.textContent = text;
    if (!warned && seconds <= 60) {
      warned = true;
      announce(t('rush.minute'));
    }
    if (seconds) return;
    clearInterval(ticking);
    over();
  }

  tick();
  return { element, stop: () => clearInterval(ticking) };
}
