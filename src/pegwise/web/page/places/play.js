// Play: break a code that the page holds, or the puzzle of the day.

/** @import { Context } from '../app.js' */
/** @import { Code, Rules } from '../core/rules.js' */
import { summary } from '../core/codes.js';
import { PlayedGame } from '../core/game.js';
import { parseRules } from '../core/notation.js';
import { isEnumerable } from '../core/rules.js';
import { seal, unseal } from '../core/share.js';
import { recall, remember } from '../core/store.js';
import { sure } from '../parts/ask.js';
import { board } from '../parts/board.js';
import { el, fill } from '../parts/dom.js';
import { rowEditor } from '../parts/editor.js';
import { hintPanel } from '../parts/hints.js';
import { codePegs, codeWords, feedbackWords } from '../parts/peg.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { daily } from './daily.js';

/** What was chosen last. @typedef {{rules: string, adversary: boolean, blanks: boolean, allowed: number}} Choice */
/** @type {Choice} */
const USUAL = { rules: '4x6', adversary: false, blanks: false, allowed: 10 };

/** @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  if (context.parts[0] === 'daily') return daily(root, context);
  const shared = context.parts[0] === 'code' ? unseal(context.parts[1] ?? '') : null;
  const game = shared
    ? new PlayedGame({ rules: shared.rules, maker: 'fixed', allowed: shared.allowed, secret: shared.secret })
    : (PlayedGame.resume() ?? begin({ ...USUAL, ...recall('choice', USUAL) }));
  game.keep();
  if (context.parts[0] === 'code') {
    history.replaceState(null, '', '#/play');
    if (!shared) context.announce(t('play.share.bad'));
  }
  show(root, context, game, shared || context.parts[0] !== 'code' ? '' : t('play.share.bad'));
}

/** @param {Choice} choice */
function begin({ rules: name, adversary, blanks, allowed }) {
  const plain = parseRules(name);
  const rules = blanks ? { ...plain, colors: plain.colors + 1, blanks: true } : plain;
  return PlayedGame.begin(rules, adversary ? 'adversary' : 'honest', allowed);
}

/** @param {HTMLElement} root @param {Context} context @param {PlayedGame} game @param {string} [note] */
function show(root, context, game, note = '') {
  const { rules } = game;
  const table = el('div', { class: 'scroll' });
  const making = el('div');
  const status = el('p', { class: 'status' });
  const hints = hintPanel({
    situation: () => ({ rules, rows: game.rows, holes: editor.holes }),
    taken: () => {
      game.hints++;
      game.keep();
    },
    use: (code) => {
      editor.set(code);
      editor.focus();
    },
    announce: context.announce,
  });
  let editor = newEditor();

  function newEditor() {
    return rowEditor({ rules, name: t('play.row', { number: game.rows.length + 1 }), submit: guess });
  }

  /** @param {Code} code */
  async function guess(code) {
    const told = await game.guess(code);
    const number = game.rows.length;
    const values = { number, code: codeWords(code, rules) };
    if (game.won) context.announce(t('said.won', values));
    else {
      const remain = await remaining(rules, game.rows);
      const end = game.over ? ` ${t('play.lost', { code: codeWords(game.secret ?? [], rules) })}` : '';
      context.announce(t('said.guess', { ...values, answer: feedbackWords(told, rules), remain }) + end);
    }
    update();
  }

  function update() {
    hints.reset();
    fill(table, board(rules, game.rows, { empty: t('play.empty') }));
    hints.element.hidden = game.over;
    status.textContent = game.over ? '' : [t('play.left', { left: game.left }), game.hints ? t('play.hints', { count: game.hints }) : ''].filter(Boolean).join(' · ');
    if (game.over) {
      const ended = ending(context, game, again);
      fill(making, ended);
      ended.focus();
    } else {
      editor = newEditor();
      fill(making, el('h2', { class: 'row-name' }, t('play.row', { number: game.rows.length + 1 })), editor.element);
      if (game.rows.length) editor.focus();
    }
    resign.hidden = share.hidden = game.over;
  }

  async function giveUp() {
    if (!(await sure(t('play.resign.sure'), t('play.yes'), t('play.no')))) return;
    await game.resign();
    context.announce(t('play.resigned', { code: codeWords(game.secret ?? [], rules) }));
    update();
  }

  /** @param {Choice} choice */
  function again(choice) {
    const next = begin(choice);
    next.keep();
    show(root, context, next);
    /** @type {HTMLElement | null} */ (root.querySelector('.hole.current'))?.focus();
  }

  const resign = el('button', { type: 'button', on: { click: giveUp } }, t('play.resign'));
  const sharing = el('div', { class: 'sharing' });
  const share = el('button', { type: 'button', on: { click: () => shareGame(game, sharing, context) } }, t('play.share'));
  fill(
    root,
    el(
      'div',
      { class: 'columns' },
      el(
        'section',
        { 'aria-labelledby': 'play' },
        el('h1', { id: 'play' }, t('play.title')),
        el('p', { class: 'quiet' }, t('play.intro', { pegs: rules.pegs, colors: rules.colors - (rules.blanks ? 1 : 0), repeats: t(rules.repeats ? 'play.repeats' : 'play.distinct'), allowed: game.allowed })),
        note && el('p', { class: 'note' }, note),
        table,
        making,
        status,
      ),
      el(
        'div',
        { class: 'side' },
        hints.element,
        el('section', { class: 'panel' }, el('div', { class: 'actions' }, share, resign, el('a', { class: 'button', href: '#/play/daily' }, t('play.daily'))), sharing),
        options(again),
      ),
    ),
  );
  update();
}

/** @param {Rules} rules @param {import('../core/rules.js').Row[]} rows */
async function remaining(rules, rows) {
  if (!isEnumerable(rules)) return '';
  const { count, known } = await summary(rules, rows);
  return t(`remain.${known}`, { count });
}

/** What is said when a game is over. @param {Context} context @param {PlayedGame} game @param {(choice: Choice) => void} again */
function ending(context, game, again) {
  const { rules, secret } = game;
  const count = game.rows.length;
  const told = game.won ? t('play.won', { count }) : t(game.resigned ? 'play.resigned' : 'play.lost', { code: codeWords(secret ?? [], rules) });
  const copied = el('span', { class: 'quiet' });
  const line = el('input', { id: 'line', readonly: true, value: game.line });
  return el(
    'section',
    { class: 'panel ending', tabindex: -1, 'aria-label': told },
    el('h2', {}, told),
    secret && !game.won && el('p', {}, codePegs(secret, rules)),
    game.maker === 'adversary' && !game.won && el('p', {}, t('play.proof')),
    el(
      'div',
      { class: 'actions' },
      el('button', { type: 'button', class: 'primary', on: { click: () => again({ ...USUAL, ...recall('choice', USUAL) }) } }, t('play.again')),
      el('button', { type: 'button', on: { click: () => context.go(`#/review/${encodeURIComponent(game.line)}`) } }, t('play.review')),
    ),
    el('p', { class: 'field' }, el('label', { for: 'line' }, t('play.line')), line, el('button', { type: 'button', on: { click: () => copy(line, copied) } }, t('play.copy')), copied),
  );
}

/** @param {HTMLInputElement} line @param {HTMLElement} told */
async function copy(line, told) {
  line.select();
  try {
    await navigator.clipboard.writeText(line.value);
    told.textContent = t('play.copied');
  } catch {
    // It is selected: the person can copy it.
  }
}

/** @param {PlayedGame} game @param {HTMLElement} into @param {Context} context */
async function shareGame(game, into, context) {
  if (!game.secret) {
    fill(into, el('p', {}, t('play.share.adversary')));
    context.announce(t('play.share.adversary'));
    return;
  }
  const sealed = seal(game.rules, game.secret, game.allowed);
  const told = el('p', { class: 'quiet' });
  const line = el('input', { id: 'shared', readonly: true, value: `${location.origin}${location.pathname}#/play/code/${sealed}` });
  fill(into, el('p', { class: 'field' }, el('label', { for: 'shared' }, t('play.link')), line), told);
  line.focus();
  await copy(line, told);
  if (told.textContent) told.textContent = t('play.shared');
  context.announce(told.textContent ?? '');
}

/** The choice of another game. @param {(choice: Choice) => void} start */
function options(start) {
  const choice = { ...USUAL, ...recall('choice', USUAL) };
  const note = el('p', { class: 'note', role: 'alert' });
  const menu = rulesMenu(parseRules(choice.rules));
  const adversary = el('input', { type: 'checkbox', checked: choice.adversary });
  const blanks = el('input', { type: 'checkbox', checked: choice.blanks });
  const allowed = el('input', { type: 'number', id: 'allowed', min: 1, max: 99, value: choice.allowed, inputmode: 'numeric' });
  return el(
    'details',
    { class: 'panel' },
    el('summary', {}, t('play.options')),
    el(
      'form',
      {
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const { rules } = menu;
            if (!rules) return menu.focus();
            const made = { rules: rulesText(rules), adversary: adversary.checked, blanks: blanks.checked, allowed: Math.min(99, Math.max(1, Math.round(Number(allowed.value)) || USUAL.allowed)) };
            const full = blanks.checked ? { ...rules, colors: rules.colors + 1 } : rules;
            if (adversary.checked && !isEnumerable(full)) {
              note.textContent = t('play.adversary.large');
              return undefined;
            }
            remember('choice', made);
            start(made);
            return undefined;
          },
        },
      },
      menu.element,
      el('label', { class: 'check' }, adversary, t('play.adversary')),
      el('label', { class: 'check' }, blanks, t('play.blanks')),
      el('p', {}, el('label', { for: 'allowed' }, t('play.allowed')), allowed),
      note,
      el('button', { class: 'primary' }, t('play.start')),
    ),
  );
}

/** @param {Rules} rules */
function rulesText({ pegs, colors, repeats, whites }) {
  return `${pegs}x${colors}${repeats ? '' : '-distinct'}${whites ? '' : '-black'}`;
}

export const place = { id: 'play', mount };
