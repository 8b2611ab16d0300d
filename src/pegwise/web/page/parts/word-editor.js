// The word of a row being made: typed in one field, with the keyboard of the computer or of the phone.

import { codeName } from '../core/notation.js';
import { wordCode } from '../core/words.js';
import { t } from '../strings/strings.js';
import { el, tellIn } from './dom.js';
import { takeKeys } from './keys.js';

/** As those of RowEditor. @typedef {{rules: Rules, name: string, submit: (code: Code) => void, changed?: (holes: Holes) => void, send?: string, extra?: Element | null, past?: Past, paste?: (text: string) => boolean}} Options */

/** Takes the place of RowEditor in games of words. */
export class WordEditor {
  note = el('p', { class: 'note' });

  /** @param {Options} options */
  constructor(options) {
    const { rules, name, extra, past, send = t('editor.send') } = options;
    this.options = options;
    this.rules = rules;
    const autofill = { autocomplete: 'off', autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'next' };
    this.input = el('input', { class: 'word', name: 'word', 'aria-label': name, maxlength: rules.pegs, ...autofill, on: { input: () => this.changed(), keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event), paste: (/** @type {ClipboardEvent} */ event) => this.pasted(event) } });
    this.undoButton = el('button', { type: 'button', title: t('keys.undo.key'), on: { click: () => past?.undo() } }, t('editor.undo'));
    this.clearButton = el('button', { type: 'button', on: { click: () => past?.clear() } });
    const actions = el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: () => this.send() } }, send), this.undoButton, this.clearButton);
    this.element = el('div', { class: 'editor' }, this.input, el('div', { class: 'tools' }, extra, this.note, actions));
    takeKeys({ element: this.input, key: (event) => this.keyElsewhere(event), paste: (text) => this.taken(text) });
    this.draw();
  }

  /** @returns {Holes} */
  get holes() {
    const code = wordCode(this.input.value, this.rules);
    return Array.from({ length: this.rules.pegs }, (_, at) => code[at] || null);
  }

  /** @param {Holes} next */
  set(next) {
    this.input.value = codeName(next.filter((hole) => hole !== null), this.rules);
    this.changed();
  }

  empty() {
    this.options.past?.note(this.holes);
    this.set([]);
    this.focus();
  }

  /** @param {string} text */
  say(text) {
    tellIn(this.note, text);
  }

  /** @param {boolean} [still] whether the page stays where it is scrolled to */
  focus(still = false) {
    this.input.focus({ preventScroll: still });
  }

  changed() {
    this.note.textContent = '';
    this.draw();
    this.options.changed?.(this.holes);
  }

  draw() {
    const { past } = this.options;
    const { holes } = this;
    this.undoButton.disabled = !past?.canUndo();
    this.clearButton.textContent = past?.clearName(holes) ?? t('editor.clear');
    this.clearButton.disabled = !past?.canClear(holes);
  }

  send() {
    const { rules, options } = this;
    const word = this.input.value.trim().toLowerCase();
    const code = wordCode(word, rules);
    const known = rules.lists?.guesses ?? rules.lists?.secrets ?? [];
    const why = code.length !== rules.pegs ? t('words.length', { pegs: rules.pegs }) : known.includes(word) ? '' : t('words.unknown', { word });
    if (!why) return options.submit(code);
    this.focus();
    return this.say(why);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.send();
  }

  /** A letter that is typed elsewhere on the page. @param {KeyboardEvent} event */
  keyElsewhere({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey || !wordCode(key, this.rules).every(Boolean) || [...key].length !== 1) return false;
    if (this.input.value.length < this.rules.pegs) this.input.value += key;
    this.focus();
    this.changed();
    return true;
  }

  /** Rows that are pasted where a word is expected. @param {ClipboardEvent} event */
  pasted(event) {
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    if (/[\s:]/.test(text) && this.options.paste?.(text)) event.preventDefault();
  }

  /** @param {string} text */
  taken(text) {
    if (this.options.paste?.(text)) return true;
    this.set(wordCode(text, this.rules).map((color) => color || null).slice(0, this.rules.pegs));
    return true;
  }
}
