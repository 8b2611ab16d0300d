// The codes that are left in a position, listed when asked for.

/** @import { Row, Rules } from '../core/rules.js' */
import { ask, sentence } from '../core/api.js';
import { summary } from '../core/counting.js';
import { firstOf, isSmall } from '../core/small-games.js';
import { codeName, plain, plainCode } from '../core/notation.js';
import { el, fill } from '../parts/dom.js';
import { codePegs } from '../parts/peg.js';
import { asked } from '../parts/work.js';
import { t } from '../strings/strings.js';

const LISTED = 60;

/** @typedef {{candidates: number, codes: string[]}} Listing */

/** A list to open. `position` tells what is on the board. @param {() => {rules: Rules, rows: Row[]}} position */
export function codesLeft(position) {
  const list = el('div', { class: 'listing' });
  const element = el('details', { on: { toggle: show } }, el('summary', {}, t('advice.codes')), list);

  async function show() {
    if (!element.open) return;
    fill(list, t('work.thinking'));
    const { rules, rows } = position();
    const there = () => ask('/candidates', { ...asked(rules, rows), limit: LISTED });
    const found = await (isSmall(rules) ? listHere(rules, rows) : there()).catch((error) => error);
    if (rows !== position().rows) return;
    if (found instanceof Error) fill(list, el('p', { class: 'note' }, sentence(found)));
    else fill(list, listed(rules, found));
  }

  return element;
}

/** @param {Rules} rules @param {Row[]} rows @returns {Promise<Listing>} */
async function listHere(rules, rows) {
  const [codes, { count }] = await Promise.all([firstOf(rules, rows, LISTED), summary(rules, rows)]);
  return { candidates: count, codes: codes.map((code) => codeName(code, plain(rules))) };
}

/** @param {Rules} rules @param {Listing} found */
function listed(rules, { candidates, codes }) {
  const more = candidates - codes.length;
  return [el('ul', { class: 'codes' }, codes.map((code) => el('li', {}, codePegs(plainCode(code, rules), rules)))), more > 0 && el('p', { class: 'quiet' }, t('advice.more', { more }))];
}
