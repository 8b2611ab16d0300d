// How you do: figures, how many guesses you need, which guesses cost you most, and what strategies need.

/** @import { Played } from '../core/statistics.js' */
import { accuracy, figures, regretByGuess, streak } from '../core/statistics.js';
import { bars, plot } from '../parts/chart.js';
import { el } from '../parts/dom.js';
import { table } from '../parts/table.js';
import { number, t } from '../strings/strings.js';

const HEIGHT = 210;

/** @param {Played[]} games finished ones */
export function figuresPanel(games) {
  const found = figures(games);
  const exact = accuracy(games);
  const row = streak(games);
  const pairs = [
    ['games.figure.games', number(found.games)],
    ['games.figure.won', number(found.won)],
    ['compare.average', found.average === null ? '–' : number(found.average, 2)],
    ['games.figure.streak', t('games.streak', row)],
    ['hint.title', number(found.hints)],
    ['review.accuracy', exact === null ? '–' : t('games.percent', { percent: number(exact, 1) })],
    ['games.figure.regret', found.regret === null ? '–' : number(found.regret, 3)],
  ];
  return el('section', { class: 'panel figures-panel', 'aria-labelledby': 'figures' }, [
    el('h2', { id: 'figures' }, t('games.figures')),
    el('dl', { class: 'figures' }, pairs.map(([name, value]) => el('div', {}, el('dt', {}, t(name)), el('dd', {}, value)))),
    found.won > 0 && guesses(found.distribution),
    byGuess(games),
    found.strategies.length > 0 && rivals(found.strategies),
    el('p', { class: 'quiet' }, t('games.reviewed', { reviewed: found.reviewed, games: found.games })),
  ]);
}

/** @param {number[]} counts */
function guesses(counts) {
  const places = counts.map((_, index) => String(index + 1));
  return plot({
    title: t('games.distribution'),
    height: HEIGHT,
    draw: bars(places, [{ name: t('games.count'), kind: 'luck', values: counts, words: counts.map((count) => (count ? number(count) : '')) }], HEIGHT),
    headings: [t('review.guesses'), t('games.count')],
    rows: counts.map((count, index) => [index + 1, count]),
  });
}

/** @param {Played[]} games */
function byGuess(games) {
  const found = regretByGuess(games);
  if (!found.length) return null;
  const values = found.map(({ regret }) => regret);
  return plot({
    title: t('games.regret'),
    height: HEIGHT,
    draw: bars(found.map(({ guess }) => String(guess)), [{ name: t('review.lost'), kind: 'lost', values, words: values.map((value) => number(value, 2)) }], HEIGHT),
    headings: [t('board.guess'), t('review.lost'), t('games.count')],
    rows: found.map(({ guess, regret, games: count }) => [guess, number(regret, 3), count]),
  });
}

/** @param {import('../core/statistics.js').Rival[]} strategies */
function rivals(strategies) {
  const headings = [t('compare.strategy'), ...['average', 'better', 'equal', 'worse'].map((key) => t(`games.rival.${key}`))];
  const rows = strategies.map((each) => [each.strategy, number(each.average, 2), number(each.better), number(each.equal), number(each.worse)]);
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('games.rivals') }, table(t('games.rivals'), headings, rows, { shown: true }));
}
