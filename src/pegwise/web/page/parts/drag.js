// Pegs that are dragged by mouse, pen or finger. A press that does not move is a click, as ever.

import { el } from './dom.js';

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
      noClick();
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

/** The end of a drag over the button where it began is no click. */
function noClick() {
  const swallow = (/** @type {Event} */ event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
