// The row being made: its holes, the colors to put in them, and what is done with it, by click, drag, touch, keyboard or paste.

/** @import { Code, Rules } from '../core/rules.js' */
/** @import { Holes } from '../core/row-state.js' */
/** @import { Held } from './drag.js' */
import { colorSymbol, NotationError, parseCode } from '../core/notation.js';
import { RowState } from '../core/row-state.js';
import { t } from '../strings/strings.js';
import { complain } from './announcer.js';
import { el } from './dom.js';
import { dragging } from './drag.js';
import { HolesLine } from './editor-holes.js';
import { actOnKey } from './editor-keys.js';
import { Palette } from './editor-palette.js';
import { landed } from './effects.js';
import { takeKeys } from './keys.js';
import { peg } from './peg.js';

/** What Undo and Clear do where more than the row can be changed: `note` is told what the holes were before each change.
 * @typedef {{note: (before: Holes) => void, undo: () => void, clear: () => void, canUndo: () => boolean, canClear: (holes: Holes) => boolean, clearName: (holes: Holes) => string}} Past */
/** `paste` takes text that is more than a code; it tells whether it did.
 * @typedef {{rules: Rules, name: string, submit: (code: Code) => void, changed?: (holes: Holes) => void, send?: string, extra?: Element | null, past?: Past, paste?: (text: string) => boolean}} Options */

/** Games with more colors have so many lines of them that a finger scrolls there rather than drags. */
const MOST_DRAGGED = 12;

/** A row to fill; keys reach it from anywhere on the page. `element` is to be shown: its `line` of holes, then its
 * `tools`, with `extra` before the buttons. */
export class RowEditor {
  note = el('p', { class: 'note' });

  /** @param {Options} options */
  constructor(options) {
    const { rules, name, past, extra, send = t('editor.send') } = options;
    this.options = options;
    this.row = new RowState(rules, { changed: () => this.changed(), note: past?.note });
    this.slots = new HolesLine(rules, name, { chosen: (index) => this.chosen(index), pressed: (event) => this.pressed(event) });
    this.palette = new Palette(rules, { place: (color) => this.place(color), pointed: () => this.focus(true), key: (event) => this.key(event) });
    this.undoButton = el('button', { type: 'button', title: t('editor.undo.key'), on: { click: () => this.undo() } }, t('editor.undo'));
    this.clearButton = el('button', { type: 'button', on: { click: () => this.clear() } }, t('editor.clear'));
    const sent = el('button', { type: 'button', class: 'primary', on: { click: () => this.send() } }, send);
    const actions = el('div', { class: 'actions' }, sent, this.undoButton, this.clearButton);
    this.line = this.slots.element;
    this.tools = el('div', { class: 'tools' }, this.palette.element, extra, this.note, actions);
    this.tools.classList.toggle('drags', rules.colors <= MOST_DRAGGED);
    this.element = el('div', { class: 'editor' }, this.line, this.tools);
    this.listen();
    this.draw();
  }

  /** Take keys from the whole page, and pegs that are dragged. */
  listen() {
    const { line, palette, slots } = this;
    const taker = {
      element: line,
      key: (/** @type {KeyboardEvent} */ event) => this.keyElsewhere(event),
      paste: (/** @type {string} */ text) => this.pasted(text),
      say: (/** @type {string} */ text) => this.say(text),
    };
    takeKeys(taker);
    line.addEventListener('focusin', () => takeKeys(taker));
    dragging([line, palette.element], {
      grip: (button) => this.grip(button),
      hole: (button) => slots.holeOf(button),
      drop: (held, to) => this.dropped(held, to),
      picture: (color) => peg(color, this.options.rules),
    });
  }

  /** What is in the holes now. */
  get holes() {
    return [...this.row.holes];
  }

  /** @param {Holes} next */
  set(next) {
    this.row.set(next);
  }

  /** Take all pegs out; it can be undone. */
  empty() {
    this.row.empty();
    this.focus();
  }

  /** @param {string} text */
  say(text) {
    complain(this.note, text);
  }

  /** @param {boolean} [still] whether the page stays where it is scrolled to */
  focus(still = false) {
    this.slots.focus(this.row.at, still);
  }

  /** The holes are others. */
  changed() {
    this.note.textContent = '';
    this.draw();
    this.options.changed?.(this.holes);
  }

  draw() {
    const { row, options, undoButton, clearButton } = this;
    const { past } = options;
    this.slots.draw(row);
    undoButton.disabled = past ? !past.canUndo() : !row.canUndo;
    if (past) clearButton.textContent = past.clearName(row.holes);
    clearButton.disabled = past ? !past.canClear(row.holes) : row.isEmpty;
  }

  /** @param {number} index */
  move(index) {
    this.row.move(index);
    this.draw();
  }

  /** @param {number} index */
  chosen(index) {
    this.move(index);
    this.focus();
  }

  /** @param {number} color */
  place(color) {
    const { colors, blanks } = this.options.rules;
    if (color < 1 || color > colors) {
      const last = colors - (blanks ? 1 : 0);
      return this.say(colorSymbol(last, this.options.rules) === '0' ? t('editor.noColor.ten') : t('editor.noColor', { colors: last }));
    }
    landed();
    this.palette.stop(color);
    return this.row.place(color);
  }

  undo() {
    const { past } = this.options;
    if (past) return past.undo();
    this.row.back();
    if (!this.row.canUndo && document.activeElement === this.undoButton) this.focus();
    return undefined;
  }

  clear() {
    const { past } = this.options;
    return past ? past.clear() : this.empty();
  }

  send() {
    const code = this.row.code();
    if (!code.includes(0)) return this.options.submit(code);
    this.move(code.indexOf(0));
    this.say(t('editor.incomplete', { count: code.filter((value) => !value).length }));
    return this.focus();
  }

  /** A key pressed in a hole. @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.key(event)) return;
    event.preventDefault();
    // Where the focus goes after a row is sent is for whoever takes it.
    if (event.key !== 'Enter') this.focus();
  }

  /** Take a key, as if it were pressed in a hole; whether it means anything. @param {KeyboardEvent} event */
  key(event) {
    const { row } = this;
    return actOnKey(event, this.options.rules, {
      step: (by) => this.move(row.at + by),
      move: (index) => this.move(index),
      turn: (step) => row.turn(step),
      erase: (back) => row.erase(back),
      place: (color) => this.place(color),
      undo: () => this.undo(),
      send: () => this.send(),
    });
  }

  /** A key pressed elsewhere on the page: the keyboard goes on in the row. @param {KeyboardEvent} event */
  keyElsewhere(event) {
    if (!this.key(event)) return false;
    if (event.key !== 'Enter') this.focus(true);
    return true;
  }

  /** A code that was pasted, or what `paste` takes. @param {string} text */
  pasted(text) {
    const { paste, rules } = this.options;
    if (paste?.(text)) return true;
    try {
      this.row.put(parseCode(text, rules), 0);
      this.focus();
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      this.say(t(error.key, error.values));
    }
    return true;
  }

  /** The peg that a button holds. @param {Element} button @returns {Held | null} */
  grip(button) {
    const from = this.slots.holeOf(button);
    const color = from === null ? this.palette.colorOf(button) : this.row.holes[from];
    return color === null ? null : { color, from };
  }

  /** A peg that was dragged to a hole, or out of the row. @param {Held} held @param {number | null} to */
  dropped(held, to) {
    if (held.from === null && to === null) return;
    landed();
    this.row.drop(held, to);
    this.focus(true);
  }
}
