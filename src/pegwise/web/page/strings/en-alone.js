// English: a copy of the page without a server.

/** @type {Record<string, string>} */
export const words = {
  'alone.server': 'This needs a pegwise server, and this copy of the page has none.',
  'alone.large': 'Without the server, this game is too large for the page to find a good guess.',
};
