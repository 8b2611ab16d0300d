// The classes of a guess: as blocks, and as a list to choose from.

/** @import { Rules } from '../core/rules.js' */
/** @import { Class } from '../core/classes.js' */
import { number, t } from '../strings/strings.js';
import { blocks } from './blocks.js';
import { el } from './dom.js';
import { codePegs, feedbackWords, keyPegs } from './peg.js';

/** Codes that are drawn; more are told by their number. */
const DRAWN = 7;

/** @param {Rules} rules @param {Class[]} classes @param {{pick?: (chosen: Class) => void, picture?: boolean}} [look] */
export function classView(rules, classes, { pick, picture = true } = {}) {
  const sorted = [...classes].sort((one, other) => other.codes.length - one.codes.length);
  const drawn = picture && blocks(rules, classes.map(({ name, codes, win }) => ({ name, size: codes.length, win })), (name) => {
    const chosen = classes.find((each) => each.name === name);
    if (chosen) pick?.(chosen);
  });
  return el('div', { class: pick ? 'sorted' : 'sorted still' }, drawn, el('ul', { class: 'sizes', 'aria-label': t('learn.classes') }, sorted.map((each) => el('li', { class: each.codes.length > 1 ? 'many' : null }, entry(rules, each, pick)))));
}

/** @param {Rules} rules @param {Class} each @param {((chosen: Class) => void) | undefined} pick */
function entry(rules, each, pick) {
  const { feedback, codes, win } = each;
  const said = t('walk.go', { answer: feedbackWords(feedback, rules), count: codes.length });
  if (pick && !win) return el('button', { type: 'button', 'aria-label': said, on: { click: () => pick(each) } }, keyPegs(feedback, rules), number(codes.length));
  return el('span', {}, keyPegs(feedback, rules), codes.length <= DRAWN ? codes.map((code) => codePegs(code, rules)) : el('strong', {}, number(codes.length)));
}
