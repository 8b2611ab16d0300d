// The charts of a reviewed game: the codes that stay possible, and what each guess lost and its luck.

/** @import { Move } from '../core/review-sentences.js' */
/** @import { Row, Rules } from '../core/rules.js' */
import { bars, logLines, plot } from '../parts/chart.js';
import { codePegs } from '../parts/peg.js';
import { number, t } from '../strings/strings.js';

const HEIGHT = 240;

/** @param {Rules} rules @param {Row[]} rows @param {Move[]} moves */
export function plots(rules, rows, moves) {
  const guesses = () => rows.map(({ guess }, index) => [`${index + 1} `, codePegs(guess, rules)]);
  return [codesLeft(guesses(), moves), turns(guesses(), moves)];
}

/** @typedef {import('../parts/dom.js').Child[]} Named a guess by its number and its pegs */

/** @param {Named[]} guesses @param {Move[]} moves */
function codesLeft(guesses, moves) {
  const places = [t('plot.start'), ...moves.map((_, index) => String(index + 1))];
  const left = [moves[0].candidates_before, ...moves.map((move) => move.candidates_after)];
  const expected = [null, ...moves.map((move) => move.expected_size)];
  return plot({
    title: t('plot.left'),
    height: HEIGHT,
    draw: logLines(places, [{ name: t('plot.actual'), kind: 'left', values: left }, { name: t('plot.expected'), kind: 'expected', values: expected }], HEIGHT),
    headings: [t('plot.guess'), t('plot.actual'), t('plot.expected')],
    rows: [t('plot.start'), ...guesses].map((place, index) => [place, left[index], expected[index] === null ? '' : number(expected[index] ?? 0, 2)]),
  });
}

/** @param {Named[]} guesses @param {Move[]} moves */
function turns(guesses, moves) {
  const places = moves.map((_, index) => String(index + 1));
  const signed = (/** @type {number | null} */ value) => (value === null ? '' : `${value > 0 ? '+' : ''}${number(value, 2)}`);
  const sign = (/** @type {Move} */ { known }) => (known === 'exact' ? '' : '≥ ');
  const luck = moves.map((move) => move.luck);
  const lost = { name: t('plot.lost'), kind: 'lost', values: moves.map((move) => move.regret), words: moves.map((move) => sign(move) + number(move.regret, 2)) };
  return plot({
    title: t('plot.turns'),
    height: HEIGHT,
    draw: bars(places, [lost, { name: t('plot.luck'), kind: 'luck', values: luck, words: luck.map(signed) }], HEIGHT),
    headings: [t('plot.guess'), t('plot.lost'), t('plot.luck')],
    rows: moves.map((move, index) => [guesses[index], sign(move) + number(move.regret, 3), signed(move.luck)]),
  });
}
