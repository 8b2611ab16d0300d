// English: what each strategy does.

/** @type {Record<string, string>} */
export const words = {
  'strategy.said': '{strategy} {what}.',
  'strategy.counter': 'guesses the possible code that is first in a scrambled order',
  'strategy.deep': 'plays the best guesses of the other strategies to the end, and makes the one that takes the fewest guesses',
  'strategy.entropy': 'makes the guess whose feedback gives the most information on average',
  'strategy.expected-size': 'makes the guess that leaves the fewest codes possible on average',
  'strategy.first-consistent': 'guesses the possible code that is first in numeric order',
  'strategy.knuth': 'makes the guess that leaves the fewest codes possible in the worst case',
  'strategy.large': 'looks at a sample of the possible codes, and needs few guesses in games of any size',
  'strategy.minimax-parts': 'guesses like knuth, and among equally good guesses chooses the one with the most classes',
  'strategy.most-parts': 'makes the guess that splits the possible codes into the most classes',
  'strategy.random-consistent': 'guesses a random possible code',
  'strategy.optimal': 'needs the fewest guesses on average',
};
