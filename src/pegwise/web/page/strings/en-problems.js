// English: why the server does not answer, and how far its work is.

/** @type {Record<string, string>} */
export const words = {
  'problem.notation': 'The server cannot read this text.',
  'problem.rules': 'No game can have these rules.',
  'problem.code': 'A code does not belong to this game.',
  'problem.feedback': 'No code can get this feedback.',
  'problem.contradiction': 'No code is consistent with all rows.',
  'problem.strategy': 'This strategy cannot play this game.',
  'problem.method': 'This game is too large for that.',
  'problem.limit': 'This takes more time or memory than a question may take.',
  'problem.file': 'This file has no whole strategy tree of this game. Choose a file that “pegwise tree --format json” or “--format figure” wrote.',
  'problem.impossible': 'This is not possible.',
  'problem.invalid': 'The page and the server do not understand each other. Reload the page.',
  'problem.host-refused': 'The server answers only its own page.',
  'problem.body-too-large': 'This is too long for the server.',
  'problem.body-too-slow': 'The connection to the server is too slow.',
  'problem.busy': 'The server is busy.',
  'problem.worker-lost': 'The server lost the work on this question.',
  'problem.no-game': 'The server does not have this game.',
  'problem.moved-on': 'The game has changed meanwhile.',
  'problem.not-kept': 'The server cannot save games now.',
  'problem.failed': 'The server made a mistake. Its log says more.',

  'progress.secrets': 'codes',
  'progress.codes': 'codes',
  'progress.guesses': 'guesses',
  'progress.guesses-reviewed': 'guesses reviewed',
  'progress.games': 'games',
  'progress.histories': 'positions tried',
  'progress.assumptions': 'assumptions',
  'progress.lemmas': 'steps of the search',

  'problem.offline': 'The page cannot reach the server.',
  'problem.unknown': 'The server gives no reason.',
};
