// What a key does to the row being made.

/** @import { Rules } from '../core/rules.js' */
import { emptyHole } from '../core/rules.js';
import { isHintKey } from './keys.js';

/** What can be done by a key: go some holes on, or to a hole; turn to the next color; take a peg out; type a color's symbol; undo; send.
 * @typedef {{step: (by: number) => void, move: (index: number) => void, turn: (step: number) => void, erase: (back: boolean) => void, type: (symbol: string) => void, undo: () => void, send: () => void}} Acts */

/** Do what the key means, as if it were pressed in a hole; whether it means anything.
 * @param {KeyboardEvent} event @param {Rules} rules @param {Acts} acts */
export function actOnKey(event, rules, acts) {
  const { key: name } = event;
  if (event.altKey || isHintKey(event, rules)) return false;
  if (event.ctrlKey || event.metaKey) {
    if (name.toLowerCase() !== 'z' || event.shiftKey) return false;
    acts.undo();
    return true;
  }
  if (name === 'ArrowLeft') acts.step(-1);
  else if (name === 'ArrowRight') acts.step(1);
  else if (name === 'ArrowUp') acts.turn(1);
  else if (name === 'ArrowDown') acts.turn(-1);
  else if (name === 'Home') acts.move(0);
  else if (name === 'End') acts.move(rules.pegs - 1);
  else if (name === 'Enter') acts.send();
  else if (name === 'Backspace' || name === 'Delete') acts.erase(name === 'Backspace');
  else if (isTyped(name, rules)) acts.type(name);
  else return false;
  return true;
}

/** Whether a key types a color, perhaps one that the game lacks. @param {string} name @param {Rules} rules */
const isTyped = (name, rules) => /^[\da-z]$/i.test(name) || (name === '.' && emptyHole(rules) > 0) || (rules.alphabet?.symbols.includes(name) ?? false);
