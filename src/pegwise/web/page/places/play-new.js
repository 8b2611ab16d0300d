// The game to play next: its rules, who makes the code, how many guesses.

import { PlayedGame } from '../core/game.js';
import { parseRules, rulesLine } from '../core/notation.js';
import { RIVALS } from '../core/race.js';
import { isEnumerable, isListed, secretRules, usualMaxGuesses } from '../core/rules.js';
import { seal } from '../core/share.js';
import { recall, remember } from '../core/remembered.js';
import { answerEditor } from '../parts/answer-editor.js';
import { codeLink } from '../parts/copying.js';
import { dialog } from '../parts/dialogs.js';
import { el, fill, form, tellIn } from '../parts/dom.js';
import { RowEditor } from '../parts/editor.js';
import { codePegs } from '../parts/peg.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { strategyWords, t } from '../strings/strings.js';

/** What was chosen last. @typedef {{rules: string, codemaker: string, blanks: boolean, allowed: number}} Choice */
/** @type {Choice} */
const USUAL = { rules: '4x6', codemaker: 'random', blanks: false, allowed: 10 };
const MOST = 999;

/** Who makes the code; `play.maker.ID` and `play.maker.ID.about` are its words. `refuse` tells why it cannot play a game, `extra` is
 * what else is to be chosen. `game` makes a game at once, also for “Play again”; `ask` asks a person first, and then has a game or none.
 * @typedef {{id: string, extra?: () => HTMLElement, refuse?: (rules: Rules) => string | null,
 *   game?: (rules: Rules, allowed: number) => PlayedGame, ask?: (rules: Rules, allowed: number) => Promise<PlayedGame | null>}} Codemaker */

const link = el('div', { class: 'friend' });
/** The strategy chosen last. @returns {string} */
const rival = () => recall('rival', 'knuth');
const strategy = el('select', { id: 'rival', on: { change: () => remember('rival', strategy.value) } });

/** @type {Codemaker[]} */
const CODEMAKERS = [
  { id: 'random', game: (rules, allowed) => PlayedGame.begin(rules, 'random', allowed) },
  {
    id: 'adversary',
    refuse: (rules) => (isEnumerable(rules) ? null : t('play.adversary.large')),
    game: (rules, allowed) => PlayedGame.begin(rules, 'adversary', allowed),
  },
  {
    id: 'race',
    extra() {
      const chosen = rival();
      fill(strategy, RIVALS.map((name) => el('option', { value: name, selected: name === chosen, title: strategyWords(name) }, name)));
      return el('span', { class: 'rival-choice' }, el('label', { for: 'rival' }, t('compare.strategy')), strategy);
    },
    refuse: (rules) => (!isEnumerable(rules) && rival() !== 'large' ? t('others.race.large') : null),
    game: (rules, allowed) => PlayedGame.begin(rules, 'random', allowed, rival()),
  },
  {
    id: 'here',
    async ask(rules, allowed) {
      const secret = await askCode(rules, t('others.here.title'), t('others.here.ask'));
      // Nothing is to be seen until the other has the device.
      const ready = (/** @type {(done: boolean) => void} */ close) => el('button', { type: 'button', class: 'primary', on: { click: () => close(true) } }, t('others.here.ready'));
      if (secret) await titled(t('others.here.pass'), undefined, (close) => [el('div', { class: 'actions' }, ready(close))]);
      return secret && new PlayedGame({ rules, maker: 'fixed', allowed, secret });
    },
  },
  { id: 'hand', ask: async (rules, allowed) => new PlayedGame({ rules, maker: 'fixed', allowed, secret: null }) },
  {
    id: 'friend',
    extra() {
      fill(link);
      return link;
    },
    async ask(rules, allowed) {
      const secret = await askCode(rules, t('others.friend.title'), t('others.friend.ask'));
      if (!secret) return null;
      const { element, copy } = codeLink(seal(rules, secret, allowed));
      fill(link, element);
      await copy();
      return null;
    },
  },
];

/** @returns {Choice} */
function chosen() {
  const choice = { ...USUAL, ...recall('choice', USUAL) };
  try {
    parseRules(choice.rules);
    return choice;
  } catch {
    return USUAL; // another version of the page wrote it
  }
}

/** @param {string} id */
const codemaker = (id) => CODEMAKERS.find((one) => one.id === id) ?? CODEMAKERS[0];

/** A game like the last one chosen; against a random code where that was played in a way of its own. */
export function begin() {
  const { rules: name, codemaker: id, blanks, allowed } = chosen();
  const rules = withBlanks(parseRules(name), blanks);
  const { refuse, game } = codemaker(id);
  return (!refuse?.(rules) && game?.(rules, allowed)) || PlayedGame.begin(rules, 'random', allowed);
}

/** @param {Rules} rules @param {boolean} blanks */
const withBlanks = (rules, blanks) => (blanks && !rules.blanks && !isListed(rules) ? { ...rules, colors: rules.colors + 1, blanks } : rules);

/** The choice of another game. @param {(game: PlayedGame) => void} start */
export function newGame(start) {
  const choice = chosen();
  const note = el('p', { class: 'note' });
  const menu = rulesMenu(parseRules(choice.rules), (rules) => {
    allowed.value = String(usualMaxGuesses(rules));
  });
  const makers = CODEMAKERS.map(({ id }) => el('input', { type: 'radio', name: 'codemaker', value: id, checked: id === codemaker(choice.codemaker).id }));
  const blanks = el('input', { type: 'checkbox', checked: choice.blanks });
  const allowed = el('input', { type: 'number', id: 'allowed', min: 1, max: MOST, value: choice.allowed, inputmode: 'numeric' });

  async function submit() {
    note.textContent = '';
    if (!menu.rules) return menu.focus();
    if (blanks.checked && isListed(menu.rules)) return tellIn(note, t('play.blanks.alone'));
    const rules = withBlanks(menu.rules, blanks.checked);
    const maker = codemaker(makers.find((input) => input.checked)?.value ?? '');
    const why = maker.refuse?.(rules);
    if (why) return tellIn(note, why);
    const guesses = Math.min(MOST, Math.max(1, Math.round(Number(allowed.value)) || USUAL.allowed));
    remember('choice', { rules: rulesLine(menu.rules), codemaker: maker.id, blanks: blanks.checked, allowed: guesses });
    const game = maker.game?.(rules, guesses) ?? (await maker.ask?.(rules, guesses));
    return game ? start(game) : undefined;
  }

  return el('section', { class: 'panel new-game', id: 'new-game', tabindex: -1, 'aria-labelledby': 'new-game-title' }, [
    el('h2', { id: 'new-game-title' }, t('play.new')),
    el('p', { class: 'or' }, el('a', { class: 'button', href: '#/puzzle' }, t('puzzle.title'))),
    form({ novalidate: true }, submit, [
      menu.element,
      el('fieldset', { class: 'makers' }, el('legend', {}, t('play.maker')), makers.map((input) => [
        el('label', { class: 'check' }, input, el('span', {}, t(`play.maker.${input.value}`), el('span', { class: 'quiet' }, t(`play.maker.${input.value}.about`)))),
        codemaker(input.value).extra?.(),
      ])),
      el('p', { class: 'short' }, el('label', { for: 'allowed' }, t('play.allowed')), allowed),
      el('label', { class: 'check' }, blanks, el('span', {}, t('play.blanks'))),
      note,
      el('button', { class: 'primary' }, t('play.start')),
    ]),
  ]);
}

/** Where the choice is far from the board, the way to it. */
export function toNewGame() {
  const go = () => {
    const form = document.getElementById('new-game');
    form?.scrollIntoView();
    form?.focus({ preventScroll: true });
  };
  return el('button', { type: 'button', class: 'to-new', on: { click: go } }, t('play.new'));
}

// One device for two: what the codemaker is asked while the codebreaker looks away, and the curtain between them.

/** @template T @param {string} title @param {NoInfer<T> | undefined} cancelled
 * @param {(close: (result: T) => void) => Child[]} build @returns {Promise<T>} */
const titled = (title, cancelled, build) =>
  dialog({ class: 'handover', 'aria-labelledby': 'handover' }, cancelled, (close) => [el('h2', { id: 'handover' }, title), ...build(close)]);

/** A code that one person sets; null if they think better of it. @param {Rules} rules @param {string} title @param {string} about
 * @returns {Promise<Code | null>} */
const askCode = (rules, title, about) =>
  titled(title, null, (close) => {
    const editor = new RowEditor({ rules: secretRules(rules), name: t('others.code'), send: t('others.set'), submit: close });
    return [el('p', {}, about), editor.element, el('div', { class: 'actions' }, el('button', { type: 'button', on: { click: () => close(null) } }, t('work.cancel')))];
  });

/** The feedback that a person gives. @param {Rules} rules @param {number} number of the row @param {Code} guess @returns {Promise<Feedback>} */
export const askAnswer = (rules, number, guess) =>
  titled(t('others.answer', { number }), undefined, (close) => {
    const editor = answerEditor(rules, send);
    editor.show(guess);
    function send() {
      const told = editor.read();
      if (told) close(told);
    }
    const button = el('button', { type: 'button', class: 'primary', on: { click: send } }, t('others.give'));
    return [el('p', { class: 'guess' }, codePegs(guess, rules)), editor.element, el('div', { class: 'actions' }, button)];
  });
