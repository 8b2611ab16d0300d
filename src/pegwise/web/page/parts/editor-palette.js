// The colors to put in the row being made, with one tab stop.

import { t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { colorName, peg } from './peg.js';

export class Palette {
  /** The color that the tab stop is on. */
  color = 1;

  /** `place` puts a color in the row, `pointed` says that a pointer did it; `key` takes the keys that mean nothing here and tells whether it did.
   * @param {Rules} rules @param {{place: (color: number) => void, pointed: () => void, key: (event: KeyboardEvent) => boolean}} told */
  constructor(rules, told) {
    this.rules = rules;
    this.told = told;
    this.swatches = Array.from({ length: rules.colors }, (_, index) => this.swatch(index + 1));
    this.element = el(
      'div',
      { class: 'palette', role: 'toolbar', 'aria-label': t('editor.colors'), on: { keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) } },
      this.swatches,
    );
    this.draw();
  }

  /** @param {number} color */
  swatch(color) {
    const clicked = (/** @type {MouseEvent} */ event) => {
      this.told.place(color);
      if (event.detail) this.told.pointed(); // a click that no key made
    };
    return el('button', { type: 'button', 'aria-label': colorName(color, this.rules), on: { click: clicked } }, peg(color, this.rules));
  }

  /** Write the colors in the symbols of these rules. @param {Rules} rules */
  spell(rules) {
    this.rules = rules;
    this.swatches.forEach((button, index) => {
      button.setAttribute('aria-label', colorName(index + 1, rules));
      fill(button, peg(index + 1, rules));
    });
  }

  /** The color of a button, or null. @param {Element} button */
  colorOf(button) {
    return this.swatches.indexOf(/** @type {HTMLButtonElement} */ (button)) + 1 || null;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const act = this.action(event.key);
    if (act) act();
    else if (!this.told.key(event)) return;
    event.preventDefault();
  }

  /** What a key does here and nowhere else. @param {string} name */
  action(name) {
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.choose(this.color - 1),
      ArrowUp: () => this.choose(this.color - 1),
      ArrowRight: () => this.choose(this.color + 1),
      ArrowDown: () => this.choose(this.color + 1),
      Home: () => this.choose(1),
      End: () => this.choose(this.rules.colors),
      Enter: () => this.told.place(this.color),
    };
    return actions[name];
  }

  /** @param {number} color */
  choose(color) {
    this.stop(((color - 1 + this.rules.colors) % this.rules.colors) + 1);
    this.swatches[this.color - 1].focus();
  }

  /** The tab stop is on this color. @param {number} color */
  stop(color) {
    this.color = color;
    this.draw();
  }

  draw() {
    this.swatches.forEach((button, index) => (button.tabIndex = index + 1 === this.color ? 0 : -1));
  }
}
