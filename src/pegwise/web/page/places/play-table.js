// The table of a game: the rows played, the row being made, and the places of those to come.

/** @import { PlayedGame } from '../core/game.js' */
/** @import { Column } from '../parts/board.js' */
import { recall, remember } from '../core/remembered.js';
import { board, measure } from '../parts/board.js';
import { el, fill } from '../parts/dom.js';
import { RowEditor } from '../parts/editor.js';
import { keyPegs, peg } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** Rows of a board that are shown before they are needed. */
const SHOWN = 10;
/** Pixels that are free under the buttons of the row. */
const MARGIN = 4;

export class PlayTable {
  /** The rows. */
  tray = el('div', { class: 'tray' });
  /** The colors and buttons of the row being made; at the end of a game what is said of it. */
  below = el('div', { class: 'below' });
  /** None when the game is over. @type {RowEditor | null} */
  editor = null;

  /** @param {PlayedGame} game @param {(code: Code, alphabet: Rules['alphabet']) => void} submit */
  constructor({ rules }, submit) {
    this.rules = rules;
    this.submit = submit;
    measure(this.tray, rules);
  }

  /** Draw all of it; the table of rows. @param {PlayedGame} game */
  draw(game) {
    const rows = board(game.rules, game.rows, { columns: raceColumns(game) });
    rows.classList.toggle('won', game.won);
    if (game.over) {
      this.editor = null;
      fill(this.tray, rows);
    } else {
      const { rules, submit } = this;
      const number = game.rows.length + 1;
      this.editor = new RowEditor({ rules, name: t('play.row', { number }), submit, changed: (holes) => remember('draft', holes) });
      const draft = recall('draft', /** @type {Holes | null} */ (null));
      const fits = Array.isArray(draft) && draft.length === rules.pegs && draft.every((hole) => hole === null || (hole >= 1 && hole <= rules.colors));
      if (fits) this.editor.set(draft);
      fill(this.tray, rows, making(number, this.editor.line), future(game));
      fill(this.below, this.editor.tools);
    }
    return rows;
  }

  /** Go on in the row, with all that is needed for it in sight. */
  reach() {
    this.editor?.focus(true);
    const bottom = Math.ceil(this.below.getBoundingClientRect().bottom) + MARGIN;
    const top = this.editor?.line.getBoundingClientRect().top ?? 0;
    if (bottom > innerHeight || top < 0) scrollBy(0, Math.min(bottom - innerHeight, top));
  }
}

/** @param {number} number @param {Element} holes */
const making = (number, holes) => el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, number), holes);

/** The rows still to come, for the eye. @param {PlayedGame} game */
function future({ rules, rows, allowed }) {
  const count = Math.max(0, Math.min(allowed, SHOWN) - rows.length - 1);
  const holes = () => el('span', { class: 'code' }, Array.from({ length: rules.pegs }, () => peg(null)));
  return el('div', { class: 'future', 'aria-hidden': 'true' }, [
    Array.from({ length: count }, (_, index) => el('div', { class: 'making' }, el('span', { class: 'number' }, rows.length + 2 + index), holes())),
  ]);
}

/** The column of the other; its guesses stay hidden. @param {PlayedGame} game @returns {Column[]} */
function raceColumns({ rival, rules }) {
  if (!rival) return [];
  return [{ heading: rival.strategy, class: 'rival', cell: (_, index) => rival.rows[index] && keyPegs(rival.rows[index].feedback, rules) }];
}
