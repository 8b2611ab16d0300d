// Where a walk gets a node of a strategy's tree, also of one from a file. If the whole tree takes too long, the strategy's next guess
// is shown alone at once, and the tree follows when it is there.

/** @import { Problem } from '../core/api.js' */
import { ask, LONGEST } from '../core/api.js';
import { historyName, parseHistory, parseRules, plain, plainName } from '../core/notation.js';
import { asked, asker, isOf } from '../parts/work.js';
import { language, t } from '../strings/strings.js';

/** What follows one answer; null where it is not known, as without a whole tree.
 * @typedef {{feedback: string, size: number, guess: string | null, is_candidate: boolean | null, total: number | null, average: number | null, worst: number | null}} Branch */
/** @typedef {{guess: string, is_candidate: boolean, candidates: number, average: number | null, worst: number | null, start: string, known: string, classes: Branch[],
 *   figure?: {place: string, line: string, text: string, whole?: string} | null}} Place */

/** The text of each file that is open, by the name of its tree, such as `file 1`. @type {Map<string, string>} */
const files = new Map();

/** Whether a strategy is a tree from a file. @param {string} name */
export const isOpened = (name) => files.has(name);

/** Keep the tree of a file; a Problem if it has none. @param {string} text @param {Rules} rules of a text that does not name them
 * @returns {Promise<{name: string, rules: Rules, rows: Row[]}>} */
export async function openTree(text, rules) {
  const told = await ask('/tree', { rules: plainName(rules), file: text });
  const name = `file ${files.size + 1}`;
  files.set(name, text);
  const own = parseRules(told.rules);
  return { name, rules: own, rows: parseHistory(told.start, own) };
}

/** What to ask for a node after these rows. @param {Rules} rules @param {string} strategy @param {Row[]} rows */
function nodeAsked(rules, strategy, rows) {
  const file = files.get(strategy);
  return { rules: plainName(rules), history: historyName(rows, plain(rules)), ...(file === undefined ? { strategy } : { file }), figure: true };
}

/** A guess with its classes, but no tree: nobody knows yet what follows them. As POST /hint answers.
 * @param {{guess: string, is_candidate: boolean, candidates: number, classes: Record<string, number>, known: string}} found @returns {Place} */
function alonePlace({ guess, is_candidate, candidates, classes, known }) {
  const branches = Object.entries(classes).map(([feedback, size]) => ({ feedback, size, guess: null, is_candidate: null, total: null, average: null, worst: null }));
  return { guess, is_candidate, candidates, average: null, worst: null, start: '', known, classes: branches };
}

/** An estimate may be so many times too high: the server tries it. */
const DOUBT = 2;

/** A place, and what to say about it: a node without a tree, and why. @typedef {{place: Place, note: string}} Found */

/** Asks for one node at a time: a new question ends the one before. Put `element` where its progress is to be seen. @param {AbortSignal} leaving */
export function placeSource(leaving) {
  let refused = /** @type {Problem | null} */ (null);
  const work = asker(leaving, (problem) => {
    refused = isOf(problem, 'limit') || isOf(problem, 'method') ? problem : null;
    return refused !== null || isLeft(problem);
  });
  const later = asker(leaving, () => true); // the whole tree with more time, while its first node is looked at
  /** Whether the tree is that of a file. */
  let file = false;

  /** The node after these rows; null if it was ended, or could not be had, which is told in `element`.
   * @param {Rules} rules @param {string} strategy @param {Row[]} rows @param {(found: Found) => void} better called if more is known later
   * @returns {Promise<Found | null>} */
  async function find(rules, strategy, rows, better) {
    stop();
    refused = null;
    file = isOpened(strategy);
    const place = await work.ask('/tree', nodeAsked(rules, strategy, rows));
    if (place) return { place, note: '' };
    const problem = /** @type {Problem | null} */ (refused); // set meanwhile
    return problem && guessAlone(problem, rules, strategy, rows, better);
  }

  /** Whether the rows leave the tree of a file, which is told here. @param {Problem} problem */
  function isLeft(problem) {
    if (!file || !(isOf(problem, 'strategy') || isOf(problem, 'impossible'))) return false;
    work.say(t('walk.left'));
    return true;
  }

  /** @param {Problem} problem @param {Rules} rules @param {string} strategy @param {Row[]} rows @param {(found: Found) => void} better */
  async function guessAlone(problem, rules, strategy, rows, better) {
    refused = null;
    const found = await work.ask('/hint', { ...asked(rules, rows), strategy, alternatives: 0 });
    if (!found) {
      if (refused) work.tell(problem);
      return null;
    }
    if (isOf(problem, 'method')) return { place: alonePlace(found), note: t('walk.endless') };
    const seconds = problem.details.estimate?.seconds ?? 0;
    const duration = durationWords(seconds);
    const tried = seconds <= DOUBT * LONGEST;
    if (tried) later.ask('/tree', { ...nodeAsked(rules, strategy, rows), seconds: LONGEST }).then((place) => place && better({ place, note: '' }));
    return { place: alonePlace(found), note: t(tried ? 'walk.later' : 'walk.large', { duration }) };
  }

  function stop() {
    work.stop();
    later.stop();
  }

  return { element: work.element, find, stop };
}

/** @type {[number, string][]} */
const UNITS = [[365 * 86400, 'year'], [86400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']];

/** In the largest unit of which there are two. @param {number} seconds */
function durationWords(seconds) {
  if (seconds < 1) return t('duration.moment');
  const [size, unit] = UNITS.find(([each]) => seconds >= 2 * each) ?? [1, 'second'];
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return t('duration.about', { duration: words.format(Math.round(seconds / size)) });
}
