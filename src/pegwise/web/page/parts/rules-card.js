// The rules beside an empty board with an example, until a person has read them; and the meaning of black and white, which stays.

import { feedback, MARKS } from '../core/rules.js';
import { recall, remember } from '../core/remembered.js';
import { listed, t } from '../strings/strings.js';
import { el } from './dom.js';
import { showKeys } from './keys.js';
import { codePegs, colorName, keyMark, keyPegs, markName, markSquare, peg } from './peg.js';
import { optionsOf } from './rules-menu.js';

/** @param {Rules} rules */
export function rulesCard(rules) {
  const id = 'rules-card';
  let empty = true;
  const understood = el('button', { type: 'button', on: { click: () => read(true) } }, t('first.understood'));
  const again = el('button', { type: 'button', 'aria-controls': id, on: { click: () => read(false) } }, t('first.again'));
  const text = el('div', { id, tabindex: -1 }, [
    el('h2', {}, t('first.title')),
    el('p', {}, t('first.rules', { pegs: rules.pegs }), ' ', t(`first.answer.${optionsOf(rules).told}`)),
    example(rules),
  ]);
  const element = el('section', { class: 'panel rules-card', 'aria-label': t('first.title') }, [
    text,
    legend(rules),
    el('div', { class: 'actions' }, understood, again, el('a', { class: 'button', href: '#/how' }, t('nav.how')), el('button', { type: 'button', class: 'by-keys', on: { click: showKeys } }, t('keys.title'))),
  ]);

  /** Whether the person has read them. @param {boolean} done */
  function read(done) {
    remember('first.read', done || null);
    asked = !done;
    draw();
    (done ? again : text).focus();
  }

  /** Whether the rules were asked for: then they stand beside a game that has begun, too. */
  let asked = false;

  function draw() {
    const open = asked || (empty && !recall('first.read', false));
    text.hidden = understood.hidden = !open;
    again.hidden = open;
  }

  return {
    element,
    /** @param {boolean} isEmpty whether the board is empty */
    show(isEmpty) {
      empty = isEmpty;
      draw();
    },
  };
}

/** The first peg is right, the third is in another place, the others are not in the code. */
const SECRET = [1, 3, 5, 6];
const GUESS = [1, 2, 3, 4];

/** An example for a game with these rules. @param {Rules} rules */
function example({ pegs, whites, tells }) {
  const few = pegs === 3 ? 3 : 4;
  const rules = { pegs: few, colors: 6, repeats: true, whites, blanks: false, tells };
  const [secret, guess] = [SECRET.slice(0, few), GUESS.slice(0, few)];
  const absent = guess.filter((color) => !secret.includes(color));
  /** @param {number[]} colors @param {string} key */
  const line = (colors, key) => {
    const words = t(key, { colors: listed(colors.map((color) => colorName(color))), count: colors.length });
    return el('li', {}, el('span', { class: 'code', 'aria-hidden': 'true' }, colors.map((color) => peg(color))), el('span', {}, words));
  };
  const lines = () => {
    if (tells === 'total') return [line([1, 3], 'first.total')];
    if (tells === 'marks') return [line([1], 'first.mark.right'), line([3], 'first.mark.elsewhere'), line(absent, 'first.mark.absent')];
    return [line([1], 'first.black'), whites && line([3], 'first.white'), line(absent, 'first.absent')];
  };
  return el('figure', { class: 'example' }, [
    el('figcaption', {}, t('first.example')),
    el('dl', {}, [
      el('div', {}, el('dt', {}, t('first.secret')), el('dd', {}, codePegs(secret, rules))),
      el('div', {}, el('dt', {}, t('board.guess')), el('dd', {}, codePegs(guess, rules), keyPegs(feedback(rules, secret, guess), rules))),
    ]),
    el('ul', {}, lines()),
  ]);
}

/** What black and white stand for. @param {Rules} rules */
export function legend(rules) {
  if (rules.tells === 'total') return el('p', { class: 'legend' }, t('answer.totals'));
  if (rules.tells) return el('p', { class: 'legend' }, [...MARKS].reverse().map((mark) => el('span', {}, el('span', { class: 'keys squares', 'aria-hidden': 'true' }, markSquare(mark)), ' ', markName(mark))));
  /** @param {'black' | 'white'} kind */
  const line = (kind) => el('span', {}, keyMark(kind), ' ', t(`answer.${kind}s`));
  return el('p', { class: 'legend' }, line('black'), rules.whites && line('white'));
}
