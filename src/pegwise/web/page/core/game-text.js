// Splits a text into its games: a game in each line, a game in rows, a table with a heading, printed games: pegwise.play.game_text.

/** @import { Rules } from './rules.js' */
import { NotationError, isRules, parseFeedback, parseRules, splitText } from './notation.js';
import { isHeading, isPrintedRow } from './own-output.js';
import { plainText, uncommented } from './plain-text.js';
import { isWin } from './rules.js';

/** A line with its number in the text. @typedef {{number: number, line: string}} Line */
/** The lines of a game: `whole` if one has several rows, `ended` if no row may follow, `gaps` are its empty lines; `wrong` is the
 * number of a line that cannot be read, or may belong to another game, and why.
 * @typedef {{lines: Line[], whole: boolean, ended: boolean, gaps: number, wrong: {number: number, error: NotationError} | null}} Block */

/** The headings of a table's columns. @type {Record<string, string[]>} */
const COLUMNS = {
  guess: ['guess', 'code', 'try'],
  feedback: ['feedback', 'answer', 'score', 'response', 'result', 'hits'],
  black: ['black', 'blacks', 'bull', 'bulls', 'strike', 'strikes', 'right', 'exact'],
  white: ['white', 'whites', 'cow', 'cows', 'ball', 'balls', 'elsewhere', 'misplaced'],
  game: ['game', 'game id', 'id'],
};
const NUMBER = /^(?:#|row +|guess +|turn +)?(\d{1,4})[.):]?\s+(?=\S+.*\S)/i;
const END = /(?:^|\s)(?:won|resigned)(?:\s|$)/i;
const SAID = /(?:^|\s)(?:[A-Za-z][\w-]*=\S*|won|resigned)(?=\s|$)/gi;

/** @returns {Block} */
const block = () => ({ lines: [], whole: false, ended: false, gaps: 0, wrong: null });

/** The games of a text, each as its lines. @param {string} text @param {Rules} usual of games that name none */
export function gamesOf(text, usual) {
  const lines = plainText(text)
    .split('\n')
    .map((raw, at) => ({ number: at + 1, line: uncommented(raw), comment: raw.trim() !== '' }))
    .filter(({ line, comment }) => line || !comment);
  return tabled(lines) ?? printed(lines) ?? blocks(lines, usual);
}

/** A table whose first line names its columns; null for text of another kind. @param {Line[]} lines */
function tabled(lines) {
  const [heading, ...others] = lines.filter(({ line }) => line);
  if (!heading) return null;
  const between = [...',;\t|'].reduce((best, each) => (heading.line.split(each).length > heading.line.split(best).length ? each : best));
  const names = cells(heading.line, between).map(column);
  if (!names.includes('guess') || !(names.includes('feedback') || names.includes('black'))) return null;
  /** @type {Map<string, Block>} */
  const found = new Map();
  for (const { number, line } of others) {
    const said = cells(line, between);
    const of = (/** @type {string} */ name) => (names.includes(name) ? said[names.lastIndexOf(name)] : undefined);
    const game = found.get(of('game') ?? '') ?? block();
    found.set(of('game') ?? '', game);
    if (said.length !== names.length) game.wrong ??= { number, error: new NotationError('games.columns', { count: said.length, columns: names.length }) };
    const told = of('feedback') || [of('black'), of('white')].filter((each) => each !== undefined).join(',');
    game.lines.push({ number, line: `${of('guess')}:${told}` });
  }
  return [...found.values()];
}

/** The cells of a line of a table, which may stand in quotation marks. @param {string} line @param {string} between */
function cells(line, between) {
  const found = [''];
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    const last = found.length - 1;
    if (quoted && sign === '"' && line[at + 1] === '"') found[last] += line[at++];
    else if (sign === '"' && (quoted || found[last] === '')) quoted = !quoted;
    else if (sign === between && !quoted) found.push('');
    else found[last] += sign;
  }
  return found.map((cell) => cell.trim());
}

/** @param {string} name */
function column(name) {
  const word = name.replaceAll('"', '').toLowerCase();
  return Object.keys(COLUMNS).find((key) => COLUMNS[key].includes(word)) ?? word;
}

/** What the command printed, where a heading stands; null for text of another kind. @param {Line[]} lines */
function printed(lines) {
  if (!lines.some(({ line }) => isHeading(line))) return null;
  const found = [block()];
  for (const { number, line } of lines) {
    if (isHeading(line) && found[found.length - 1].lines.some((other) => isPrintedRow(other.line))) found.push(block());
    if (line) found[found.length - 1].lines.push({ number, line });
  }
  return found;
}

/** @param {Line[]} lines @param {Rules} usual */
function blocks(lines, usual) {
  /** @type {Block[]} */
  const found = [];
  let game = block();
  let gap = false;
  for (const { number, line } of lines) {
    if (!line) {
      gap = true;
      continue;
    }
    const { named, rows, wins } = rowsIn(line, usual);
    if (!game.lines.length || begins(game, { number, line }, gap, rows, named)) found.push((game = block()));
    if (gap && game.lines.length) game.gaps++;
    gap = false;
    game.lines.push({ number, line });
    game.whole ||= rows > 1;
    game.ended ||= END.test(line) || wins;
  }
  return found;
}

/** Whether a line begins a new game; a game is wrong if that is not clear. @param {Block} game @param {Line} next @param {boolean} gap @param {number} rows @param {boolean} named */
function begins(game, { number, line }, gap, rows, named) {
  if (named || game.ended || (game.whole && rows > 1)) return true;
  if (!rows) return false; // settings of the game above
  const first = NUMBER.exec(game.lines[0].line);
  const own = NUMBER.exec(line);
  if (first && own) return Number(own[1]) <= Number(first[1]);
  const before = game.lines.length - 1;
  const alike = !before || game.gaps === (gap ? before : 0);
  if (game.whole || rows > 1 || !alike) game.wrong ??= { number, error: new NotationError('games.unclear') };
  return false;
}

/** Whether a line names rules, how many rows it has, and whether the last of them wins. @param {string} line @param {Rules} usual */
function rowsIn(line, usual) {
  const [word, ...others] = line.split(' ');
  const named = isRules(word);
  const left = (named ? others.join(' ') : line).replace(SAID, ' ').trim();
  if (!left) return { named, rows: 0, wins: false };
  try {
    const rules = named ? parseRules(word) : usual;
    const pairs = splitText([left], rules, true);
    return { named, rows: pairs.length, wins: isWinning(pairs[pairs.length - 1]?.told, rules) };
  } catch (error) {
    if (error instanceof NotationError) return { named, rows: 1, wins: false };
    throw error;
  }
}

/** @param {string | null | undefined} told @param {Rules} rules */
function isWinning(told, rules) {
  try {
    return told === null || (told !== undefined && isWin(rules, parseFeedback(told, rules)));
  } catch (error) {
    if (error instanceof NotationError) return false;
    throw error;
  }
}
