// The row being made: its holes, the colors to put in them, and what is done with it, by click, drag, touch, keyboard or paste.

import { NUMBERS } from '../core/alphabet.js';
import { alphabetOf, colorsOf, deciding, decidingWords, parseCode, wordsOf } from '../core/notation.js';
import { RowState } from '../core/row-state.js';
import { emptyHole } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { el, tellIn } from './dom.js';
import { dragging, HolesLine, Palette } from './editor-buttons.js';
import { hear } from './effects.js';
import { isHintKey, takeKeys } from './keys.js';
import { peg } from './peg.js';
import { wrongWords } from './sentences.js';

/** `submit` is told the code, and the alphabet if it was typed; `paste` takes text that is more than a code, and tells whether it did.
 * @typedef {{rules: Rules, name: string, submit: (code: Code, alphabet?: Alphabet) => void, changed?: (holes: Holes) => void, send?: string, extra?: Element | null, past?: Past, paste?: (text: string) => boolean}} Options */

/** Games with more colors have so many lines of them that a finger scrolls there rather than drags. */
const MOST_DRAGGED = 12;

/** A row to fill; keys reach it from anywhere on the page. `element` is to be shown: its `line` of holes, then its
 * `tools`, with `extra` before the buttons. */
export class RowEditor extends RowState {
  note = el('p', { class: 'note' });

  /** @param {Options} options */
  constructor(options) {
    const { rules, name, past, extra, send = t('editor.send') } = options;
    super(rules, past?.note); // whose rules have the alphabet that the row decides
    this.options = options;
    /** What was typed for the pegs that stand in holes, with the colors that it means. @type {Map<number, {word: string, color: number}>} */
    this.typed = new Map();
    this.slots = new HolesLine(rules, name, { chosen: (index) => this.chosen(index), pressed: (event) => this.pressed(event) });
    this.palette = new Palette(rules, { place: (color) => this.place(color), pointed: () => this.focus(true), key: (event) => this.key(event) });
    this.undoButton = el('button', { type: 'button', title: t('keys.undo.key'), on: { click: () => this.undo() } }, t('editor.undo'));
    this.clearButton = el('button', { type: 'button', on: { click: () => this.clear() } }, t('editor.clear'));
    const sent = el('button', { type: 'button', class: 'primary', on: { click: () => this.send() } }, send);
    const actions = el('div', { class: 'actions' }, sent, this.undoButton, this.clearButton);
    this.line = this.slots.element;
    this.tools = el('div', { class: 'tools' }, this.palette.element, extra, this.note, actions);
    this.tools.classList.toggle('drags', rules.colors <= MOST_DRAGGED);
    this.element = el('div', { class: 'editor' }, this.line, this.tools);
    // Keys come from the whole page, and pegs are dragged.
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
      grip: (button) => {
        const from = slots.holeOf(button);
        const color = from === null ? palette.colorOf(button) : this.holes[from];
        return color === null ? null : { color, from };
      },
      hole: (button) => slots.holeOf(button),
      drop: (held, to) => {
        if (held.from === null && to === null) return;
        hear('peg');
        this.drop(held, to);
        this.focus(true);
      },
      picture: (color) => peg(color, this.rules),
    });
    this.draw();
  }

  /** Take all pegs out; it can be undone. */
  empty() {
    super.empty();
    this.focus();
  }

  /** @param {string} text */
  say(text) {
    tellIn(this.note, text);
  }

  /** @param {boolean} [still] whether the page stays where it is scrolled to */
  focus(still = false) {
    this.slots.buttons[this.at].focus({ preventScroll: still });
  }

  /** The holes are others. */
  changed() {
    this.note.textContent = '';
    for (const [at, { color }] of this.typed) if (this.holes[at] !== color) this.typed.delete(at);
    if (!this.typed.size) this.spell(this.options.rules);
    this.draw();
    this.options.changed?.(this.holes);
  }

  draw() {
    const { options, undoButton, clearButton, holes } = this;
    const { past } = options;
    this.slots.draw(this);
    undoButton.disabled = !(past ? past.canUndo() : this.canUndo);
    if (past) clearButton.textContent = past.clearName(holes);
    clearButton.disabled = past ? !past.canClear(holes) : holes.every((hole) => hole === null);
  }

  /** @param {number} index */
  move(index) {
    super.move(index);
    this.draw();
  }

  /** @param {number} index */
  chosen(index) {
    this.move(index);
    this.focus();
  }

  /** @param {number} color @param {Holes} [holes] what is in the others */
  place(color, holes) {
    if (color < 1 || color > this.rules.colors) return this.say(this.noColor());
    hear('peg');
    this.palette.stop(color);
    return super.place(color, holes);
  }

  /** Which colors there are. */
  noColor() {
    return t('editor.noColor', { colors: alphabetOf(this.rules).symbols.join(' ') });
  }

  /** Put in the color of a symbol that was typed. What stands in the row tells which alphabet it is of, and it may tell what
   * was typed before: 1 is the second color beside 0. @param {string} word */
  type(word) {
    const { typed, options, holes } = this;
    const words = new Map([...typed].map(([at, told]) => [at, told.word])).set(this.at, word);
    try {
      const rules = decidingWords(options.rules, [...words.values()]);
      const colors = new Map([...words].map(([at, each]) => [at, colorsOf([each], rules)[0]]));
      const wrong = [...colors].find(([, color]) => color < 1 || color > rules.colors);
      if (wrong) return this.say(wrong[0] === this.at && /\d/.test(word) ? this.noColor() : t('editor.strange', { symbol: word }));
      this.typed = new Map([...words].map(([at, each]) => [at, { word: each, color: colors.get(at) ?? 0 }]));
      this.spell(rules);
      return this.place(colors.get(this.at) ?? 0, holes.map((hole, at) => (at === this.at ? hole : (colors.get(at) ?? hole))));
    } catch (error) {
      return this.say(wrongWords(error));
    }
  }

  /** Write the colors in the symbols of these rules. @param {Rules} rules */
  spell(rules) {
    const same = this.rules.alphabet === rules.alphabet || String(this.rules.alphabet?.symbols) === String(rules.alphabet?.symbols);
    this.rules = rules;
    if (same) return;
    this.slots.spell(rules);
    this.palette.spell(rules);
    this.draw();
  }

  undo() {
    const { past } = this.options;
    if (past) return past.undo();
    this.back();
    if (!this.canUndo && document.activeElement === this.undoButton) this.focus();
    return undefined;
  }

  clear() {
    const { past } = this.options;
    return past ? past.clear() : this.empty();
  }

  send() {
    const code = this.code();
    if (!code.includes(0)) return this.options.submit(code, this.typed.size ? (this.rules.alphabet ?? NUMBERS) : undefined);
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
    const { rules } = this;
    const { key: name } = event;
    if (event.altKey || isHintKey(event, rules)) return false;
    if (event.ctrlKey || event.metaKey) {
      if (name.toLowerCase() !== 'z' || event.shiftKey) return false;
      this.undo();
    } else if (name === 'ArrowLeft') this.move(this.at - 1);
    else if (name === 'ArrowRight') this.move(this.at + 1);
    else if (name === 'ArrowUp') this.turn(1);
    else if (name === 'ArrowDown') this.turn(-1);
    else if (name === 'Home') this.move(0);
    else if (name === 'End') this.move(rules.pegs - 1);
    else if (name === 'Enter') this.send();
    else if (name === 'Backspace' || name === 'Delete') this.erase(name === 'Backspace');
    else if (isTyped(name, rules)) this.type(name);
    else return false;
    return true;
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
      const code = parseCode(text, rules);
      this.typed = new Map(wordsOf(text, rules).map((word, at) => [at, { word, color: code[at] }]));
      this.spell(deciding(rules, [text]));
      this.put(code, 0);
      this.focus();
    } catch (error) {
      this.say(wrongWords(error));
    }
    return true;
  }
}

/** Whether a key types a color, perhaps one that the game lacks. @param {string} name @param {Rules} rules */
const isTyped = (name, rules) => /^[\da-z]$/i.test(name) || (name === '.' && emptyHole(rules) > 0) || (rules.alphabet?.symbols.includes(name) ?? false);
