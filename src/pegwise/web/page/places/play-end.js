// What is said of a game, what is offered when it is over, and the link to a code that others may break.

/** @import { PlayedGame } from '../core/game.js' */
/** @import { Race } from '../core/race.js' */
import { summary } from '../core/counting.js';
import { namedColors } from '../core/notation.js';
import { prepare } from '../core/python.js';
import { feedback, isEnumerable, isSame, secretRules } from '../core/rules.js';
import { seal } from '../core/share.js';
import { board } from '../parts/board.js';
import { gameCard, shareCard } from '../parts/card.js';
import { codeLink, copied } from '../parts/copying.js';
import { announce, el, fill } from '../parts/dom.js';
import { RowEditor } from '../parts/editor.js';
import { codePegs, codeWords, feedbackWords, keyPegs } from '../parts/peg.js';
import { t } from '../strings/strings.js';

/** The game in a line. @param {PlayedGame} game */
export function gameWords({ rules, maker }) {
  const size = t('play.about', { pegs: rules.pegs, colors: namedColors(rules) });
  const parts = [size, t(rules.repeats ? 'play.repeats' : 'play.distinct'), rules.blanks && t('play.intro.blanks'), rules.any && t('option.any.intro'), rules.holes && t('option.holes.intro'), rules.tells && t(`told.${rules.tells}.intro`), maker === 'adversary' && t('play.intro.adversary')];
  return parts.filter(Boolean).join(' ');
}

/** Where it stands; nothing when it is over. @param {PlayedGame} game @param {string} remain */
export function statusWords(game, remain) {
  if (game.over) return '';
  const { rival, hints, allowed, rows } = game;
  const off = rival?.trouble ? t('race.off', { strategy: rival.strategy, why: rival.trouble.message }) : '';
  return [t('play.left', { left: allowed - rows.length }), hints ? t('play.hints', { count: hints }) : '', remain, off].filter(Boolean).join(' · ');
}

/** The last row, and the end if it was that. @param {PlayedGame} game @param {string} remain */
export function rowWords(game, remain) {
  const number = game.rows.length;
  const { guess, feedback } = game.rows[number - 1];
  const said = { number, code: codeWords(guess, game.rules), answer: feedbackWords(feedback, game.rules), remain };
  if (game.won) return t('said.won', said);
  return [t('said.guess', said), game.over ? lossWords(game) : ''].join(' ').trim();
}

/** @param {PlayedGame} game */
export function lossWords({ resigned, secret, rules }) {
  const told = t(resigned ? 'others.resigned' : 'others.lost');
  // A person who gives the feedback has not told the code yet.
  return secret ? `${told} ${t('play.secret', { code: codeWords(secret, rules) })}` : told;
}

/** How many codes are left, in words; nothing where they are too many to go through. @param {Rules} rules @param {Row[]} rows */
export async function remaining(rules, rows) {
  if (!isEnumerable(rules)) return '';
  const { count, known } = await summary(rules, rows);
  return t(`remain.${known}`, { count });
}

/** @param {Context} context @param {PlayedGame} game @param {() => void} again */
export function ending(context, game, again) {
  const element = el('section', { class: 'panel ending', tabindex: -1 });

  function draw() {
    const { rules, secret, lie } = game;
    const told = game.won ? t('play.won', { count: game.rows.length }) : lossWords(game);
    element.setAttribute('aria-label', told);
    prepare(); // for the review
    fill(element, [
      el('h2', {}, told),
      secret && !game.won && el('p', { 'aria-hidden': 'true' }, codePegs(secret, rules)),
      !secret && game.byHand && codeAsked(),
      secret && (game.maker === 'adversary' || game.byHand) && [el('p', { class: lie ? 'note' : 'right' }, honestyWords(game)), game.rows.length > 0 && proof(rules, game.rows, secret)],
      raceResult(game),
      game.hints > 0 && el('p', { class: 'quiet' }, t('play.hints', { count: game.hints })),
      el('div', { class: 'actions' }, [
        el('button', { type: 'button', class: 'primary', on: { click: again } }, t('play.again')),
        !lie && el('button', { type: 'button', on: { click: () => context.go(`#/review/${encodeURIComponent(game.line)}`) } }, t('solve.review')),
        el('a', { class: 'button', href: '#/games' }, t('nav.games')),
      ]),
      el('details', {}, el('summary', {}, t('others.share')), shareCard(gameCard(game))),
      !lie && lineField(game),
    ]);
  }

  /** The code that only the person who answered knows. */
  function codeAsked() {
    const editor = new RowEditor({
      rules: secretRules(game.rules),
      name: t('others.code'),
      send: t('others.check'),
      submit: (code) => {
        game.tell(code);
        draw();
        element.focus();
        announce(honestyWords(game));
      },
    });
    return el('div', { class: 'asked' }, el('p', {}, t('others.tell')), editor.element);
  }

  draw();
  return element;
}

/** Whether the codemaker lied. @param {PlayedGame} game */
function honestyWords({ lie, maker }) {
  if (lie) return t('others.lie', { number: lie.number });
  return t(maker === 'adversary' ? 'play.proof' : 'others.honest');
}

/** @param {PlayedGame} game */
function lineField(game) {
  const told = el('span', { class: 'quiet' });
  const line = el('input', { id: 'line', readonly: true, value: game.line });
  return el('div', { class: 'field' }, [
    el('label', { for: 'line' }, t('play.line')),
    el('span', { class: 'beside' }, line, el('button', { type: 'button', on: { click: () => copied(line, told, t('play.copied')) } }, t('play.copy'))),
    told,
  ]);
}

/** The button that makes a link to the game's code, and where it is shown. @param {PlayedGame} game */
export function sharing(game) {
  const element = el('div');
  const button = el('button', { type: 'button', hidden: game.byHand, on: { click: share } }, t('play.share'));

  function share() {
    if (!game.secret || game.maker === 'adversary') {
      fill(element, el('p', {}, t('play.share.adversary')));
      return announce(t('play.share.adversary'));
    }
    const link = codeLink(seal(game.rules, game.secret, game.allowed));
    fill(element, link.element);
    return link.copy();
  }

  return { button, element };
}

/** @param {Rules} rules @param {Row[]} rows @param {Code} secret */
function proof(rules, rows, secret) {
  const gives = (/** @type {Row} */ { guess }) => feedback(rules, secret, guess);
  const mark = (/** @type {boolean} */ right) => el('span', { class: right ? 'right' : 'clash' }, el('span', { 'aria-hidden': 'true' }, right ? '✓' : '✗'), el('span', { class: 'sr' }, t(right ? 'proof.yes' : 'proof.no')));
  const columns = [
    { heading: t('proof.gives'), cell: (/** @type {Row} */ row) => keyPegs(gives(row), rules) },
    { heading: el('span', { class: 'sr' }, t('proof.same')), class: 'same', cell: (/** @type {Row} */ row) => mark(isSame(gives(row), row.feedback)) },
  ];
  return el('div', { class: 'proof' }, [
    el('p', { class: 'guess' }, t('others.code'), ': ', codePegs(secret, rules)),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('proof.caption') }, board(rules, rows, { columns, caption: t('proof.caption') })),
  ]);
}

/** Who won, in words. @param {PlayedGame} game @param {Race} race */
function resultWords({ won, rows }, { won: ended, rows: theirs, strategy, trouble }) {
  if (trouble) return t('race.off', { strategy, why: trouble.message });
  if (!ended) return t('work.thinking');
  const said = { strategy, count: theirs.length };
  if (!won || theirs.length < rows.length) return t('race.lost', said);
  return t(theirs.length === rows.length ? 'race.drawn' : 'race.won', said);
}

/** How the race ended, with all that the other did; nothing where there was none. @param {PlayedGame} game */
function raceResult(game) {
  const { rival, rules } = game;
  if (!rival) return null;
  return el('div', { class: 'race' }, [
    el('p', { class: 'result' }, resultWords(game, rival)),
    rival.rows.length > 0 && el('details', {}, el('summary', {}, t('race.rows', { strategy: rival.strategy })), board(rules, rival.rows, { caption: t('race.rows', { strategy: rival.strategy }) })),
  ]);
}
