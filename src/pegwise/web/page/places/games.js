// Your games: what was played in this browser, how well, and what of it is shared, continued, reviewed or taken elsewhere.

/** @import { Rival } from '../core/statistics.js' */
import { noServer } from '../core/api.js';
import { readGames, written } from '../core/exchange.js';
import { appraise, waiting } from '../core/game-reviews.js';
import { add, all, MOST, watch } from '../core/saved-games.js';
import { accuracy, figures, kindOf, kinds, read, regretByGuess, streak } from '../core/statistics.js';
import { bars, plot } from '../parts/chart.js';
import { copyText, download } from '../parts/copying.js';
import { announce, el, fill, tellIn } from '../parts/dom.js';
import { wrongWords } from '../parts/sentences.js';
import { figureList, table } from '../parts/table.js';
import { asker } from '../parts/work.js';
import { number, percent, t } from '../strings/strings.js';
import { gamesList } from './games-list.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  let chosen = '';
  const { signal } = context;
  const remark = el('p', { class: 'remark', hidden: true }, t('games.forgets'));
  const empty = el('p', { class: 'panel', hidden: true }, t('games.empty'), ' ', el('a', { href: '#/play' }, t('games.play')));
  const filter = el('select', { id: 'kind', on: { change: () => ((chosen = filter.value), draw()) } });
  const filtered = el('p', { class: 'filter' }, el('label', { for: 'kind' }, t('games.filter')), filter);
  const figures = el('div');
  const list = gamesList(context);
  const look = appraisal(signal);
  const trade = exchange();
  let games = /** @type {Played[]} */ ([]);

  function draw() {
    const sorts = kinds(games);
    if (chosen && !games.some((played) => kindOf(played) === chosen)) chosen = '';
    const shown = chosen ? games.filter((played) => kindOf(played) === chosen) : games;
    const finished = shown.filter(({ outcome }) => outcome !== 'unfinished');
    const names = [...new Set([...sorts.keys(), ...games.map(kindOf)])];
    empty.hidden = games.length > 0;
    filtered.hidden = names.length < 2;
    const kindWords = (/** @type {string} */ kind) => (kind.endsWith(' adversary') ? t('games.kind.adversary', { rules: kind.split(' ')[0] }) : kind);
    fill(filter, el('option', { value: '' }, t('games.all')), names.map((name) => el('option', { value: name, selected: name === chosen }, kindWords(name))));
    // A game that began with rows, such as that of a lesson, says nothing of how many guesses one needs.
    const whole = finished.filter(({ kept }) => !kept.given);
    fill(figures, whole.length ? figuresPanel(whole) : []);
    look.show(finished);
    list.show(shown);
    trade.show(games);
  }

  async function load() {
    const kept = await all();
    if (signal.aborted) return;
    remark.hidden = kept !== null;
    if (kept) games = kept.map(read).filter((played) => played !== null);
    draw();
  }

  fill(root, el('h1', {}, t('nav.games')), el('p', { class: 'quiet' }, t('games.intro', { most: MOST })), remark, empty, filtered, el('div', { class: 'columns games' }, el('div', {}, look.element, figures), list.element), trade.element);
  load();
  watch(load, signal);
}

/** @param {AbortSignal} signal */
function appraisal(signal) {
  let games = /** @type {Played[]} */ ([]);
  let running = false;
  const work = asker(signal, undefined, false);
  const button = el('button', { type: 'button', on: { click: begin } }, t('games.appraise'));
  const about = el('p', {}, t('games.appraise.about'));
  const told = el('p', { class: 'quiet' });
  const element = el('section', { class: 'panel', 'aria-label': t('games.appraise'), hidden: true }, about, button, work.element, told);

  async function begin() {
    if (running) return;
    const todo = waiting(games);
    running = true;
    show(games);
    const found = await work.run((options) => appraise(todo, options));
    running = false;
    if (found?.offline) tellIn(told, noServer('games.appraise.offline'));
    else if (found) tellIn(told, found.failed ? t('games.appraise.failed', { failed: found.failed }) : t('games.appraise.done', { count: todo.length }));
    show(games);
  }

  /** @param {Played[]} finished */
  function show(finished) {
    games = finished;
    about.hidden = button.hidden = !running && !waiting(games).length;
    button.setAttribute('aria-disabled', String(running)); // one that is disabled would lose the focus
    element.hidden = about.hidden && !told.textContent;
  }

  return { element, show };
}

/** Wrong lines that are named one by one. */
const NAMED = 10;

function exchange() {
  let games = /** @type {Played[]} */ ([]);
  const secrets = el('input', { type: 'checkbox', id: 'secrets', checked: true });
  const text = el('textarea', { id: 'lines', rows: 4, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'lines-about' });
  const file = el('input', { type: 'file', id: 'games-file', accept: '.txt,text/plain', on: { change: readFile } });
  const told = el('div', { class: 'taken' });
  const exports = el('div', { class: 'save' }, el('h3', {}, t('games.export')), el('label', { class: 'check' }, secrets, t('games.export.secrets')), el('div', { class: 'actions' }, el('button', { type: 'button', on: { click: save } }, t('games.export.file')), el('button', { type: 'button', on: { click: copy } }, t('games.export.copy'))));
  const element = el('section', { class: 'panel trade', 'aria-labelledby': 'trade' }, [
    el('h2', { id: 'trade' }, t('games.trade')),
    el('p', { class: 'quiet', id: 'lines-about' }, t('games.trade.about')),
    exports,
    el('h3', {}, t('games.import')),
    el('p', {}, el('label', { for: 'games-file' }, t('games.import.file')), file),
    el('p', {}, el('label', { for: 'lines' }, t('games.import.text')), text),
    el('button', { type: 'button', on: { click: () => take(text.value) } }, t('games.import.take')),
    told,
  ]);

  const lines = () => written(games.map(({ kept }) => kept), secrets.checked);

  function save() {
    download(new Blob([lines()], { type: 'text/plain' }), 'pegwise-games.txt');
    announce(t('games.exported', { count: games.length }));
  }

  async function copy() {
    const done = await copyText(lines());
    if (!done) {
      text.value = lines();
      text.select();
    }
    announce(done ? t('games.exported', { count: games.length }) : t('play.selected'));
  }

  async function readFile() {
    const [chosen] = file.files ?? [];
    if (chosen) await take(await chosen.text());
    file.value = '';
  }

  /** @param {string} all */
  async function take(all) {
    const { games: found, wrong } = readGames(all);
    const taken = await add(found).catch(() => null);
    if (!taken) {
      fill(told, el('p', { class: 'note' }, t('games.full')));
      return announce(t('games.full'));
    }
    const { added, known, forgotten } = taken;
    const words = t('games.imported', { added, known });
    fill(told, [
      el('p', { class: 'good' }, words),
      forgotten > 0 && el('p', { class: 'note' }, t('games.forgotten', { count: forgotten })),
      wrong.length > 0 && el('p', { class: 'note' }, t('games.wrong', { count: wrong.length })),
      wrong.length > 0 && el('ul', {}, wrong.slice(0, NAMED).map(({ number, line, error }) => el('li', {}, t('games.wrong.line', { number, line, why: wrongWords(error) })))),
      wrong.length > NAMED && el('p', {}, t('advice.more', { more: wrong.length - NAMED })),
    ]);
    if (!wrong.length) text.value = '';
    announce(wrong.length ? `${words} ${t('games.wrong', { count: wrong.length })}` : words);
  }

  return {
    element,
    /** @param {Played[]} next all games */
    show(next) {
      games = next;
      exports.hidden = !games.length;
    },
  };
}

// How you do: figures, how many guesses you need, which guesses cost you most, and what strategies need.

const HEIGHT = 210;

/** @param {Played[]} games finished ones */
function figuresPanel(games) {
  const found = figures(games);
  const exact = accuracy(games);
  const row = streak(games);
  return el('section', { class: 'panel figures-panel', 'aria-labelledby': 'figures' }, [
    el('h2', { id: 'figures' }, t('games.figures')),
    figureList([
      [t('games.figure.games'), number(found.games)],
      [t('games.figure.won'), number(found.won)],
      [t('compare.average'), found.average === null ? '–' : number(found.average, 2)],
      [t('games.figure.streak'), t('games.streak', row)],
      [t('hint.title'), number(found.hints)],
      [t('review.accuracy'), exact === null ? '–' : percent(exact / 100, 1)],
      [t('games.figure.regret'), found.regret === null ? '–' : number(found.regret, 3)],
    ]),
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

/** @param {Rival[]} strategies */
function rivals(strategies) {
  const headings = [t('compare.strategy'), ...['average', 'better', 'equal', 'worse'].map((key) => t(`games.rival.${key}`))];
  const rows = strategies.map((each) => [each.strategy, number(each.average, 2), number(each.better), number(each.equal), number(each.worse)]);
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('games.rivals') }, table(t('games.rivals'), headings, rows, { shown: true }));
}
