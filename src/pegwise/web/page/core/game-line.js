// A whole game as text, and back: what pegwise.play.game_line reads.

import { parseAlphabet } from './alphabet.js';
import { gameLines } from './game-text.js';
import { codeName, historyName, isRules, namedColors, NotationError, parseRules, parseSecret, readRows, rulesLine } from './notation.js';
import { linesOf } from './plain-text.js';
import { endsWon, feedback, isSame, isSecret, isWin } from './rules.js';

const MAKERS = ['random', 'adversary', 'fixed'];
const MARKS = ['won', 'resigned'];
const SETTINGS = ['secret', 'max-guesses', 'hints', 'codemaker', 'race', 'started', 'colors'];
const LONGEST = 10_000;

/** @param {Game} game */
export function gameName(game) {
  const { rules, rows, allowed, hints, maker } = game;
  const secret = endsWon(rules, rows) ? null : game.secret; // the winning row tells it
  /** @type {[string, unknown][]} */
  const settings = [
    ['secret', secret && codeName(secret, rules)],
    ['max-guesses', allowed],
    ['hints', hints || null],
    ['codemaker', maker === 'random' ? null : maker],
    ['race', game.race],
    ['started', game.started],
  ];
  return [
    rulesLine(rules, [...rows.map(({ guess }) => guess), ...(secret ? [secret] : [])]),
    ...(rows.length ? [historyName(rows, rules)] : []),
    ...(game.guessed ? ['won'] : []),
    ...(game.resigned ? ['resigned'] : []),
    ...settings.filter(([, value]) => value !== null && value !== undefined).map(([key, value]) => `${key}=${value}`),
  ].join(' ');
}

/** A game from its line, or from lines with a row in each; rules may be left out. @param {string} text @param {Rules} [usual] @returns {Game} */
export function parseGame(text, usual = parseRules('4x6')) {
  const lines = gameLines(linesOf(text));
  if (!lines.length) throw new NotationError('game.empty');
  const { rules: named, rows: texts, said } = partsOf(lines);
  const given = named ? parseRules(named) : usual;
  const colors = said.get('colors');
  const start = colors === undefined ? given : { ...given, alphabet: parseAlphabet(colors, namedColors(given)) };
  const code = said.get('secret');
  const { rules, rows } = readRows(texts, start, code === undefined ? [] : [code], true);
  const allowed = said.get('max-guesses');
  /** @type {Game} */
  const game = {
    rules,
    rows,
    secret: code === undefined ? null : parseSecret(code, rules),
    resigned: said.has('resigned'),
    allowed: allowed === undefined ? null : count(allowed),
    hints: count(said.get('hints') ?? '0'),
    maker: (said.get('codemaker') ?? 'random').toLowerCase(),
    ...(said.has('won') ? { guessed: true } : {}),
    ...(said.has('race') ? { race: said.get('race') } : {}),
    ...(said.has('started') ? { started: time(said.get('started') ?? '') } : {}),
  };
  if (game.race === '') throw new NotationError('game.setting', { key: 'race' });
  check(game);
  return game;
}

/** The words of a game: its rules, the lines of its rows, and what else is said. @param {string[]} lines */
function partsOf(lines) {
  let rules = /** @type {string | null} */ (null);
  const rows = [];
  const said = /** @type {Map<string, string>} */ (new Map());
  for (const line of lines) {
    const left = line.split(/\s+/).filter((word) => {
      if (word.length > LONGEST) throw new NotationError('game.long');
      const [, key, value] = /^([a-z][\w-]*)=(.*)$/i.exec(word) ?? [];
      const name = (key ?? word).toLowerCase();
      if (key && !SETTINGS.includes(name)) throw new NotationError('game.setting', { key });
      if (key || MARKS.includes(name)) {
        if (said.has(name)) throw new NotationError('game.twice', { word });
        said.set(name, value ?? '');
        return false;
      }
      return true;
    });
    if (rules === null && !rows.length && left.length && isRules(left[0])) rules = /** @type {string} */ (left.shift());
    if (left.length) rows.push(left.join(' '));
  }
  return { rules, rows, said };
}

/** @param {string} text */
function count(text) {
  if (!/^\d{1,9}$/.test(text)) throw new NotationError('game.number', { text });
  return Number(text);
}

/** @param {string} text */
function time(text) {
  const isTime = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isTime || new Date(text).toISOString().slice(0, 19) !== text.slice(0, 19)) throw new NotationError('game.time', { text });
  return text;
}

/** Tell what cannot be so. @param {Game} game */
function check(game) {
  const { rules, rows, secret, allowed, maker } = game;
  const won = endsWon(rules, rows);
  const guesses = rows.length + (game.guessed ? 1 : 0);
  const early = rows.slice(0, -1).findIndex((row) => isWin(rules, row.feedback));
  if (early >= 0) throw new NotationError('game.after', { number: early + 1 });
  if (game.guessed && (won || secret)) throw new NotationError('game.guessed');
  if (game.resigned && (won || game.guessed)) throw new NotationError('game.both');
  if (allowed !== null && Math.max(1, guesses) > allowed) throw new NotationError('game.rows', { guesses, allowed });
  if (!MAKERS.includes(maker)) throw new NotationError('game.maker', { maker });
  const code = secret ?? (won ? rows[rows.length - 1].guess : null);
  if (won && code && !isSecret(rules, code)) throw new NotationError('game.noSecret', { number: rows.length });
  const wrong = code ? rows.findIndex((row) => !isSame(feedback(rules, code, row.guess), row.feedback)) : -1;
  if (wrong >= 0) throw new NotationError('game.secret', { number: wrong + 1 });
}
