// Play: break a code that the page holds.

/** @import { Context } from '../app.js' */
/** @import { Code, Row, Rules } from '../core/rules.js' */
import { summary } from '../core/codes.js';
import { PlayedGame } from '../core/game.js';
import { isEnumerable } from '../core/rules.js';
import { unseal, unsealStart } from '../core/share.js';
import { recall, remember } from '../core/store.js';
import { sure } from '../parts/ask.js';
import { board, measure } from '../parts/board.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { answered, celebrate, lament } from '../parts/effects.js';
import { hintPanel } from '../parts/hints.js';
import { codeWords, feedbackWords, peg } from '../parts/peg.js';
import { t } from '../strings/strings.js';
import { begin, newGame } from './play-new.js';
import { ending, sharing } from './play-end.js';

/** Rows of a board that are shown before they are needed. */
const SHOWN = 10;

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const [what, token = ''] = context.parts;
  let stop = () => {};
  /** @param {PlayedGame} game @param {string} [note] */
  function play(game, note) {
    stop();
    game.keep();
    stop = show(root, context, game, play, note);
  }
  play(PlayedGame.resume() ?? begin());
  if (what === 'code' || what === 'from') take(what, token, context, play);
  return () => stop();
}

/** The game that a link holds takes the place of the one here, unless a person would rather go on with that.
 * @param {string} what it begins with rows (`from`) or without (`code`)
 * @param {string} token @param {Context} context @param {(game: PlayedGame, note?: string) => void} play */
async function take(what, token, context, play) {
  const shared = what === 'from' ? unsealStart(token) : unseal(token);
  const here = PlayedGame.resume();
  history.replaceState(null, '', '#/play');
  if (!shared) {
    context.announce(t('play.share.bad'));
    return play(here ?? begin(), t('play.share.bad'));
  }
  const rows = 'rows' in shared ? shared.rows : [];
  const game = new PlayedGame({ ...shared, maker: shared.secret ? 'fixed' : 'adversary' }, { rows });
  if (here && !here.over && here.isSame(game)) return undefined;
  if (here && !(await mayLeave(here, t('play.leave.shared')))) return undefined;
  remember('draft', null);
  return play(game, t(what === 'from' ? 'learn.begun' : 'play.fixed'));
}

/** Whether a game may go: one that is begun and not over is asked about. @param {PlayedGame} game @param {string} question */
const mayLeave = async (game, question) => game.over || !game.rows.length || (await sure(question, t('play.leave'), t('play.no')));

/** @param {HTMLElement} root @param {Context} context @param {PlayedGame} game
 * @param {(game: PlayedGame) => void} play @param {string} [note] @returns {() => void} */
function show(root, context, game, play, note = '') {
  const { rules } = game;
  let gone = false;
  let busy = false;
  const status = el('p', { class: 'status' });
  const table = el('div', { class: 'tray' });
  const below = el('div');
  measure(table, rules);
  const hints = hintPanel({
    situation: () => ({ rules, rows: game.rows, holes: editor.holes }),
    taken: () => {
      game.hints++;
      game.keep();
      tellStatus();
    },
    use: (code) => {
      editor.set(code);
      editor.focus();
    },
    announce: context.announce,
  });
  let editor = newEditor();
  let remain = '';

  function newEditor() {
    const made = rowEditor({ rules, name: t('play.row', { number: game.rows.length + 1 }), submit: guess, changed: (holes) => remember('draft', holes) });
    const draft = recall('draft', /** @type {(number | null)[] | null} */ (null));
    if (Array.isArray(draft) && draft.length === rules.pegs && draft.every((hole) => hole === null || (hole >= 1 && hole <= rules.colors))) made.set(draft);
    return made;
  }

  /** @param {Code} code */
  async function guess(code) {
    if (busy) return;
    busy = true;
    status.textContent = t('hint.working');
    try {
      await game.guess(code);
    } catch (error) {
      console.warn(error);
      return editor.say(t('play.failed'));
    } finally {
      busy = false;
    }
    remember('draft', null);
    if (gone) return;
    hints.reset();
    remain = '';
    update();
    tell(await remaining(rules, game.rows));
  }

  /** Say the last row and what remains. @param {string} words */
  function tell(words) {
    const number = game.rows.length;
    const row = game.rows[number - 1];
    if (gone || !row) return;
    remain = words;
    tellStatus();
    const said = { number, code: codeWords(row.guess, rules), answer: feedbackWords(row.feedback, rules), remain };
    if (game.won) context.announce(t('said.won', said));
    else context.announce([t('said.guess', said), game.over ? lost() : ''].join(' ').trim());
  }

  const lost = () => t(game.resigned ? 'play.resigned' : 'play.lost', { code: codeWords(game.secret ?? [], rules) });

  function tellStatus() {
    const parts = [t('play.left', { left: game.left }), game.hints ? t('play.hints', { count: game.hints }) : '', remain];
    status.textContent = game.over ? '' : parts.filter(Boolean).join(' · ');
  }

  /** Show the game as it stands. @param {boolean} [fresh] whether a guess or the end has just come */
  function update(fresh = true) {
    const rows = board(rules, game.rows);
    const last = game.rows.at(-1);
    if (fresh && last && !game.resigned) answered(rows, last.feedback);
    rows.classList.toggle('won', game.won);
    hints.element.hidden = resign.hidden = game.over;
    tellStatus();
    if (game.over) {
      const ended = ending(context, game, () => anew(begin()));
      fill(table, rows);
      fill(below, ended);
      if (last && game.won) celebrate(ended, last.guess, fresh);
      else if (fresh) lament();
      if (fresh) ended.focus();
      return;
    }
    editor = newEditor();
    fill(table, rows, el('div', { class: 'making' }, el('span', { class: 'number', 'aria-hidden': 'true' }, game.rows.length + 1), editor.line), future(game));
    fill(below, editor.tools);
    if (fresh) editor.focus();
  }

  /** @param {PlayedGame} next */
  function anew(next) {
    remember('draft', null);
    play(next);
    /** @type {HTMLElement | null} */ (root.querySelector('.hole.current'))?.focus();
  }

  async function giveUp() {
    if (busy || !(await sure(t('play.resign.sure'), t('play.yes'), t('play.no')))) return;
    await game.resign();
    if (gone) return;
    context.announce(lost());
    update();
  }

  const resign = el('button', { type: 'button', on: { click: giveUp } }, t('play.resign'));
  const share = sharing(context, game);
  const again = newGame(async (next) => {
    if (!(await mayLeave(game, t('play.leave.sure')))) return;
    anew(next);
  });
  const intro = { pegs: rules.pegs, colors: rules.colors - (rules.blanks ? 1 : 0), repeats: t(rules.repeats ? 'play.repeats' : 'play.distinct') };
  fill(
    root,
    el(
      'div',
      { class: 'columns play' },
      el(
        'section',
        { class: 'game', 'aria-labelledby': 'play' },
        el('h1', { id: 'play' }, t('play.title')),
        el('p', { class: 'quiet' }, t(game.maker === 'adversary' ? 'play.intro.adversary' : 'play.intro', intro), rules.blanks && ` ${t('play.intro.blanks')}`, ` ${t(rules.whites ? 'play.intro.feedback' : 'play.intro.feedback.black')}`),
        note && el('p', { class: 'remark' }, note),
        table,
        below,
        status,
      ),
      el(
        'div',
        { class: 'side' },
        hints.element,
        again,
        el('section', { class: 'panel', 'aria-label': t('play.more') }, el('div', { class: 'actions' }, el('a', { class: 'button', href: '#/puzzle' }, t('play.daily')), share.button, resign), share.element),
      ),
    ),
  );
  update(false);
  if (game.rows.length && !game.over) remaining(rules, game.rows).then((words) => ((remain = words), tellStatus()));
  return () => {
    gone = true;
    hints.reset();
  };
}

/** The rows still to come, for the eye. @param {PlayedGame} game */
function future({ rules, rows, allowed }) {
  const count = Math.max(0, Math.min(allowed, SHOWN) - rows.length - 1);
  const holes = () => el('span', { class: 'code' }, Array.from({ length: rules.pegs }, () => peg(null)));
  return el(
    'div',
    { class: 'future', 'aria-hidden': 'true' },
    Array.from({ length: count }, (_, index) => el('div', { class: 'making' }, el('span', { class: 'number' }, rows.length + 2 + index), holes())),
  );
}

/** How many codes are left, in words; nothing where they are too many to go through. @param {Rules} rules @param {Row[]} rows */
async function remaining(rules, rows) {
  if (!isEnumerable(rules)) return '';
  const { count, known } = await summary(rules, rows);
  return t(`remain.${known}`, { count });
}

export const place = { id: 'play', mount };
