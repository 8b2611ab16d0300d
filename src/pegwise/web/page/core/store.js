// What the page remembers on this computer; where it may not, it forgets.

const PREFIX = 'pegwise.';

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value nothing is forgotten by null */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the game goes on without.
  }
}

/** What this tab remembers, until it is closed. @param {string} key @returns {any} */
export function recallHere(key) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function rememberHere(key, value) {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // As above.
  }
}
