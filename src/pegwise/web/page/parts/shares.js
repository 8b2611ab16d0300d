// The bar of classes: what each answer leaves, as shares of one bar.

/** @import { Rules } from '../core/rules.js' */
import { parseFeedback } from '../core/notation.js';
import { number, t } from '../strings/strings.js';
import { el } from './dom.js';
import { feedbackWords, keyPegs } from './peg.js';

/** Sizes by feedback as one bar; `got` is the answer that came. The figures behind it are in `classesTable`.
 * @param {Record<string, number>} classes @param {string} [got] */
export function sharesBar(classes, got) {
  const bar = el('div', { class: 'shares', 'aria-hidden': 'true' });
  for (const [name, size] of Object.entries(classes)) {
    const share = el('span', { class: name === got ? 'share got' : 'share', title: `${name}: ${number(size)}` }, el('span', {}, name));
    share.style.setProperty('--part', String(size));
    share.style.setProperty('--tint', `${tint(name)}%`);
    bar.append(share);
  }
  return bar;
}

/** How much of the accent stands for an answer: more for one that tells more hits. @param {string} name */
export const tint = (name) => Math.min(44, 4 + 7 * name.split('B').length + 3 * name.split('W').length);

/** The classes of guesses, a column for each. `got` is the answer that came.
 * @param {Rules} rules @param {{heading: string, classes: Record<string, number>}[]} guesses @param {string} caption @param {string} [got] */
export function classesTable(rules, guesses, caption, got) {
  const names = [...new Set(guesses.flatMap(({ classes }) => Object.keys(classes)))];
  names.sort((one, other) => (guesses[0].classes[other] ?? 0) - (guesses[0].classes[one] ?? 0));
  return el(
    'table',
    { class: 'classes' },
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, [t('hint.answer'), ...guesses.map(({ heading }) => heading)].map((heading) => el('th', { scope: 'col' }, heading)))),
    el(
      'tbody',
      {},
      names.map((name) => {
        const told = parseFeedback(name, rules);
        return el(
          'tr',
          { class: name === got ? 'got' : null },
          el('th', { scope: 'row' }, keyPegs(told, rules), name === got && el('span', { class: 'quiet' }, ` ${t('shares.got')}`)),
          guesses.map(({ classes }) => el('td', {}, number(classes[name] ?? 0))),
        );
      }),
    ),
  );
}

/** "1 black, 2 white" of a feedback by its name. @param {string} name @param {Rules} rules */
export const answerWords = (name, rules) => feedbackWords(parseFeedback(name, rules), rules);

