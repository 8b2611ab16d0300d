// English: the puzzle of the day.

/** @type {Record<string, string>} */
export const words = {
  'daily.title': 'Puzzle of the day',
  'daily.intro': 'Exactly one code is consistent with all these rows. Which code is it?',
  'daily.difficulty': 'Difficulty: {level}.',
  'daily.offline': 'The puzzle of the day needs the server, and the page cannot reach it. Try again later.',
  'daily.row': 'Your answer',
  'daily.send': 'Check',
  'daily.right': 'Correct: {code} is the only possible code.',
  'daily.wrong': 'The code {code} is not consistent with row {number}: the row would have the feedback “{would}”.',
  'daily.how': 'Show the solution',
  'daily.solution': 'The solution, step by step',
  'daily.solution.about': 'The steps write each color as its number, black hits as B and white hits as W.',
  'daily.leave': 'Back to the game',
};
