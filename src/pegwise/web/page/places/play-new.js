// The game to play next: its rules, who answers, how many guesses.

import { PlayedGame } from '../core/game.js';
import { parseRules, rulesName } from '../core/notation.js';
import { isEnumerable, usualMaxGuesses } from '../core/rules.js';
import { recall, remember } from '../core/store.js';
import { complain } from '../parts/announcer.js';
import { el } from '../parts/dom.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';

/** What was chosen last. @typedef {{rules: string, adversary: boolean, blanks: boolean, allowed: number}} Choice */
/** @type {Choice} */
const USUAL = { rules: '4x6', adversary: false, blanks: false, allowed: 10 };
const MOST = 999;

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

/** A game like the last one chosen. */
export function begin() {
  const { rules: name, adversary, blanks, allowed } = chosen();
  return PlayedGame.begin(withBlanks(parseRules(name), blanks), adversary ? 'adversary' : 'random', allowed);
}

/** @param {import('../core/rules.js').Rules} rules @param {boolean} blanks */
const withBlanks = (rules, blanks) => (blanks && !rules.blanks ? { ...rules, colors: rules.colors + 1, blanks } : rules);

/** The choice of another game. @param {(game: PlayedGame) => void} start */
export function newGame(start) {
  const choice = chosen();
  const note = el('p', { class: 'note' });
  const menu = rulesMenu(parseRules(choice.rules), (rules) => {
    allowed.value = String(usualMaxGuesses(rules));
  });
  const adversary = el('input', { type: 'checkbox', checked: choice.adversary });
  const blanks = el('input', { type: 'checkbox', checked: choice.blanks });
  const allowed = el('input', { type: 'number', id: 'allowed', min: 1, max: MOST, value: choice.allowed, inputmode: 'numeric' });

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    note.textContent = '';
    const { rules } = menu;
    if (!rules) return menu.focus();
    if (adversary.checked && !isEnumerable(withBlanks(rules, blanks.checked))) return complain(note, t('play.adversary.large'));
    const guesses = Math.min(MOST, Math.max(1, Math.round(Number(allowed.value)) || USUAL.allowed));
    remember('choice', { rules: rulesName(rules), adversary: adversary.checked, blanks: blanks.checked, allowed: guesses });
    return start(begin());
  }

  return el(
    'details',
    { class: 'panel' },
    el('summary', {}, t('play.new')),
    el(
      'form',
      { novalidate: true, on: { submit } },
      menu.element,
      el('p', { class: 'short' }, el('label', { for: 'allowed' }, t('play.allowed')), allowed),
      el('label', { class: 'check' }, adversary, el('span', {}, t('play.adversary'))),
      el('label', { class: 'check' }, blanks, el('span', {}, t('play.blanks'))),
      note,
      el('button', { class: 'primary' }, t('play.start')),
    ),
  );
}
