// A puzzle of the day that is solved: the code, how it went, and a card to share.

/** @import { Code } from '../core/rules.js' */
/** @import { Puzzle } from '../core/puzzles.js' */
/** @import { Tried } from '../core/solved.js' */
import { dayWords } from '../parts/calendar.js';
import { shareCard } from '../parts/card.js';
import { el, fill } from '../parts/dom.js';
import { celebrate } from '../parts/effects.js';
import { codePegs, codeWords } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** Show it in `ending`; what is said aloud. @param {HTMLElement} ending @param {string} day @param {Puzzle} puzzle
 * @param {Code} code @param {Tried} record @param {boolean} fresh whether it was solved just now */
export function solvedShown(ending, day, { rules, rows, level }, code, record, fresh) {
  const text = t('puzzle.right', { code: codeWords(code, rules) });
  const result = record.helped ? t('puzzle.helped') : t('puzzle.tries', { wrong: record.wrong ?? 0 });
  const link = `${location.origin}${location.pathname}#/puzzle/${day}/${level}`;
  const title = t('puzzle.card', { day: dayWords(day), level: t(`level.${level}`) });
  const card = shareCard({ title, note: `${result}\n${link}`, rules, answers: rows.map((row) => row.feedback) });
  fill(ending, el('h2', {}, t('puzzle.solved')), codePegs(code, rules), el('p', { class: 'right' }, text), el('p', { class: 'quiet' }, result), el('details', {}, el('summary', {}, t('puzzle.share')), card));
  ending.hidden = false;
  celebrate(ending, code, fresh);
  return text;
}
