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
    this.swatches = Array.from({ length: rules.colors }, (_, index) => {
      const clicked = (/** @type {MouseEvent} */ event) => {
        told.place(index + 1);
        if (event.detail) told.pointed(); // a click that no key made
      };
      return el('button', { type: 'button', on: { click: clicked } });
    });
    const on = { keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) };
    this.element = el('div', { class: 'palette', role: 'toolbar', 'aria-label': t('editor.colors'), on }, this.swatches);
    this.spell(rules);
    this.stop(1);
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
    const { key } = event;
    if (key === 'ArrowLeft' || key === 'ArrowUp') this.choose(this.color - 1);
    else if (key === 'ArrowRight' || key === 'ArrowDown') this.choose(this.color + 1);
    else if (key === 'Home') this.choose(1);
    else if (key === 'End') this.choose(this.rules.colors);
    else if (key === 'Enter') this.told.place(this.color);
    else if (!this.told.key(event)) return;
    event.preventDefault();
  }

  /** @param {number} color */
  choose(color) {
    this.stop(((color - 1 + this.rules.colors) % this.rules.colors) + 1);
    this.swatches[this.color - 1].focus();
  }

  /** The tab stop is on this color. @param {number} color */
  stop(color) {
    this.color = color;
    this.swatches.forEach((button, index) => (button.tabIndex = index + 1 === this.color ? 0 : -1));
  }
}

/** Pixels until a press is a drag. */
const SLACK = 8;

/** A peg on its way: its color, and the hole it comes from (none: from the colors).
 * @typedef {{color: number, from: number | null}} Held */

/** Let pegs be dragged out of `grounds`. `grip` tells which peg an element is, `hole` which hole; `drop` is told where it
 * was let go (null: in no hole); `picture` draws it under the pointer.
 * @param {Element[]} grounds
 * @param {{grip: (at: Element) => Held | null, hole: (at: Element) => number | null, drop: (held: Held, hole: number | null) => void, picture: (color: number) => Element}} options */
export function dragging(grounds, { grip, hole, drop, picture }) {
  /** @param {Event} event */
  const pressed = (event) => {
    const press = /** @type {PointerEvent} */ (event);
    const from = /** @type {Element} */ (press.target).closest('button');
    const held = press.button === 0 && press.isPrimary && from ? grip(from) : null;
    if (from && held) follow(press, from, held);
  };

  /** @param {PointerEvent} press @param {Element} from @param {Held} held */
  function follow(press, from, held) {
    const stop = new AbortController();
    let ghost = /** @type {HTMLElement | null} */ (null);
    let over = /** @type {Element | null} */ (null);

    /** @param {PointerEvent} event */
    function moved({ pointerId, clientX, clientY }) {
      if (pointerId !== press.pointerId) return;
      if (!ghost && Math.hypot(clientX - press.clientX, clientY - press.clientY) < SLACK) return;
      ghost ??= lift();
      ghost.style.translate = `${clientX}px ${clientY}px`;
      const next = document.elementFromPoint(clientX, clientY)?.closest('button') ?? null;
      if (next === over) return;
      over?.classList.remove('over');
      over = next;
      if (over && hole(over) !== null) over.classList.add('over');
    }

    function lift() {
      // A touch holds on to what it touched first: the drag is told to the whole page anyway.
      from.classList.add('lifted');
      const made = el('div', { class: 'ghost', 'aria-hidden': 'true' }, picture(held.color));
      document.body.append(made);
      return made;
    }

    /** @param {PointerEvent} event */
    function ended(event) {
      if (event.pointerId !== press.pointerId) return;
      stop.abort();
      over?.classList.remove('over');
      from.classList.remove('lifted');
      if (!ghost) return;
      ghost.remove();
      if (event.type === 'pointercancel') return;
      // The end of a drag over the button where it began is no click.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }));
      const at = document.elementFromPoint(event.clientX, event.clientY)?.closest('button');
      drop(held, at ? hole(at) : null);
    }

    const { signal } = stop;
    addEventListener('pointermove', moved, { signal });
    addEventListener('pointerup', ended, { signal });
    addEventListener('pointercancel', ended, { signal });
    // The browser makes neither a scroll nor a tap of it, and does not wait for one.
    from.addEventListener('touchmove', (move) => move.cancelable && move.preventDefault(), { signal, passive: false });
  }

  for (const ground of grounds) ground.addEventListener('pointerdown', pressed);
}

/** @param {Event} event */
const swallow = (event) => event.stopPropagation();
