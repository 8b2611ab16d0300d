// A whole game in a line, and back: what pegwise.play.line reads.

/** @import { Rules, Code, Row } from './rules.js' */
import { NotationError, RULES_NAMES, codeName, parseCode, parseRow, parseRules, rowName, rulesName } from './notation.js';
import { feedback, isSame, isWin } from './rules.js';

/** `secret` is told of a finished game only; `won` by a guess that is left out; `race` and `started` are kept as they are.
 * @typedef {{rules: Rules, rows: Row[], secret: Code | null, resigned: boolean, allowed: number | null, hints: number, maker: string}} Play
 * @typedef {Play & {guessed?: boolean, race?: string | null, started?: string | null}} Game */

const MAKERS = ['random', 'adversary', 'fixed'];

/** Whether the last row is the code. @param {Game} game */
const endsWon = ({ rules, rows }) => rows.length > 0 && isWin(rules, rows[rows.length - 1].feedback);

/** @param {Game} game */
export function gameName(game) {
  const { rules, rows, secret, allowed, hints, maker } = game;
  /** @type {[string, unknown][]} */
  const settings = [
    ['secret', endsWon(game) ? null : secret && codeName(secret, rules)], // the winning row tells it
    ['max-guesses', allowed],
    ['hints', hints || null],
    ['codemaker', maker === 'random' ? null : maker],
    ['race', game.race],
    ['started', game.started],
  ];
  return [
    rulesName(rules),
    ...rows.map((row) => rowName(row, rules)),
    ...(game.guessed ? ['won'] : []),
    ...(game.resigned ? ['resigned'] : []),
    ...settings.filter(([, value]) => value !== null && value !== undefined).map(([key, value]) => `${key}=${value}`),
  ].join(' ');
}

/** A game from its line; rules may be left out. @param {string} text @param {Rules} usual @returns {Game} */
export function parseGame(text, usual) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (!words.length) throw new NotationError('game.empty');
  const named = /^\d+[x×]\d+(-[a-z]+)*$/i.test(words[0]) || Object.hasOwn(RULES_NAMES, words[0].toLowerCase());
  const rules = named ? parseRules(/** @type {string} */ (words.shift())) : usual;
  /** @type {Game} */
  const game = { rules, rows: [], secret: null, resigned: false, allowed: null, hints: 0, maker: 'random' };
  const said = new Set();
  for (const [index, word] of words.entries()) {
    const key = takeWord(game, word, index);
    if (key && said.has(key)) throw new NotationError('game.twice', { word });
    said.add(key);
  }
  check(game);
  return game;
}

/** Take a word; what it says, if it may be said once only. @param {Game} game @param {string} word @param {number} index */
function takeWord(game, word, index) {
  const lowered = word.toLowerCase();
  const at = word.indexOf('=');
  if (at >= 0) takeSetting(game, lowered.slice(0, at), word.slice(at + 1));
  else if (lowered === 'won') game.guessed = true;
  else if (lowered === 'resigned') game.resigned = true;
  else {
    if (endsWon(game)) throw new NotationError('game.after', { number: game.rows.length });
    const win = { black: game.rules.pegs, white: 0 };
    game.rows.push(word.includes(':') ? parseRow(word, game.rules) : { guess: parseCode(word, game.rules), feedback: win });
    return `row ${index}`;
  }
  return at >= 0 ? lowered.slice(0, at) : lowered;
}

/** @param {Game} game @param {string} key @param {string} value */
function takeSetting(game, key, value) {
  if (key === 'secret') game.secret = parseCode(value, game.rules);
  else if (key === 'max-guesses') game.allowed = count(value);
  else if (key === 'hints') game.hints = count(value);
  else if (key === 'codemaker') game.maker = value.toLowerCase();
  else if (key === 'race' && value) game.race = value;
  else if (key === 'started') game.started = time(value);
  else throw new NotationError('game.setting', { key });
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
  const won = endsWon(game);
  const guesses = rows.length + (game.guessed ? 1 : 0);
  if (game.guessed && (won || secret)) throw new NotationError('game.guessed');
  if (game.resigned && (won || game.guessed)) throw new NotationError('game.both');
  if (allowed !== null && Math.max(1, guesses) > allowed) throw new NotationError('game.rows', { guesses, allowed });
  if (!MAKERS.includes(maker)) throw new NotationError('game.maker', { maker });
  const code = secret ?? (won ? rows[rows.length - 1].guess : null);
  const wrong = code ? rows.findIndex((row) => !isSame(feedback(rules, code, row.guess), row.feedback)) : -1;
  if (wrong >= 0) throw new NotationError('game.secret', { number: wrong + 1 });
}
