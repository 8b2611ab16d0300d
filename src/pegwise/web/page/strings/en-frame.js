// English: the frame of the page, long work and problems.

/** @type {Record<string, string>} */
export const words = {
  'nav.play': 'Play',
  'nav.solve': 'Solve',
  'nav.review': 'Review',
  'nav.explore': 'Explore',

  'frame.skip': 'Skip to the main content',
  'frame.pages': 'Pages',

  'language.label': 'Language',
  'language.auto': 'Same as the browser',

  'settings': 'Settings',

  'place.unloaded': 'Your browser cannot load this page, because it cannot reach the server. Start the server with “pegwise serve”, then reload the page.',

  'work.bar': 'Progress',
  'work.thinking': 'Thinking …',
  'work.progress': '{what}: {done} of {total}',
  'work.about': '{about}: {text}',
  'work.cancel': 'Cancel',
  'work.cancelled': 'Canceled.',
  'work.offline': 'This needs the server, and the page cannot reach it. Start the server with “pegwise serve”, then reload the page.',
  'work.busy': 'Try again in a moment.',
  'work.limit': 'Choose a smaller game or another strategy.',
  'work.method': 'Choose a smaller game. On the Solve page, another strategy may also work.',
};
