// Goes through the codes beside the page, which stays quick meanwhile.

import { bestGuess, hint, partition } from './advise.js';
import { firstOf, hardestAnswer, summary } from './candidates.js';
import { contradiction } from './contradiction.js';
import { grownLine, grownPlace, hasTree, openedLine, openedPlace, openTree } from './trees.js';

const work = { summary, hardestAnswer, bestGuess, partition, hint, contradiction, firstOf, openTree, openedPlace, grownPlace, openedLine, grownLine, hasTree };

self.addEventListener('message', (event) => {
  const { id, what, args } = event.data;
  // @ts-expect-error the arguments are those of the function named
  self.postMessage({ id, result: work[/** @type {keyof work} */ (what)](...args) });
});
