// Games to review where none is named: the last ones that were played to their end here, and an example.

import { all, watch } from '../core/saved-games.js';
import { parseGame } from '../core/line.js';
import { NotationError, parseRules, rulesName } from '../core/notation.js';
import { el, fill } from '../parts/dom.js';
import { codePegs } from '../parts/peg.js';
import { day, t } from '../strings/strings.js';

const EXAMPLE = '4x6 1122:B 1344:W 3526:BWW 1462:BW 3632';
/** Games that are offered. */
const LAST = 5;

/** The list, which is made anew when a game is kept; `end` ends that. @param {(line: string) => void} open */
export function offers(open) {
  const games = el('ul', { class: 'offers' });
  const title = el('h2', { id: 'offers' }, t('review.none'));
  fill(games, example(open));
  const load = async () => {
    const made = await last(open);
    if (!made.length) return;
    fill(games, made, example(open));
    fill(title, t('review.games'));
  };
  load();
  return { element: el('section', { 'aria-labelledby': 'offers' }, title, games), end: watch(load) };
}

/** @param {(line: string) => void} open */
const example = (open) => el('li', {}, el('button', { type: 'button', on: { click: () => open(EXAMPLE) } }, t('review.example')));

/** @param {(line: string) => void} open */
async function last(open) {
  const found = (await all()).filter((game) => game.finished && game.line.includes(':'));
  return found.slice(0, LAST).map(({ line, begun }) => offer(line, begun, open)).filter((made) => made !== null);
}

/** @param {string} line @param {number} begun @param {(line: string) => void} open */
function offer(line, begun, open) {
  try {
    const { rules, rows, secret } = parseGame(line, parseRules('4x6'));
    const code = secret ?? rows[rows.length - 1].guess;
    const about = t('review.game', { rules: rulesName(rules), count: rows.length, date: day(begun) });
    return el('li', {}, el('button', { type: 'button', on: { click: () => open(line) } }, codePegs(code, rules), ' ', about));
  } catch (error) {
    if (error instanceof NotationError) return null;
    throw error;
  }
}
