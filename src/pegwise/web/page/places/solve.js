// Solve: a board in front of the person: what was guessed and answered, and what to guess next.

import { parseRules, readHistory } from '../core/notation.js';
import { recall } from '../core/store.js';
import { keptLists, WORDS, wordRules } from '../core/words.js';
import { el, fill } from '../parts/dom.js';
import { wrongWords } from '../parts/notation-words.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { SolveGame } from './solve-game.js';
import { listsWords, wordLists } from './solve-words.js';

const USUAL = parseRules('4x6');

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const { rules, rows, note } = addressed(context.parts);
  /** None while words are chosen that nobody has pasted yet. @type {SolveGame | null} */
  let solving = rules && new SolveGame(rules, rows, begin);

  /** Another game; without rules words are to be chosen. @param {Rules | null} chosen @param {Row[]} [played] @param {string} [next] the control that is used next */
  function begin(chosen, played = [], next = document.activeElement?.getAttribute('name') ?? 'game') {
    solving?.stop();
    solving = chosen && new SolveGame(chosen, played, begin);
    draw(chosen, '');
    /** @type {HTMLElement | null} */ (root.querySelector(`[name='${next}']`) ?? root.querySelector('select'))?.focus();
  }

  function openWords() {
    const lists = keptLists();
    begin(lists && wordRules(lists));
  }

  /** @param {Rules | null} game @param {string} told */
  function draw(game, told) {
    const words = !game || game.lists !== undefined;
    const menu = rulesMenu(words ? USUAL : game, (rules) => begin(rules), { chosen: words, open: openWords });
    const lists = words && [game?.lists && el('p', { class: 'quiet' }, listsWords(game.lists)), wordLists((used) => begin(wordRules(used), [], 'word'))];
    const head = [el('h1', { id: 'solve' }, t('solve.title')), el('p', { class: 'quiet' }, t('solve.intro')), told && el('p', { class: 'note' }, told), menu.element, ...(lists || [])];
    fill(root, el('div', { class: 'columns' }, el('section', { 'aria-labelledby': 'solve' }, head, solving?.board ?? null), el('div', { class: 'side' }, solving?.advice.reasons)));
  }

  draw(rules, note);
  return () => solving?.stop();
}

/** The rules and rows that the address names, else those that were there last. @param {string[]} parts @returns {{rules: Rules | null, rows: Row[], note: string}} */
function addressed(parts) {
  const [name = recall('solve.rules', '4x6'), text = parts[0] ? '' : recall('solve.rows', '')] = parts;
  /** @type {Rules | null} */
  let rules = USUAL;
  try {
    const lists = name === WORDS ? keptLists() : null;
    rules = name === WORDS ? lists && wordRules(lists) : parseRules(name || '4x6');
    return rules ? { ...readHistory(text, rules), note: '' } : { rules, rows: [], note: '' };
  } catch (error) {
    return { rules, rows: [], note: wrongWords(error) };
  }
}
