// The buttons of the row being made, its holes and the colors to put in them, each with one tab stop.

/** @import { RowState } from '../core/row-state.js' */
import { t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { colorName, inFives, peg } from './peg.js';

export class HolesLine {
  /** `chosen` is told which hole was clicked.
   * @param {Rules} rules @param {string} name @param {{chosen: (index: number) => void, pressed: (event: KeyboardEvent) => void}} told */
  constructor(rules, name, { chosen, pressed }) {
    this.rules = rules;
    this.buttons = Array.from({ length: rules.pegs }, (_, index) => el('button', { type: 'button', class: 'hole', on: { click: () => chosen(index) } }));
    this.element = el('div', { class: 'holes', role: 'group', 'aria-label': name, on: { keydown: pressed } }, inFives(this.buttons));
  }

  /** Which hole a button is, or null. @param {Element} button */
  holeOf(button) {
    const index = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (button));
    return index < 0 ? null : index;
  }

  /** @param {number} index @param {boolean} still whether the page stays where it is scrolled to */
  focus(index, still) {
    this.buttons[index].focus({ preventScroll: still });
  }

  /** Write the colors in the symbols of these rules. @param {Rules} rules */
  spell(rules) {
    this.rules = rules;
    for (const button of this.buttons) delete button.dataset.shown;
  }

  /** @param {RowState} row */
  draw({ holes, at }) {
    this.buttons.forEach((button, index) => {
      const hole = holes[index];
      const shown = String(hole);
      button.classList.toggle('current', index === at);
      button.tabIndex = index === at ? 0 : -1;
      button.setAttribute('aria-label', t('editor.hole', { number: index + 1, what: hole === null ? t('editor.open') : colorName(hole, this.rules) }));
      // A picture that stays keeps its motion.
      if (button.dataset.shown === shown) return;
      button.dataset.shown = shown;
      fill(button, peg(hole, this.rules));
    });
  }
}

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
