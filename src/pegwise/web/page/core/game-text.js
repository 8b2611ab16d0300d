// Splits a text into its games: a game in each line, a game in rows, a table with a heading, what the command printed:
// pegwise.play.game_text and pegwise.play.printed_games.

import { readAllHits } from './feedback-notation.js';
import { isRules, NotationError, parseRules, wordsOf } from './notation.js';
import { plainText, readOr, uncommented } from './plain-text.js';
import { rowNumber, splitRows } from './row-text.js';
import { isWin } from './rules.js';

/** A line with its number in the text. @typedef {{number: number, line: string}} Line */
/** The lines of a game: `rules` are its own once they are named, `told` is the feedback so far, `first` the number of its first
 * row, `whole` if a line has several rows, `ended` if no row may follow, `gaps` are its empty lines; `wrong` is the number of a
 * line that cannot be read, or may belong to another game, and why.
 * @typedef {{lines: Line[], rules: Rules | null, told: (string | null)[], first: number | null, whole: boolean, ended: boolean, gaps: number, wrong: {number: number, error: NotationError} | null}} Block */
/** What a line says. @typedef {{rules: Rules, named: boolean, ended: boolean, told: (string | null)[], number: number | null}} Read */

/** The headings of a table's columns. @type {Record<string, string[]>} */
const COLUMNS = {
  guess: ['guess', 'code', 'try'],
  feedback: ['feedback', 'answer', 'score', 'response', 'result', 'hits'],
  black: ['black', 'blacks', 'bull', 'bulls', 'strike', 'strikes', 'right', 'exact'],
  white: ['white', 'whites', 'cow', 'cows', 'ball', 'balls', 'elsewhere', 'misplaced'],
  game: ['game', 'game id', 'id'],
};
const END = /(?:^|\s)(?:won|resigned)(?:\s|$)/i;
const SAID = /(?:^|\s)(?:[A-Za-z][\w-]*=\S*|won|resigned)(?=\s|$)/gi;

/** @returns {Block} */
const block = () => ({ lines: [], rules: null, told: [], first: null, whole: false, ended: false, gaps: 0, wrong: null });

/** The games of a text, each as its lines. @param {string} text @param {Rules} [usual] of games that name none */
export function gamesOf(text, usual = parseRules('4x6')) {
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
  const found = /** @type {Map<string, Block>} */ (new Map());
  for (const { number, line } of others) {
    if ([...line].every((sign) => '-:=+ '.includes(sign) || sign === between)) continue; // the rule below the heading
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
    if (isHeading(line) && found[found.length - 1].lines.some((other) => ROW.test(other.line))) found.push(block());
    if (line) found[found.length - 1].lines.push({ number, line });
  }
  return found;
}

/** @param {Line[]} lines @param {Rules} usual */
function blocks(lines, usual) {
  const found = [];
  let game = block();
  let gap = false;
  for (const { number, line } of lines) {
    if (!line) {
      gap = true;
      continue;
    }
    let read = reading(line, game.rules ?? usual);
    if (!game.lines.length || begins(game, number, read, gap)) {
      if (game.lines.length) read = reading(line, usual);
      found.push((game = block()));
    }
    if (gap && game.lines.length) game.gaps++;
    gap = false;
    add(game, { number, line }, read);
  }
  return found;
}

/** @param {Block} game @param {Line} line @param {Read} read */
function add(game, line, read) {
  game.lines.push(line);
  game.rules = read.rules;
  game.first ??= read.number;
  game.whole ||= read.told.length > 1;
  game.told.push(...read.told);
  game.ended ||= read.ended || (read.told.length > 0 && isWon(game.told, read.rules));
}

/** Whether a line begins a new game; a game is wrong if that is not clear. @param {Block} game @param {number} number @param {Read} read @param {boolean} gap */
function begins(game, number, read, gap) {
  const rows = read.told.length;
  if (read.named || game.ended || (game.whole && rows > 1)) return true;
  if (!rows) return false; // settings of the game above
  if (game.first !== null && read.number !== null) return read.number <= game.first;
  const before = game.lines.length - 1;
  const alike = !before || game.gaps === (gap ? before : 0);
  if (game.whole || rows > 1 || !alike) game.wrong ??= { number, error: new NotationError('games.unclear') };
  return false;
}

/** The rows of a line, which may name rules; a line that cannot be read is taken for one row. @param {string} line @param {Rules} usual @returns {Read} */
function reading(line, usual) {
  const [word, ...others] = line.split(' ');
  const named = isRules(word);
  const rules = named ? parseRules(word) : usual;
  const left = (named ? others.join(' ') : line).replace(SAID, ' ').trim();
  const ended = END.test(line);
  if (!left) return { rules, named, ended, told: [], number: null };
  const told = readOr(() => splitRows([left], rules, wordsOf, true).map((row) => row.told), ['?']);
  return { rules, named, ended, told, number: rowNumber(left, rules, wordsOf) };
}

/** Whether the last of this feedback wins the game, or is left out, as after a last guess. @param {(string | null)[]} told @param {Rules} rules */
function isWon(told, rules) {
  if (told[told.length - 1] === null) return true;
  const hits = readOr(() => readAllHits(told.map((text) => text ?? ''), rules), null);
  return hits !== null && isWin(rules, hits[hits.length - 1]);
}

const RULES = '\\d+x\\d+(?:-[a-z]+)*';
const HEADINGS = [
  new RegExp(`^(?<rules>${RULES}): .*$`),
  new RegExp(`^\\S+ breaks \\S+ \\((?<rules>${RULES}), \\S+ codes?\\)$`),
  /^guess +feedback +before +.*$/,
  /^(?:I hold|I have not yet chosen) a code of .*$/,
];
const COLORS = /^(?:colors: (?:numbers|(letters)) (\S+) to (\S+)|colors: \w+ (.+))$/;
const ROW = /^(?:\d+ +)?(\S+?)\*?  +(?:[●○]+ )?([BW]+|-|\d+B(?:\d+W)?)(?:  +.*)?$/;

/** Whether a line begins a game in what the command prints. @param {string} line */
const isHeading = (line) => HEADINGS.some((heading) => heading.test(line));

/** The rules and the rows that printed lines tell, as lines of a game; the lines themselves if the command did not print them.
 * @param {string[]} lines */
export function gameLines(lines) {
  if (!lines.some(isHeading)) return lines;
  let rules = '';
  let colors = '';
  const rows = [];
  for (const line of lines) {
    const heading = HEADINGS.map((each) => each.exec(line)).find(Boolean);
    const told = COLORS.exec(line);
    const row = ROW.exec(line);
    if (heading) rules = heading.groups?.rules ?? rules;
    else if (told) colors = `colors=${setting(told)}`;
    else if (row) rows.push(`${row[1]}:${row[2]}`);
  }
  return [rules, colors, ...rows].filter(Boolean);
}

/** @param {RegExpExecArray} told */
function setting([, letters, first, last, symbols]) {
  if (symbols) return symbols.split(', .')[0].split(/\s+/).filter(Boolean).join(',');
  return letters ?? `${first}-${last}`;
}
