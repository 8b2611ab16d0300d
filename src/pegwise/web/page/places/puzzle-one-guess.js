// One-guess puzzles: which guess tells all possible codes apart?

import { classesOf, largestOf } from '../core/classes.js';
import { parseCode } from '../core/notation.js';
import { read } from '../core/puzzles.js';
import { classView } from '../parts/blocks.js';
import { board, measure } from '../parts/board.js';
import { announce, el, fill, tellIn } from '../parts/dom.js';
import { RowEditor } from '../parts/editor.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { asker } from '../parts/work.js';
import { t } from '../strings/strings.js';

/** Possible codes at least, and so many more at most. */
const [FEWEST, MORE] = [4, 5];

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function oneGuess(root, signal) {
  const work = asker(signal);
  const body = el('div');
  fill(root, el('div', { class: 'puzzle narrow' }, el('h1', {}, t('oneguess.title')), el('p', {}, t('oneguess.about')), work.element, body, el('p', {}, el('a', { class: 'button', href: '#/puzzle' }, t('puzzle.today')))));

  async function next() {
    fill(body);
    const random = (/** @type {number} */ most) => Math.floor(Math.random() * most);
    const told = await work.ask('/puzzle', { candidates: FEWEST + random(MORE), seed: random(2 ** 31), solution: true }, undefined, 'GET');
    if (told) show(body, told, next);
  }

  next();
}

/** @param {HTMLElement} body @param {any} told @param {() => void} next */
function show(body, told, next) {
  const { rules, rows, level } = read(told);
  /** @type {Code[][]} */
  const [codes, guesses] = [told.candidates, told.solution.guesses].map((/** @type {string[]} */ texts) => texts.map((text) => parseCode(text, rules)));
  const note = el('p', { class: 'note' });
  const result = el('div');
  const editor = new RowEditor({ rules, name: t('oneguess.row'), send: t('learn.check'), submit: check });
  const tray = el('div', { class: 'tray' }, board(rules, rows), el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, '?'), editor.line));
  measure(tray, rules);
  const solution = el('details', {}, el('summary', {}, t('oneguess.solution')), el('ul', { class: 'codes' }, guesses.map((guess) => el('li', {}, codePegs(guess, rules)))));
  const another = el('button', { type: 'button', on: { click: next } }, t('oneguess.next'));

  /** @param {Code} guess */
  function check(guess) {
    const classes = classesOf(rules, codes, guess);
    const right = largestOf(classes) === 1;
    const words = t(right ? 'oneguess.right' : 'oneguess.wrong', { code: codeWords(guess, rules), count: classes.length, codes: codes.length });
    note.textContent = '';
    fill(result, right && el('p', {}, el('strong', {}, words)), classView(rules, classes, { picture: false }));
    if (right) announce(words);
    else tellIn(note, words);
  }

  fill(body, [
    el('p', { class: 'quiet' }, t('oneguess.level', { level: t(`level.${level}`) })),
    el('p', {}, t('oneguess.codes', { count: codes.length })),
    el('ul', { class: 'codes' }, codes.map((code) => el('li', {}, codePegs(code, rules)))),
    tray,
    editor.tools,
    note,
    result,
    solution,
    el('div', { class: 'actions' }, another),
  ]);
}
