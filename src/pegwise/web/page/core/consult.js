// Who is asked: the page itself, or the server.

import { Problem } from './api.js';

/** An answer worked out here if that is quick; else the server's; if there is none, worked out here after all.
 * @template T @param {boolean} quick @param {() => Promise<T | null>} here null if it cannot be had here @param {() => Promise<T>} there @returns {Promise<T>} */
export async function consult(quick, here, there) {
  const own = quick ? await here() : null;
  if (own !== null) return own;
  try {
    return await there();
  } catch (error) {
    const late = !quick && error instanceof Problem && error.offline ? await here() : null;
    if (late !== null) return late;
    throw error;
  }
}
