// Solve: a board in front of the person: what was guessed and answered, and what to guess next.

/** @import { Context } from '../app.js' */
/** @import { Row, Rules } from '../core/rules.js' */
import { parseRules, readHistory } from '../core/notation.js';
import { recall } from '../core/store.js';
import { el, fill } from '../parts/dom.js';
import { wrongWords } from '../parts/notation-words.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { SolveGame } from './solve-game.js';

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const { rules, rows, note } = addressed(context.parts);
  let solving = new SolveGame(context, rules, rows, begin);

  /** @param {Rules} chosen @param {Row[]} [played] */
  function begin(chosen, played = []) {
    solving.stop();
    solving = new SolveGame(context, chosen, played, begin);
    draw(chosen, '');
    root.querySelector('select')?.focus();
  }

  /** @param {Rules} game @param {string} told */
  function draw(game, told) {
    const head = [el('h1', { id: 'solve' }, t('solve.title')), el('p', { class: 'quiet' }, t('solve.intro')), told && el('p', { class: 'note' }, told), rulesMenu(game, (chosen) => begin(chosen)).element];
    fill(root, el('div', { class: 'columns' }, el('section', { 'aria-labelledby': 'solve' }, head, solving.board), el('div', { class: 'side' }, solving.advice.reasons)));
  }

  draw(rules, note);
  return () => solving.stop();
}

/** The rules and rows that the address names, else those that were there last. @param {string[]} parts @returns {{rules: Rules, rows: Row[], note: string}} */
function addressed(parts) {
  const [name = recall('solve.rules', '4x6'), text = parts[0] ? '' : recall('solve.rows', '')] = parts;
  let rules = parseRules('4x6');
  try {
    rules = parseRules(name || '4x6');
    return { ...readHistory(text, rules), note: '' };
  } catch (error) {
    return { rules, rows: [], note: wrongWords(error) };
  }
}

export const place = { id: 'solve', mount };
