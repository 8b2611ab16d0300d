// The one live region of the page: what is said to those who listen rather than look.

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

/** Show a mistake in a note beside its control, and say it: there is one live region for all of them.
 * @param {HTMLElement} note @param {string} text */
export function complain(note, text) {
  note.textContent = text;
  if (text) announce(text);
}
