// One guess of a game reviewed: its verdict, what its answers leave, and the better guess.

/** @import { Move } from '../core/review-sentences.js' */
/** @import { Row, Rules } from '../core/rules.js' */
import { judged } from '../core/review-sentences.js';
import { historyName, numberCode, rulesLine } from '../core/notation.js';
import { el } from '../parts/dom.js';
import { codePegs, keyPegs } from '../parts/peg.js';
import { drawn } from '../parts/sentences.js';
import { classesTable, sharesBar } from '../parts/shares.js';
import { has, number, t } from '../strings/strings.js';

/** Signs for those who know them from chess; the word is always beside. @type {Record<string, string>} */
const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??', open: '…' };

/** @param {string} verdict */
export const verdictBadge = (verdict) =>
  el('span', { class: `verdict ${verdict}` }, el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[verdict] ?? ''), el('span', {}, has(`verdict.${verdict}`) ? t(`verdict.${verdict}`) : verdict));

/** @param {Rules} rules @param {Row[]} rows @param {Move[]} moves @param {number} index */
export function movePanel(rules, rows, moves, index) {
  const move = moves[index];
  const { guess, feedback } = rows[index];
  const better = move.best !== null && move.best !== move.guess && move.best_classes ? move.best : null;
  const guesses = [{ heading: /** @type {import('../parts/dom.js').Child} */ (t('move.made')), classes: move.classes }];
  if (better) guesses.push({ heading: codePegs(numberCode(better, rules), rules), classes: move.best_classes ?? {} });
  const game = encodeURIComponent(rulesLine(rules, rows.map((row) => row.guess)));
  const before = encodeURIComponent(historyName(rows.slice(0, index), rules));
  return [
    el('h2', { id: 'move' }, t('move.title', { number: index + 1, count: moves.length })),
    el('p', { class: 'guess' }, codePegs(guess, rules), keyPegs(feedback, rules), verdictBadge(move.verdict)),
    el('p', { class: 'sentences' }, drawn(judged(rules, rows, move, index), rules)),
    el('dl', { class: 'figures' }, figures(move)),
    el('h3', {}, t('move.bar')),
    sharesBar(rules, move.classes, move.feedback),
    better && el('h3', { class: 'better' }, t('move.bar.better'), ' ', codePegs(numberCode(better, rules), rules)),
    better && sharesBar(rules, move.best_classes ?? {}),
    el('details', {}, el('summary', {}, t('move.behind')), classesTable(rules, guesses, move.feedback)),
    el(
      'p',
      { class: 'actions' },
      el('a', { class: 'button', href: `#/solve/${game}/${before}` }, t('move.solve')),
      !rules.lists && el('a', { class: 'button', href: `#/explore/${game}/knuth/${before}` }, t('move.explore')),
    ),
  ];
}

/** Turns lost; a bound of 0 says nothing. @param {number} regret @param {boolean} exact */
export function lostWords(regret, exact) {
  if (exact) return number(regret, 3);
  return regret > 0 ? t('figure.least', { figure: number(regret, 3) }) : t('review.unknown');
}

/** @param {Move} move */
function figures({ candidates_before: before, candidates_after: after, regret, known, luck, rank }) {
  const pairs = [
    [t('move.codes'), t('move.codes.value', { before, after })],
    [t('move.regret'), lostWords(regret, known === 'exact')],
    luck !== null && [t('move.luck'), `${luck > 0 ? '+' : ''}${number(luck, 2)}`],
    rank !== null && [t('move.rank'), t('move.rank.value', { rank })],
  ];
  return pairs.map((pair) => pair && el('div', {}, el('dt', {}, pair[0]), el('dd', {}, pair[1])));
}
