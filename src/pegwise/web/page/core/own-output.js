// Reads a game out of text that the command prints: a board, a watched game, a review: pegwise.play.printed_games.

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
export const isHeading = (line) => HEADINGS.some((heading) => heading.test(line));

/** Whether a line is a row of a game in what the command prints. @param {string} line */
export const isPrintedRow = (line) => ROW.test(line);

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
