// A game that is reviewed: its figures and its lesson, its board, one row after the other, and its charts.

/** @import { Move } from '../core/review-sentences.js' */
import { historyName, numberCode, parseFeedback, parseRules, rulesLine } from '../core/notation.js';
import { judged, lesson, worstOf } from '../core/review-sentences.js';
import { board } from '../parts/board.js';
import { bars, logLines, plot } from '../parts/chart.js';
import { announce, el, fill } from '../parts/dom.js';
import { alphabetLine, drawn, inWords } from '../parts/sentences.js';
import { codePegs, codeWords, keyPegs } from '../parts/peg.js';
import { classesTable, figureList, sharesBar } from '../parts/table.js';
import { has, number, percent, t } from '../strings/strings.js';

/** @typedef {{rules: string, secret: string | null, accuracy: number | null, regret: number, moves: Move[]}} Review */

/** `replace` puts better figures of the same game in their place; `pressed` steps by the arrow keys. The codes of the game
 * are written in the alphabet of its rules, those of the review in numbers.
 * @param {Review} first @param {Rules} asked */
export function reviewedGame(first, asked) {
  const rules = asked.lists ? asked : { ...parseRules(first.rules), alphabet: asked.alphabet };
  const rows = first.moves.map((move) => ({ guess: numberCode(move.guess, rules), feedback: parseFeedback(move.feedback, rules) }));
  let { moves } = first;
  const summary = el('div', { class: 'panel' });
  const guesses = () => rows.map(({ guess }, index) => [`${index + 1} `, codePegs(guess, rules)]);
  const charts = el('div', { class: 'halves' });
  const table = el('div', { class: 'scroll' });
  const panel = el('section', { class: 'panel move', 'aria-labelledby': 'move' });
  const steps = stepper(rows.length, worstOf(moves), look);

  /** @param {number} current @param {boolean} [said] */
  function look(current, said = true) {
    const focused = table.contains(document.activeElement);
    fill(table, board(rules, rows, { current, columns: columns(() => moves), caption: t('review.board'), pick: steps.to }));
    fill(panel, movePanel(rules, rows, moves, current));
    if (focused) table.querySelectorAll('button')[current].focus();
    const move = moves[current];
    if (said) announce(t('review.said', { number: current + 1, code: codeWords(rows[current].guess, rules), verdict: t(`verdict.${move.verdict}`), text: inWords(judged(rules, rows, move, current), rules) }));
  }

  /** @param {Review} review */
  function show(review) {
    moves = review.moves;
    const learned = lesson(rules, rows, moves);
    fill(summary, figures(review, rules), alphabetLine(rules), el('p', { class: 'learned' }, drawn(learned, rules)), el('p', { class: 'quiet' }, t('review.figures')));
    fill(charts, codesLeft(guesses(), moves), turns(guesses(), moves));
    look(steps.at, false);
    announce(inWords(learned, rules));
  }

  show(first);
  return {
    element: el('div', {}, [
      summary,
      el('div', { class: 'halves' }, el('div', {}, table, steps.element, el('p', { class: 'quiet' }, t('review.steps'))), panel),
      el('section', { 'aria-labelledby': 'plots' }, el('h2', { id: 'plots' }, t('review.plots')), charts),
    ]),
    replace: show,
    pressed: steps.pressed,
  };
}

/** Previous and next, by buttons and by keys. @param {number} count @param {number} start @param {(index: number) => void} look */
function stepper(count, start, look) {
  let at = start;
  const previous = el('button', { type: 'button', on: { click: () => to(at - 1) } }, `← ${t('review.previous')}`);
  const next = el('button', { type: 'button', on: { click: () => to(at + 1) } }, `${t('review.next')} →`);

  // A button that is disabled would lose the focus.
  function mark() {
    previous.setAttribute('aria-disabled', String(at === 0));
    next.setAttribute('aria-disabled', String(at === count - 1));
  }

  /** @param {number} index */
  function to(index) {
    if (index < 0 || index >= count) return;
    at = index;
    mark();
    look(at);
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, .scroll[tabindex]');
    if (!by || typing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    to(at + by);
  }

  mark();
  return {
    element: el('div', { class: 'actions' }, previous, next),
    to,
    pressed,
    get at() {
      return at;
    },
  };
}

/** What stands beside each row. @param {() => Move[]} moves */
const columns = (moves) => [
  { heading: t('review.left'), class: 'figure', cell: (/** @type {any} */ _, /** @type {number} */ index) => number(moves()[index].candidates_after) },
  { heading: t('review.verdict'), class: 'judged', cell: (/** @type {any} */ _, /** @type {number} */ index) => verdictBadge(moves()[index].verdict) },
];

/** @param {Review} review @param {Rules} rules */
function figures({ accuracy, regret, moves, secret }, rules) {
  const exact = moves.every((move) => move.known === 'exact');
  const share = percent((accuracy ?? 0) / 100, 1);
  const right = accuracy === null ? t('review.unknown') : exact ? share : t('review.accuracy.most', { percent: share });
  return figureList([
    [t('review.accuracy'), right],
    [t('review.lost'), lostWords(regret, exact)],
    [t('review.guesses'), moves.length],
    secret !== null && [t('first.secret'), codePegs(numberCode(secret, rules), rules)],
  ]);
}

const HEIGHT = 240;

/** @typedef {Child[]} Named a guess by its number and its pegs */

/** @param {Named[]} guesses @param {Move[]} moves */
function codesLeft(guesses, moves) {
  const places = [t('walk.start'), ...moves.map((_, index) => String(index + 1))];
  const left = [moves[0].candidates_before, ...moves.map((move) => move.candidates_after)];
  const expected = [null, ...moves.map((move) => move.expected_size)];
  return plot({
    title: t('plot.left'),
    height: HEIGHT,
    draw: logLines(places, [{ name: t('plot.actual'), kind: 'left', values: left }, { name: t('plot.expected'), kind: 'expected', values: expected }], HEIGHT),
    headings: [t('board.guess'), t('plot.actual'), t('plot.expected')],
    rows: [t('walk.start'), ...guesses].map((place, index) => [place, left[index], expected[index] === null ? '' : number(expected[index] ?? 0, 2)]),
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
    headings: [t('board.guess'), t('plot.lost'), t('plot.luck')],
    rows: moves.map((move, index) => [guesses[index], sign(move) + number(move.regret, 3), signed(move.luck)]),
  });
}

/** Signs for those who know them from chess; the word is always beside. @type {Record<string, string>} */
const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??', open: '…' };

/** @param {string} verdict */
const verdictBadge = (verdict) =>
  el('span', { class: `verdict ${verdict}` }, el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[verdict] ?? ''), el('span', {}, has(`verdict.${verdict}`) ? t(`verdict.${verdict}`) : verdict));

/** @param {Rules} rules @param {Row[]} rows @param {Move[]} moves @param {number} index */
function movePanel(rules, rows, moves, index) {
  const move = moves[index];
  const { guess, feedback } = rows[index];
  const better = move.best !== null && move.best !== move.guess && move.best_classes ? move.best : null;
  const guesses = [{ heading: /** @type {Child} */ (t('move.made')), classes: move.classes }];
  if (better) guesses.push({ heading: codePegs(numberCode(better, rules), rules), classes: move.best_classes ?? {} });
  const game = encodeURIComponent(rulesLine(rules, rows.map((row) => row.guess)));
  const before = encodeURIComponent(historyName(rows.slice(0, index), rules));
  return [
    el('h2', { id: 'move' }, t('move.title', { number: index + 1, count: moves.length })),
    el('p', { class: 'guess' }, codePegs(guess, rules), keyPegs(feedback, rules), verdictBadge(move.verdict)),
    el('p', { class: 'sentences' }, drawn(judged(rules, rows, move, index), rules)),
    figureList([
      [t('review.left'), t('move.codes.value', { before: move.candidates_before, after: move.candidates_after })],
      [t('review.lost'), lostWords(move.regret, move.known === 'exact')],
      move.luck !== null && [t('move.luck'), `${move.luck > 0 ? '+' : ''}${number(move.luck, 2)}`],
      move.rank !== null && [t('move.rank'), number(move.rank)],
    ]),
    el('h3', {}, t('hint.why')),
    sharesBar(rules, move.classes, move.feedback),
    better && el('h3', { class: 'better' }, t('move.bar.better'), ' ', codePegs(numberCode(better, rules), rules)),
    better && sharesBar(rules, move.best_classes ?? {}),
    el('details', {}, el('summary', {}, t('chart.table')), classesTable(rules, guesses, move.feedback)),
    el('p', { class: 'actions' }, [
      el('a', { class: 'button', href: `#/solve/${game}/${before}` }, t('move.solve')),
      !rules.lists && el('a', { class: 'button', href: `#/explore/${game}/knuth/${before}` }, t('move.explore')),
    ]),
  ];
}

/** Turns lost; a bound of 0 says nothing. @param {number} regret @param {boolean} exact */
function lostWords(regret, exact) {
  if (exact) return number(regret, 3);
  return regret > 0 ? t('figure.least', { figure: number(regret, 3) }) : t('review.unknown');
}
