// The line of holes of the row being made, with one tab stop.

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
