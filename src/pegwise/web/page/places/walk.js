// A walk through a strategy's tree: a place in it, the rows that led there, and the way back.

/** @import { Place } from './walk-source.js' */
import { parseFeedback, plainCode } from '../core/notation.js';
import { feedback, isWin, winOf } from '../core/rules.js';
import { announce, el, fill } from '../parts/dom.js';
import { codePegs, codeWords, keyPegs } from '../parts/peg.js';
import { has, strategyWords, t } from '../strings/strings.js';
import { placeView } from './walk-place.js';
import { placeSource } from './walk-source.js';

let numbers = 0;

/** @param {Rules} rules @param {string} name @param {Row[]} start
 * @param {Map<string, string>} about what strategies are @param {() => void} changed */
export function walk(rules, name, start, about, changed) {
  const id = `walk-${++numbers}`;
  let strategy = name;
  let rows = start;
  const source = placeSource();
  const heading = el('h2', { id, tabindex: -1 });
  const summary = el('p', { class: 'quiet' });
  const path = el('nav', {});
  const shown = el('div');
  const element = el('section', { class: 'panel walk', 'aria-labelledby': id }, heading, summary, path, source.element, shown);

  /** @param {Row[]} next @param {boolean} [said] @returns {Promise<Place | null>} */
  async function go(next, said = true) {
    rows = next;
    changed();
    drawPath(null);
    const here = rows;
    const found = await source.find(rules, strategy, rows, (better) => here === rows && draw(better.place, better.note));
    if (here !== rows) return null;
    if (!found) {
      fill(shown);
      return null;
    }
    draw(found.place, found.note);
    const { guess, candidates } = found.place;
    if (said) announce(t('walk.said', { strategy: title(), code: codeWords(plainCode(guess, rules), rules), count: candidates }));
    return found.place;
  }

  /** @param {Place} place @param {string} note */
  function draw(place, note) {
    const here = rows;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const at = focused && shown.contains(focused) ? focused.getAttribute('aria-label') : null;
    fill(shown, placeView(rules, place, place.start !== '' && rows.length > 0, note, (answer) => choose(place, here, answer)));
    if (at) [...shown.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === at)?.focus();
  }

  const title = () => about.get(`name ${strategy}`) ?? strategy;

  function describe() {
    const what = strategyWords(strategy, about.get(strategy));
    heading.textContent = title();
    summary.textContent = has(`strategy.${strategy}`) ? t('strategy.said', { strategy, what }) : what;
  }

  /** @param {Code | null} found the code at the end of the way */
  function drawPath(found) {
    describe();
    path.setAttribute('aria-label', t('walk.path', { strategy: title() }));
    const steps = [t('walk.start'), ...rows.map((row) => [codePegs(row.guess, rules), keyPegs(row.feedback, rules)])];
    const last = found ? -1 : steps.length - 1;
    const step = (/** @type {typeof steps[number]} */ content, /** @type {number} */ index) =>
      el('li', {}, el('button', { type: 'button', 'aria-current': index === last ? 'step' : null, on: { click: () => back(index) } }, content));
    fill(path, el('ol', { class: 'path' }, steps.map(step)));
  }

  /** @param {number} index */
  function back(index) {
    go(rows.slice(0, index));
    heading.focus();
  }

  /** Go on from a place that `here` led to, wherever we are by now. @param {Place} place @param {Row[]} here @param {string} answer */
  function choose(place, here, answer) {
    const row = { guess: plainCode(place.guess, rules), feedback: parseFeedback(answer, rules) };
    if (isWin(rules, row.feedback)) won([...here, row]);
    else go([...here, row]);
    heading.focus();
  }

  /** @param {Row[]} all */
  function won(all) {
    source.stop();
    rows = all.slice(0, -1);
    const found = all[all.length - 1].guess;
    drawPath(found);
    const words = t('walk.found', { code: codeWords(found, rules), count: all.length });
    fill(shown, el('p', { class: 'guess' }, codePegs(found, rules), keyPegs(winOf(rules), rules)), el('p', {}, words));
    announce(words);
  }

  go(rows, false);
  return {
    element,
    get strategy() {
      return strategy;
    },
    get rows() {
      return rows;
    },
    /** Another strategy, from the start. @param {string} other */
    play(other) {
      strategy = other;
      go([]);
    },
    /** The way that the strategy takes to a code. @param {Code} secret */
    async follow(secret) {
      for (let place = await go([], false); place; ) {
        const guess = plainCode(place.guess, rules);
        const row = { guess, feedback: feedback(rules, secret, guess) };
        if (isWin(rules, row.feedback)) return won([...rows, row]);
        place = await go([...rows, row], false);
      }
      return undefined;
    },
    describe,
    focus: () => heading.focus(),
    stop: source.stop,
  };
}
