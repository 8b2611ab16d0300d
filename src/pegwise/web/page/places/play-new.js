// The game to play next: its rules, who makes the code, how many guesses.

/** @import { Rules } from '../core/rules.js' */
import { PlayedGame } from '../core/game.js';
import { parseRules, rulesLine } from '../core/notation.js';
import { isEnumerable, isListed, usualMaxGuesses } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { complain, el } from '../parts/dom.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { OTHERS } from './play-makers.js';

/** What was chosen last. @typedef {{rules: string, codemaker: string, blanks: boolean, allowed: number}} Choice */
/** @type {Choice} */
const USUAL = { rules: '4x6', codemaker: 'random', blanks: false, allowed: 10 };
const MOST = 999;

/** Who makes the code; `play.maker.ID` and `play.maker.ID.about` are its words. `refuse` tells why it cannot play a game.
 * `begin` makes the game; null if it goes on in a way of its own.
 * `start` is for a game that is ready later, `extra` what else is to be chosen, `again` whether “Play again” plays such a game.
 * @typedef {{id: string, again?: boolean, extra?: () => HTMLElement, refuse?: (rules: Rules) => string | null,
 *   begin: (rules: Rules, allowed: number, start: (game: PlayedGame) => void) => PlayedGame | null}} Codemaker */

/** @type {Codemaker[]} */
export const CODEMAKERS = [
  { id: 'random', again: true, begin: (rules, allowed) => PlayedGame.begin(rules, 'random', allowed) },
  {
    id: 'adversary',
    again: true,
    refuse: (rules) => (isEnumerable(rules) ? null : t('play.adversary.large')),
    begin: (rules, allowed) => PlayedGame.begin(rules, 'adversary', allowed),
  },
  ...OTHERS,
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
  const maker = codemaker(id).again && !codemaker(id).refuse?.(rules) ? codemaker(id) : CODEMAKERS[0];
  return maker.begin(rules, allowed, () => {}) ?? PlayedGame.begin(rules, 'random', allowed);
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

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    note.textContent = '';
    if (!menu.rules) return menu.focus();
    if (blanks.checked && isListed(menu.rules)) return complain(note, t('play.blanks.alone'));
    const rules = withBlanks(menu.rules, blanks.checked);
    const maker = codemaker(makers.find((input) => input.checked)?.value ?? '');
    const why = maker.refuse?.(rules);
    if (why) return complain(note, why);
    const guesses = Math.min(MOST, Math.max(1, Math.round(Number(allowed.value)) || USUAL.allowed));
    remember('choice', { rules: rulesLine(menu.rules), codemaker: maker.id, blanks: blanks.checked, allowed: guesses });
    const game = maker.begin(rules, guesses, start);
    return game ? start(game) : undefined;
  }

  return el(
    'section',
    { class: 'panel new-game', id: 'new-game', tabindex: -1, 'aria-labelledby': 'new-game-title' },
    el('h2', { id: 'new-game-title' }, t('play.new')),
    el('p', { class: 'or' }, el('a', { class: 'button', href: '#/puzzle' }, t('play.daily'))),
    el(
      'form',
      { novalidate: true, on: { submit } },
      menu.element,
      el('fieldset', { class: 'makers' }, el('legend', {}, t('play.maker')), makers.flatMap(makerLine)),
      el('p', { class: 'short' }, el('label', { for: 'allowed' }, t('play.allowed')), allowed),
      el('label', { class: 'check' }, blanks, el('span', {}, t('play.blanks'))),
      note,
      el('button', { class: 'primary' }, t('play.start')),
    ),
  );
}

/** A codemaker to choose, and what else is to be chosen for it. @param {HTMLInputElement} input */
const makerLine = (input) => [
  el('label', { class: 'check' }, input, el('span', {}, t(`play.maker.${input.value}`), el('span', { class: 'quiet' }, t(`play.maker.${input.value}.about`)))),
  codemaker(input.value).extra?.() ?? null,
];

/** Where the choice is far from the board, the way to it. */
export function toNewGame() {
  const go = () => {
    const form = document.getElementById('new-game');
    form?.scrollIntoView();
    form?.focus({ preventScroll: true });
  };
  return el('button', { type: 'button', class: 'to-new', on: { click: go } }, t('play.new'));
}
