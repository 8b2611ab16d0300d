// Where a walk gets a node of a strategy's tree: from the server, or worked out here. If the whole tree takes too long, the
// strategy's next guess is shown alone at once, and the tree follows when it is there.

/** @import { Row, Rules } from '../core/rules.js' */
/** @import { Place } from '../core/tree.js' */
/** @import { Problem } from '../core/api.js' */
import { ask, LONGEST, noServer } from '../core/api.js';
import { alonePlace, isOpened, openedPlace, ownPlace } from '../core/tree-places.js';
import { durationWords } from '../parts/duration.js';
import { asked, asker, isOf } from '../parts/work.js';
import { t } from '../strings/strings.js';

/** An estimate may be so many times too high: the server tries it. */
const DOUBT = 2;

/** A place, and what to say about it: a node without a tree, and why. @typedef {{place: Place, note: string}} Found */

/** Asks for one node at a time: a new question ends the one before. Put `element` where its progress is to be seen. */
export function placeSource() {
  /** @type {Problem | null} */
  let refused = null;
  const work = asker((problem) => {
    refused = problem.offline || isOf(problem, 'limit') ? problem : null;
    return refused !== null;
  });
  let later = new AbortController();

  /** The node after these rows; null if it was ended, or could not be had, which is told in `element`.
   * @param {Rules} rules @param {string} strategy @param {Row[]} rows @param {(found: Found) => void} better called if more is known later
   * @returns {Promise<Found | null>} */
  async function find(rules, strategy, rows, better) {
    stop();
    if (isOpened(strategy)) {
      const place = await openedPlace(strategy, rows);
      if (!place) work.say(t('walk.left'));
      return place && { place, note: '' };
    }
    refused = null;
    const place = await work.ask('/tree', { ...asked(rules, rows), strategy, figure: true });
    if (place) return { place, note: '' };
    const problem = /** @type {Problem | null} */ (refused); // set meanwhile
    if (!problem) return null;
    return problem.offline ? withoutServer(rules, strategy, rows) : guessAlone(problem, rules, strategy, rows, better);
  }

  /** @param {Rules} rules @param {string} strategy @param {Row[]} rows */
  async function withoutServer(rules, strategy, rows) {
    const { signal } = later;
    work.wait();
    const place = await ownPlace(rules, strategy, rows);
    if (signal.aborted) return null;
    work.stop();
    if (!place) work.say(noServer('work.offline'));
    return place && { place, note: place.average === null ? t('walk.alone') : '' };
  }

  /** @param {Problem} problem @param {Rules} rules @param {string} strategy @param {Row[]} rows @param {(found: Found) => void} better */
  async function guessAlone(problem, rules, strategy, rows, better) {
    const { signal } = later;
    const found = await work.ask('/hint', { ...asked(rules, rows), strategy, alternatives: 0 });
    if (!found || signal.aborted) {
      if (refused && !signal.aborted) work.tell(problem);
      return null;
    }
    const seconds = problem.details.estimate?.seconds ?? 0;
    const duration = durationWords(seconds);
    const tried = seconds <= DOUBT * LONGEST;
    if (tried) goOn(rules, strategy, rows, signal).then((place) => place && better({ place, note: '' }));
    return { place: alonePlace(found), note: t(tried ? 'walk.later' : 'walk.large', { duration }) };
  }

  /** The whole tree with more time, while its first node is looked at. @param {Rules} rules @param {string} strategy @param {Row[]} rows @param {AbortSignal} signal
   * @returns {Promise<Place | null>} */
  const goOn = (rules, strategy, rows, signal) =>
    ask('/tree', { ...asked(rules, rows), strategy, figure: true, seconds: LONGEST }, { signal }).catch(() => null);

  function stop() {
    work.stop();
    later.abort();
    later = new AbortController();
  }

  return { element: work.element, find, stop };
}
