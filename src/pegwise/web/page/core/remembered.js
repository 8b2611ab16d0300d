// What the page remembers on this computer, or this tab until it is closed; where it may not, it forgets.

const PREFIX = 'pegwise.';
/** @typedef {'localStorage' | 'sessionStorage'} Place */

/** @template T @param {string} key @param {T} otherwise @param {Place} [place] @returns {T} */
export function recall(key, otherwise, place = 'localStorage') {
  try {
    const text = window[place].getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value nothing is forgotten by null @param {Place} [place] */
export function remember(key, value, place = 'localStorage') {
  try {
    if (value === null) window[place].removeItem(PREFIX + key);
    else window[place].setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the game goes on without.
  }
}
