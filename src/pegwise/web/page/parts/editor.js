// The row being made: a group of holes with one tab stop, and the colors to put in them with another.

/** @import { Code, Rules } from '../core/rules.js' */
import { NotationError, parseCode } from '../core/notation.js';
import { t } from '../strings/strings.js';
import { complain } from './announcer.js';
import { el, fill } from './dom.js';
import { dragging } from './drag.js';
import { landed } from './effects.js';
import { isHintKey, takeKeys } from './keys.js';
import { colorName, colorOfKey, inFives, peg } from './peg.js';

/** @typedef {(number | null)[]} Holes */
/** What Undo and Clear do where more than the row can be changed: `note` is told what the holes were before each change.
 * @typedef {{note: (before: Holes) => void, undo: () => void, clear: () => void, canUndo: () => boolean, canClear: (holes: Holes) => boolean, clearName: (holes: Holes) => string}} Past */
/** `paste` takes text that is more than a code; it tells whether it did.
 * @typedef {{rules: Rules, name: string, submit: (code: Code) => void, changed?: (holes: Holes) => void, send?: string, extra?: Element | null, past?: Past, paste?: (text: string) => boolean}} Options */
/** @typedef {ReturnType<typeof rowEditor>} Editor */

/** Games with more colors have so many lines of them that a finger scrolls there rather than drags. */
const MOST_DRAGGED = 12;

/** A row to fill by click, drag, touch, keyboard or paste; keys reach it from anywhere on the page. `element` is to be
 * shown: its `line` of holes, then its `tools`, with `extra` before the buttons.
 * @param {Options} options */
export function rowEditor({ rules, name, submit, changed, send = t('editor.send'), extra = null, past, paste }) {
  /** @type {Holes} */
  let holes = new Array(rules.pegs).fill(null);
  /** @type {Holes[]} */
  let before = [];
  let at = 0;
  let color = 1;
  const note = el('p', { class: 'note' });
  const slots = holes.map((_, index) => el('button', { type: 'button', class: 'hole', on: { click: () => (move(index), focus()) } }));
  const line = el('div', { class: 'holes', role: 'group', 'aria-label': name, on: { keydown: pressed } }, inFives(slots));
  const swatches = Array.from({ length: rules.colors }, (_, index) => swatch(index + 1));
  const colors = el('div', { class: 'palette', role: 'toolbar', 'aria-label': t('editor.colors'), on: { keydown: pressed } }, swatches);
  const undo = el('button', { type: 'button', title: t('editor.undo.key'), on: { click: takeBack } }, t('editor.undo'));
  const clear = el('button', { type: 'button', on: { click: empty } }, t('editor.clear'));
  const sent = el('button', { type: 'button', class: 'primary', on: { click: finish } }, send);
  const tools = el('div', { class: 'tools' }, colors, extra, note, el('div', { class: 'actions' }, sent, undo, clear));
  const element = el('div', { class: 'editor' }, line, tools);

  /** @param {Holes} next @param {number} place @param {boolean} [kept] whether it can be undone */
  function put(next, place, kept = true) {
    if (kept && String(next) !== String(holes)) past ? past.note(holes) : before.push(holes);
    holes = next;
    at = Math.max(0, Math.min(rules.pegs - 1, place));
    note.textContent = '';
    show();
    changed?.([...holes]);
  }

  /** @param {number} value */
  function place(value) {
    if (value < 1 || value > rules.colors) return complain(note, t('editor.noColor', { colors: rules.colors }));
    const next = [...holes];
    if (!rules.repeats && next.includes(value)) next[next.indexOf(value)] = null;
    next[at] = value;
    color = value;
    landed();
    const open = next.findIndex((hole, index) => index > at && hole === null);
    const first = next.indexOf(null);
    put(next, open >= 0 ? open : first >= 0 ? first : at + 1);
  }

  function takeBack() {
    if (past) return past.undo();
    const last = before.pop();
    if (last) put(last, last.includes(null) ? last.indexOf(null) : at, false);
    if (!before.length && document.activeElement === undo) focus();
    return undefined;
  }

  function empty() {
    if (past) return past.clear();
    put(new Array(rules.pegs).fill(null), 0);
    return focus();
  }

  function finish() {
    const code = /** @type {Code} */ (holes.map((hole) => hole ?? (rules.blanks && mayBeEmpty() ? rules.colors : 0)));
    if (!code.includes(0)) return submit(code);
    at = code.indexOf(0);
    show();
    complain(note, t('editor.incomplete', { count: code.filter((value) => !value).length }));
    focus();
  }

  /** Without repeats one hole may stay empty. */
  const mayBeEmpty = () => rules.repeats || holes.filter((hole) => hole === null || hole === rules.colors).length <= 1;

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const onColors = event.currentTarget === colors;
    const act = onColors && paletteAction(event.key);
    if (act) act();
    else if (!key(event)) return;
    event.preventDefault();
    // Where the focus goes after a row is sent is for whoever takes it.
    if (!onColors && event.key !== 'Enter') focus();
  }

  /** What a key does in the palette and nowhere else. @param {string} name */
  function paletteAction(name) {
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => chooseColor(color - 1),
      ArrowUp: () => chooseColor(color - 1),
      ArrowRight: () => chooseColor(color + 1),
      ArrowDown: () => chooseColor(color + 1),
      Home: () => chooseColor(1),
      End: () => chooseColor(rules.colors),
    };
    return actions[name] ?? (name === 'Enter' ? () => place(color) : undefined);
  }

  /** Take a key, as if it were pressed in a hole; whether it means anything. @param {KeyboardEvent} event */
  function key(event) {
    const { key: name } = event;
    if (event.altKey || isHintKey(event, rules)) return false;
    if (event.ctrlKey || event.metaKey) {
      if (name.toLowerCase() !== 'z' || event.shiftKey) return false;
      takeBack();
      return true;
    }
    const typed = colorOfKey(name, rules);
    if (name === 'ArrowLeft') move(at - 1);
    else if (name === 'ArrowRight') move(at + 1);
    else if (name === 'ArrowUp') turned(1);
    else if (name === 'ArrowDown') turned(-1);
    else if (name === 'Home') move(0);
    else if (name === 'End') move(rules.pegs - 1);
    else if (name === 'Enter') finish();
    else if (name === 'Backspace' || name === 'Delete') erase(name === 'Backspace');
    else if (typed) place(typed);
    else return false;
    return true;
  }

  /** A key pressed elsewhere on the page: the keyboard goes on in the row. @param {KeyboardEvent} event */
  function keyElsewhere(event) {
    if (!key(event)) return false;
    if (event.key !== 'Enter') focus(true);
    return true;
  }

  /** A code that was pasted, or what `paste` takes. @param {string} text */
  function pasted(text) {
    if (paste?.(text)) return true;
    try {
      put(parseCode(text, rules), 0);
      focus();
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      complain(note, t(error.key, error.values));
    }
    return true;
  }

  /** A peg that was dragged: to another hole it changes places with what is there; out of the row it is gone.
   * @param {import('./drag.js').Held} held @param {number | null} to */
  function dropped({ color: value, from }, to) {
    if (from === null && to === null) return;
    const next = [...holes];
    if (from !== null) next[from] = to === null ? null : next[to];
    else if (!rules.repeats && next.includes(value)) next[next.indexOf(value)] = null;
    if (to !== null) next[to] = value;
    landed();
    put(next, next.includes(null) ? next.indexOf(null) : (to ?? at));
    focus(true);
  }

  /** @param {Element} button @returns {import('./drag.js').Held | null} */
  function grip(button) {
    const from = slots.indexOf(/** @type {HTMLButtonElement} */ (button));
    if (from >= 0) return holes[from] === null ? null : { color: /** @type {number} */ (holes[from]), from };
    const value = swatches.indexOf(/** @type {HTMLButtonElement} */ (button)) + 1;
    return value ? { color: value, from: null } : null;
  }

  /** @param {Element} button */
  function holeOf(button) {
    const index = slots.indexOf(/** @type {HTMLButtonElement} */ (button));
    return index < 0 ? null : index;
  }

  /** @param {number} index */
  function move(index) {
    at = (index + rules.pegs) % rules.pegs;
    show();
  }

  /** The next color that may stand there, or the one before. @param {number} step */
  function turned(step) {
    const next = [...holes];
    let value = next[at] ?? (step > 0 ? 0 : rules.colors + 1);
    do value = ((value - 1 + step + rules.colors) % rules.colors) + 1;
    while (!rules.repeats && next.some((hole, index) => index !== at && hole === value) && value !== next[at]);
    next[at] = value;
    put(next, at);
  }

  /** The peg here, or going back the one before if there is none. @param {boolean} back */
  function erase(back) {
    const next = [...holes];
    const place = back && next[at] === null ? Math.max(0, at - 1) : at;
    next[place] = null;
    put(next, place);
  }

  /** @param {number} value */
  function chooseColor(value) {
    color = ((value - 1 + rules.colors) % rules.colors) + 1;
    show();
    swatches[color - 1].focus();
  }

  /** A color that was pointed at: the keyboard goes on in the row. @param {number} value @param {MouseEvent} event */
  function pick(value, event) {
    place(value);
    if (event.detail) focus(true);
  }

  /** @param {number} value */
  function swatch(value) {
    return el('button', { type: 'button', 'aria-label': colorName(value, rules), on: { click: (/** @type {MouseEvent} */ event) => pick(value, event) } }, peg(value, rules));
  }

  function show() {
    slots.forEach((slot, index) => {
      const hole = holes[index];
      const shown = String(hole);
      slot.classList.toggle('current', index === at);
      slot.tabIndex = index === at ? 0 : -1;
      slot.setAttribute('aria-label', t('editor.hole', { number: index + 1, what: hole === null ? t('editor.open') : colorName(hole, rules) }));
      if (slot.dataset.shown === shown) return;
      slot.dataset.shown = shown;
      fill(slot, peg(hole, rules));
    });
    swatches.forEach((button, index) => (button.tabIndex = index + 1 === color ? 0 : -1));
    undo.disabled = past ? !past.canUndo() : !before.length;
    if (past) clear.textContent = past.clearName(holes);
    clear.disabled = past ? !past.canClear(holes) : holes.every((hole) => hole === null);
  }

  /** @param {boolean} [still] whether the page stays where it is scrolled to */
  function focus(still = false) {
    slots[at].focus({ preventScroll: still });
  }

  const taker = { element: line, key: keyElsewhere, paste: pasted, say: (/** @type {string} */ text) => complain(note, text) };
  takeKeys(taker);
  line.addEventListener('focusin', () => takeKeys(taker));
  dragging([line, colors], { grip, hole: holeOf, drop: dropped, picture: (value) => peg(value, rules) });

  tools.classList.toggle('drags', rules.colors <= MOST_DRAGGED);

  show();
  return {
    element,
    line,
    tools,
    focus,
    /** What is in the holes now. */
    get holes() {
      return [...holes];
    },
    /** @param {Holes} next */
    set(next) {
      before = [];
      put([...next], next.includes(null) ? next.indexOf(null) : 0, false);
    },
    /** Take all pegs out; it can be undone. */
    empty() {
      put(new Array(rules.pegs).fill(null), 0);
      focus();
    },
    /** @param {string} text */
    say(text) {
      complain(note, text);
    },
  };
}
