// Goes through the codes beside the page, which stays quick meanwhile.

import { bestGuess, hint, partition } from './advise.js';
import { hardestAnswer, summary } from './candidates.js';

const work = { summary, hardestAnswer, bestGuess, partition, hint };

self.addEventListener('message', (event) => {
  const { id, what, args } = event.data;
  // @ts-expect-error the arguments are those of the function named
  self.postMessage({ id, result: work[/** @type {keyof work} */ (what)](...args) });
});
