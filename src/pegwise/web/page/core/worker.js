// Goes through the codes beside the page, which stays quick meanwhile.

import { firstOf, hardestAnswer, summary } from './candidates.js';
import { bestGuess, hint, partition } from './small-strategies.js';

const work = { summary, hardestAnswer, bestGuess, partition, hint, firstOf };
/** @typedef {typeof work} Work */

self.addEventListener('message', (event) => {
  const { id, what, args } = event.data;
  // @ts-expect-error the arguments are those of the function named
  self.postMessage({ id, result: work[/** @type {keyof work} */ (what)](...args) });
});
