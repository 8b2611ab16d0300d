// Making elements in a line.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** An element; `on` has its listeners, other properties are attributes (true: empty, null or false: none).
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag
 * @param {Record<string, any>} [properties] @param {...(Child | Child[])} children @returns {HTMLElementTagNameMap[K]} */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same of SVG. @param {string} tag @param {Record<string, any>} [properties] @param {...(Child | Child[])} children @returns {SVGElement} */
export function svg(tag, properties = {}, ...children) {
  return filled(/** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag)), properties, children);
}

/** @template {Element} E @param {E} made @param {Record<string, any>} properties @param {(Child | Child[])[]} children @returns {E} */
function filled(made, { on = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener);
  made.append(...shown(children));
  return made;
}

/** Put these in the place of all that is in `parent`. @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
const shown = (children) =>
  children.flat().filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child)));
