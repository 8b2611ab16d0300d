// How to play: a small code is broken in three steps that come again: guess, read the answer, cross out what cannot be.

import { candidates } from '../core/candidates.js';
import { contradictedRow, feedback, isWin } from '../core/rules.js';
import { board, measure } from '../parts/board.js';
import { announce, el, fill, tellIn } from '../parts/dom.js';
import { RowEditor } from '../parts/editor.js';
import { celebrate } from '../parts/effects.js';
import { codeWords, feedbackWords, peg } from '../parts/peg.js';
import { legend } from '../parts/rules-card.js';
import { t } from '../strings/strings.js';

/** @type {Rules} */
const RULES = { pegs: 2, colors: 3, repeats: true, whites: true, blanks: false };

class Lesson {
  rows = /** @type {Row[]} */ ([]);
  secret = /** @type {Code | null} */ (null);
  tray = el('div', { class: 'tray' });
  /** The step: its number and heading, and what is to be done. */
  step = el('section', { class: 'panel step', 'aria-labelledby': 'step' });
  codes = crossing(RULES);

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    measure(this.tray, RULES);
    fill(root, [
      el('div', { class: 'how' }, [
        el('h1', {}, t('nav.how')),
        el('p', {}, t('how.intro')),
        el('div', { class: 'how-parts' }, el('section', { class: 'game', 'aria-label': t('board.caption') }, this.tray, legend(RULES)), this.step),
      ]),
    ]);
    this.ask(false);
  }

  /** @param {number} number @param {string} name @param {...(Node | string | false | null)} content */
  show(number, name, ...content) {
    fill(this.step, el('h2', { id: 'step', tabindex: -1 }, el('span', { class: 'quiet' }, t('how.step', { step: number })), ' ', t(name)), ...content);
  }

  /** The rows, and the row being made if there is one. @param {Element} [line] */
  draw(line) {
    fill(this.tray, board(RULES, this.rows), line && el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, this.rows.length + 1), line));
  }

  /** Step 1. @param {boolean} focus */
  ask(focus = true) {
    const editor = new RowEditor({ rules: RULES, name: t('play.row', { number: this.rows.length + 1 }), submit: (code) => this.answer(code) });
    this.draw(editor.line);
    const text = t(this.rows.length ? 'how.guess.again' : 'how.guess.text');
    this.show(1, 'how.guess', el('p', {}, text), editor.tools);
    if (focus) editor.focus();
  }

  /** @param {Code} guess */
  answer(guess) {
    const answers = [...candidates(RULES, [])].map((code) => ({ code, ...feedback(RULES, code, guess) }));
    // The first guess gets one dot, so that there is something to read.
    const dotted = answers.filter(({ black, white }) => black + white === 1);
    this.secret ??= dotted[Math.floor(Math.random() * dotted.length)].code;
    const told = feedback(RULES, this.secret, guess);
    this.rows = [...this.rows, { guess, feedback: told }];
    this.draw();
    announce(t('said.guess', { number: this.rows.length, code: codeWords(guess, RULES), answer: feedbackWords(told, RULES), remain: '' }).trim());
    if (isWin(RULES, told)) this.end(guess);
    else this.read(told);
  }

  /** Step 2. @param {Feedback} told */
  read(told) {
    const rest = RULES.pegs - told.black - told.white;
    this.show(
      2,
      'how.read',
      el('ul', {}, [
        told.black > 0 && el('li', {}, t('how.read.black', { count: told.black })),
        told.white > 0 && el('li', {}, t('how.read.white', { count: told.white })),
        rest > 0 && el('li', {}, t('how.read.rest', { count: rest })),
      ]),
      rest > 0 && rest < RULES.pegs && el('p', {}, t('how.read.which')),
      button('review.next', () => this.cross()),
    );
    this.step.querySelector('button')?.focus();
  }

  /** Step 3. */
  cross() {
    const said = el('p', { class: 'note' });
    this.show(3, 'how.cross', el('p', {}, t('how.cross.text')), this.codes.element, said, button('learn.check', () => this.check(said)));
    this.codes.focus();
  }

  /** @param {HTMLElement} said */
  check(said) {
    const wrong = this.codes.wrong(this.rows);
    if (!wrong) {
      announce(t('how.right', { count: this.codes.left.length }));
      return this.ask();
    }
    tellIn(said, wrongWords(this.rows, wrong.code, wrong.crossed));
    return wrong.show();
  }

  /** @param {Code} guess */
  end(guess) {
    const count = this.rows.length;
    fill(this.step, [
      el('h2', { id: 'step', tabindex: -1 }, t('play.won', { count })),
      el('p', {}, t('how.won.text')),
      el('div', { class: 'actions' }, el('a', { class: 'button primary', href: '#/play' }, t('how.play')), el('button', { type: 'button', on: { click: () => new Lesson(this.root) } }, t('how.again'))),
    ]);
    celebrate(this.step, guess, true);
    this.step.querySelector('h2')?.focus();
    announce(t('play.won', { count }));
  }
}

/** Why a code should be crossed out, or should not. @param {Row[]} rows @param {Code} code @param {boolean} crossed */
function wrongWords(rows, code, crossed) {
  const broken = contradictedRow(RULES, rows, code);
  const row = broken?.row ?? rows[rows.length - 1];
  return t(crossed ? 'how.wrong.crossed' : 'how.wrong.kept', {
    code: codeWords(code, RULES),
    guess: codeWords(row.guess, RULES),
    said: feedbackWords(row.feedback, RULES),
    would: broken ? feedbackWords(broken.would, RULES) : '',
  });
}

/** @param {string} name @param {() => void} click */
const button = (name, click) => el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click } }, t(name)));

/** @param {HTMLElement} root */
export const mount = (root) => void new Lesson(root);

/** Buttons, one for each code, pressed when it is crossed out. @param {Rules} rules */
function crossing(rules) {
  const codes = [...candidates(rules, [])];
  const buttons = codes.map((code) => {
    const button = el('button', { type: 'button', on: { click: () => mark(button, code, button.getAttribute('aria-pressed') !== 'true') } }, el('span', { class: 'code', 'aria-hidden': 'true' }, code.map((color) => peg(color, rules))));
    mark(button, code, false);
    return button;
  });

  /** @param {HTMLElement} button @param {Code} code @param {boolean} crossed */
  function mark(button, code, crossed) {
    button.setAttribute('aria-pressed', String(crossed));
    button.setAttribute('aria-label', crossed ? t('how.crossed', { code: codeWords(code, rules) }) : codeWords(code, rules));
  }

  const element = el('div', { class: 'crossing', role: 'group', 'aria-label': t('how.codes') }, buttons);
  element.style.setProperty('--columns', String(rules.colors));
  const isCrossed = (/** @type {number} */ index) => buttons[index].getAttribute('aria-pressed') === 'true';

  return {
    element,
    /** The first code that is crossed out and may be the secret, or is not and cannot be. @param {Row[]} rows */
    wrong(rows) {
      const index = codes.findIndex((code, at) => isCrossed(at) === !contradictedRow(rules, rows, code));
      return index < 0 ? null : { code: codes[index], crossed: isCrossed(index), show: () => buttons[index].focus() };
    },
    /** The codes that are not crossed out. */
    get left() {
      return codes.filter((_, index) => !isCrossed(index));
    },
    focus: () => buttons[0].focus(),
  };
}
