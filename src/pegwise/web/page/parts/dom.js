// Making elements in a line, saying what changes in the one live region, and keeping what a person is at.

/** An element; `on` has its listeners, other properties are attributes (true: empty, null or false: none).
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag
 * @param {Record<string, any>} [properties] @param {...Children} children @returns {HTMLElementTagNameMap[K]} */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same of SVG. @param {string} tag @param {Record<string, any>} [properties] @param {...Children} children @returns {SVGElement} */
export function svg(tag, properties = {}, ...children) {
  return filled(/** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag)), properties, children);
}

/** @template {Element} E @param {E} made @param {Record<string, any>} properties @param {Children[]} children @returns {E} */
function filled(made, { on = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener);
  made.append(...shown(children));
  return made;
}

/** A form; `send` is called where a browser would send it. @param {Record<string, any>} properties @param {() => unknown} send @param {...Children} children */
export function form(properties, send, ...children) {
  const made = el('form', properties, children);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  return made;
}

/** Put these in the place of all that is in `parent`. @param {Element} parent @param {...Children} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/** @param {Children[]} children @returns {(Node | string)[]} */
const shown = (children) =>
  /** @type {any[]} */ (children).flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child)));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Say it. @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById('live'));
  clearTimeout(waiting);
  live.textContent = '';
  // Two changes at once would be one, and the same words twice none.
  waiting = setTimeout(() => (live.textContent = text), 50);
}

/** Show words in a note beside their control, and say them: there is one live region for all of them.
 * @param {HTMLElement} note @param {string} text */
export function tellIn(note, text) {
  note.textContent = text;
  if (text) announce(text);
}

/** @param {Element | null | undefined} control */
const nameOf = (control) => control && (control.getAttribute('aria-label') ?? control.textContent);

/** As `fill`; what is open in `parent` stays open, and the focus stays on the control of the same name, or on what opens its place.
 * @param {Element} parent @param {...Children} children */
export function refill(parent, ...children) {
  const open = [...parent.querySelectorAll('details[open] > summary')].map(nameOf);
  const at = parent.contains(document.activeElement) ? document.activeElement : null;
  const names = [nameOf(at), nameOf(at?.closest('details')?.querySelector('summary'))];
  fill(parent, ...children);
  for (const each of parent.querySelectorAll('details')) each.open ||= open.includes(nameOf(each.querySelector('summary')));
  const controls = [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll('summary, button'))];
  names.flatMap((name) => controls.filter((each) => nameOf(each) === name))[0]?.focus({ preventScroll: true });
}

/** Change the page; where that pushes what has the focus over the edge, scroll after it. A mouse or a finger needs no such help,
 * unless it is a field to type in. @param {() => void} change */
export function keepInSight(change) {
  const at = document.querySelector(':focus-visible');
  const seen = at !== null && isSeen(at);
  change();
  if (seen && !isSeen(at)) at.scrollIntoView({ block: 'nearest' });
}

/** @param {Element} element */
function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
