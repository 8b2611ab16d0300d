// Solve: a board in front of the person: what was guessed and answered, and what to guess next.

/** @import { Context } from '../app.js' */
/** @import { Contradiction } from '../core/contradiction.js' */
/** @import { Code, Row, Rules } from '../core/rules.js' */
/** @import { Holes } from '../core/row-state.js' */
import { parseGame } from '../core/line.js';
import { NotationError, parseHistory, parseRules, rulesName, RULES_NAMES } from '../core/notation.js';
import { isWin } from '../core/rules.js';
import { recall } from '../core/store.js';
import { askText } from '../parts/ask-text.js';
import { board } from '../parts/board.js';
import { el, fill } from '../parts/dom.js';
import { codeWords, feedbackWords } from '../parts/peg.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { advicePanel } from './advice.js';
import { Changes } from './solve-changes.js';
import { rowEntry } from './solve-entry.js';
import { repairsPanel } from './solve-repairs.js';
import { keptRows } from './solve-rows.js';

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const { rules, rows, note } = addressed(context.parts);
  let solving = solver(context, rules, rows, begin);

  /** @param {Rules} chosen @param {Row[]} [played] */
  function begin(chosen, played = []) {
    solving.stop();
    solving = solver(context, chosen, played, begin);
    draw(chosen, '');
    root.querySelector('select')?.focus();
  }

  /** @param {Rules} game @param {string} told */
  function draw(game, told) {
    const head = [el('h1', { id: 'solve' }, t('solve.title')), el('p', { class: 'quiet' }, t('solve.intro')), told && el('p', { class: 'note' }, told), rulesMenu(game, (chosen) => begin(chosen)).element];
    fill(root, el('div', { class: 'columns' }, el('section', { 'aria-labelledby': 'solve' }, head, solving.board), el('div', { class: 'side' }, solving.reasons)));
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
    return { rules, rows: parseHistory(text, rules), note: '' };
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return { rules, rows: [], note: t(error.key, error.values) };
  }
}

/** The board of one game with its entry, its repairs and its advice; `begin` is another board.
 * @param {Context} context @param {Rules} rules @param {Row[]} start @param {(rules: Rules, rows: Row[]) => void} begin */
function solver(context, rules, start, begin) {
  const rows = keptRows(rules, start);
  /** The row that is changed, if it is not a new one. @type {number | null} */
  let editing = null;
  const table = el('div', { class: 'scroll entry' });
  const repairs = el('div', { role: 'group', 'aria-label': t('solve.repairs') });
  const changes = new Changes();
  const filled = (/** @type {Holes} */ holes) => holes.some((hole) => hole !== null);
  const past = {
    note: (/** @type {Holes} */ before) => changes.ofHoles(before, editing),
    undo: takeBack,
    clear: () => (filled(entry.holes) ? entry.empty() : clear()),
    canUndo: () => changes.any,
    canClear: (/** @type {Holes} */ holes) => rows.now.length > 0 || filled(holes),
    clearName: (/** @type {Holes} */ holes) => t(filled(holes) ? 'solve.clear.row' : 'solve.clear'),
  };
  const entry = rowEntry(rules, { saved, deleted, kept }, past, pasted);
  const advice = advicePanel(context, { use, contradicted });

  /** @param {string} [said] what is announced first */
  function update(said = '') {
    edit(null);
    fill(repairs);
    advice.show(rules, rows.now, said);
  }

  /** @param {Row[]} next @param {string} said */
  function change(next, said) {
    changes.ofRows(entry.holes, editing);
    rows.put(next);
    update(said);
    entry.resume();
  }

  function takeBack() {
    const last = changes.back();
    if (!last) return;
    if (last.rows) {
      rows.back();
      update(t('solve.undone'));
    } else if (last.editing !== editing) edit(last.editing);
    if (!last.rows || last.editing === null) entry.restore(last.holes);
    entry.resume();
  }

  /** Rows that were pasted; a line that names its game takes the place of the board. @param {string} text */
  function pasted(text) {
    if (!text.includes(':') && !/\s/.test(text)) return false; // a code, for the row
    const wrong = takeRows(text);
    if (wrong) entry.say(wrong);
    return true;
  }

  /** Take rows from text; what is wrong with it. @param {string} text */
  function takeRows(text) {
    try {
      const game = parseGame(text, rules);
      if (rulesName(game.rules) !== rulesName(rules)) begin(game.rules, game.rows);
      else change(isNamed(text) ? game.rows : [...rows.now, ...game.rows], t('solve.pasted', { count: game.rows.length }));
      return '';
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      return t('solve.paste.wrong', { why: t(error.key, error.values) });
    }
  }

  function clear() {
    change([], t('solve.cleared'));
  }

  /** @param {number | null} index of a row to change, null for a new one */
  function edit(index) {
    editing = index;
    fill(table, rowsTable(rules, rows.now, index, [], pick));
    const over = index === null && rows.now.some(({ feedback }) => isWin(rules, feedback));
    if (over) entry.solved(rows.now.length, rows.line(), clear);
    else entry.show((index ?? rows.now.length) + 1, index === null ? undefined : rows.now[index]);
  }

  /** @param {number} index */
  function pick(index) {
    changes.forgetHoles();
    edit(index);
    entry.focus();
  }

  /** @param {Row} row */
  function saved(row) {
    const at = editing ?? rows.now.length;
    const next = [...rows.now.slice(0, at), row, ...rows.now.slice(at + 1)];
    change(next, t('solve.entered', { number: at + 1, code: codeWords(row.guess, rules), answer: feedbackWords(row.feedback, rules) }));
  }

  function deleted() {
    const gone = editing ?? 0;
    change(rows.now.filter((_, at) => at !== gone), t('solve.deleted', { number: gone + 1 }));
  }

  function kept() {
    const index = editing ?? 0;
    changes.forgetHoles();
    edit(null);
    /** @type {HTMLElement | undefined} */ (table.querySelectorAll('button.edit')[index])?.focus();
  }

  /** @param {Code} code */
  function use(code) {
    changes.forgetHoles();
    if (editing !== null) edit(null);
    changes.ofHoles(entry.holes, null);
    entry.take(code);
  }

  /** @param {Contradiction} found */
  function contradicted(found) {
    fill(table, rowsTable(rules, rows.now, editing, found.rows, pick));
    fill(
      repairs,
      repairsPanel(rules, rows.now, found, (number, feedback) => {
        const next = rows.now.map((row, index) => (index === number - 1 ? { guess: row.guess, feedback } : row));
        change(next, t('solve.repaired', { number, answer: feedbackWords(feedback, rules) }));
      }),
    );
  }

  update();
  return { board: [repairs, table, el('div', { class: 'actions' }, el('button', { type: 'button', on: { click: () => askText(t('solve.paste.about'), t('solve.paste.add'), takeRows) } }, t('solve.paste'))), advice.card, entry.element], reasons: advice.reasons, stop: () => advice.stop() };
}

/** Whether a line begins with its game. @param {string} text */
const isNamed = (text) => /^\d+[x×]\d/i.test(text) || Object.hasOwn(RULES_NAMES, text.split(/\s/)[0].toLowerCase());

/** The rows, each of which can be changed; `wrong` are the numbers of those that contradict each other.
 * @param {Rules} rules @param {Row[]} rows @param {number | null} current @param {number[]} wrong @param {(index: number) => void} pick */
function rowsTable(rules, rows, current, wrong, pick) {
  const change = {
    heading: el('span', { class: 'sr' }, t('solve.change')),
    class: 'change',
    cell: (/** @type {Row} */ _, /** @type {number} */ index) => [
      wrong.includes(index + 1) && el('span', { class: 'clash' }, el('span', { 'aria-hidden': 'true' }, '⚠'), el('span', { class: 'sr' }, t('solve.clash'))),
      el('button', { type: 'button', class: 'plain edit', 'aria-label': t('solve.edit', { number: index + 1 }), on: { click: () => pick(index) } }, '✎'),
    ],
  };
  return board(rules, rows, { current, columns: [change], empty: t('solve.empty') });
}

export const place = { id: 'solve', mount };
