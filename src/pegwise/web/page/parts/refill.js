// Newer content in the place of older, while a person may be in it.

import { fill } from './dom.js';

/** @param {Element | null} details */
const nameOf = (details) => details?.querySelector('summary')?.textContent ?? null;

/** As `fill`; what is open in `parent` stays open, and the focus stays in it. @param {Element} parent @param {HTMLElement} child */
export function refill(parent, child) {
  const open = [...parent.querySelectorAll('details[open]')].map(nameOf);
  const { activeElement } = document;
  const focused = parent.contains(activeElement) ? nameOf(activeElement?.closest('details') ?? null) : null;
  fill(parent, child);
  for (const each of parent.querySelectorAll('details')) {
    each.open ||= open.includes(nameOf(each));
    if (focused !== null && nameOf(each) === focused) each.querySelector('summary')?.focus({ preventScroll: true });
  }
}
