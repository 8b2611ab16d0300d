// How a color looks: a fill, a shape of its own and a character, always with a dark outline; and how codes and feedback look.

import { canonical, COLOR_NAMES, ofInitial } from '../core/alphabet.js';
import { codeName, colorSymbol, inNumbers } from '../core/notation.js';
import { emptyHole } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { el, svg } from './dom.js';

/** The sets of colors; `colors.SET.names` are their names, those of css/pegs.css in their order. A peg of the last is named by its shape. */
export const COLOR_SETS = ['classic', 'safe', 'contrast', 'shapes'];

/** What stands on a peg. The digits end with 0, which is how a code of Bulls and Cows writes its tenth. */
export const SYMBOLS = ['numbers', 'digits', 'letters', 'none'];

/** The chosen one of the sets. */
function colorSet() {
  const chosen = document.documentElement.dataset.colors ?? '';
  return COLOR_SETS.includes(chosen) ? chosen : 'classic';
}

/** Whether all pegs are round, as those of the old game. */
export const areRound = () => document.documentElement.dataset.shapes === 'round';

const SHAPES = [
  'M20 3a17 17 0 1 1 0 34a17 17 0 1 1 0-34z', // circle
  'M5 5h30v30H5z', // square
  'M20 2L38 35H2z', // triangle
  'M20 1L39 20L20 39L1 20z', // diamond
  'M11 3h18l9 17l-9 17H11l-9-17z', // hexagon
  'M20 2l18 13.5-7 21.5H9L2 15.5z', // pentagon
  'M13 2h14v11h11v14H27v11H13V27H2V13h11z', // cross
  'M20 38C-6 20 4 2 14 4c4 .8 6 4 6 6c0-2 2-5.2 6-6c10-2 20 16-6 34z', // heart
  'M2 10h36v20H2z', // bar
  'M20 2c10 0 18 8 18 18v18H20C10 38 2 30 2 20S10 2 20 2z', // drop
  'M20 38L2 5h36z', // triangle on its tip
  'M12 2h16l10 10v16L28 38H12L2 28V12z', // octagon
];
/** Where the middle of a shape is not the middle of its square, to the eye. @type {Record<number, number>} */
const MIDDLE = { 3: 24, 6: 21, 8: 18, 11: 15 };

/** @param {number} color @param {Rules} [rules] */
const isBlank = (color, rules) => rules !== undefined && color === emptyHole(rules);

/** What a color is called: as the codes of the game write it, else in the set of colors that the reader chose. @param {number} color @param {Rules} [rules] */
export function colorName(color, rules) {
  if (isBlank(color, rules)) return t('color.empty');
  const symbol = rules?.alphabet?.symbols[color - 1];
  if (symbol) return symbol;
  const set = colorSet();
  const name = set === 'shapes' && areRound() ? undefined : t(`colors.${set}.names`).split(', ')[color - 1];
  return name ?? t('color.number', { color: colorSymbol(color, rules) });
}

/** The color of the set that a color of a game looks like: the one of its name, if it is written with an initial or a name.
 * @param {number} color @param {Rules} [rules] */
function lookOf(color, { alphabet } = /** @type {Rules} */ ({})) {
  const symbol = alphabet?.symbols[color - 1] ?? '';
  const name = alphabet?.kind === 'initials' ? ofInitial(symbol) : alphabet?.kind === 'names' ? canonical(symbol) : undefined;
  return (name && colorSet() === 'classic' && COLOR_NAMES.indexOf(name) + 1) || color;
}

/** The symbol that stands on a peg whatever the reader chose: that of the game's codes; of names, which are long, only the
 * first letter of one that the peg does not look like. @param {number} color @param {number} look @param {Rules} [rules] */
function ownMark(color, look, { alphabet } = /** @type {Rules} */ ({})) {
  const symbol = alphabet?.symbols[color - 1] ?? '';
  if (alphabet?.kind !== 'names') return symbol;
  return canonical(symbol) === COLOR_NAMES[look - 1] && colorSet() === 'classic' ? '' : [...symbol][0].toUpperCase();
}

const picture = { viewBox: '0 0 40 40', 'aria-hidden': 'true', focusable: 'false' };

/** A letter of a word. @param {number | null} color @param {Rules} rules */
const tile = (color, rules) =>
  svg('svg', { ...picture, class: color === null ? 'peg tile unset' : 'peg tile' }, [
    svg('rect', { x: 2, y: 2, width: 36, height: 36, rx: 5 }),
    color !== null && svg('text', { x: 20, y: 21 }, colorSymbol(color, rules).toUpperCase()),
  ]);

/** The picture of a color; a hole still open has none (null). @param {number | null} color @param {Rules} [rules] @returns {SVGElement} */
export function peg(color, rules) {
  if (rules?.lists) return tile(color, rules);
  if (color === null) return svg('svg', { ...picture, class: 'peg open' }, svg('circle', { cx: 20, cy: 20, r: 13 }));
  if (isBlank(color, rules)) return svg('svg', { ...picture, class: 'peg blank' }, svg('circle', { cx: 20, cy: 20, r: 7 }));
  const look = lookOf(color, rules);
  const own = ownMark(color, look, rules);
  const shape = areRound() ? 0 : (look - 1) % SHAPES.length;
  const d = SHAPES[shape];
  const y = MIDDLE[shape + 1] ?? 20;
  const made = svg('svg', { ...picture, class: `peg c${look <= SHAPES.length ? look : 0}` }, [
    // On a dark ground a light rim keeps dark pegs apart from it.
    svg('path', { class: 'rim', d }),
    svg('path', { d }),
    own && svg('text', { x: 20, y }, own),
    // Which of them shows is a matter of style.
    !own && svg('text', { class: 'digit', x: 20, y }, colorSymbol(color, rules && inNumbers(rules))),
    !own && color === 10 && svg('text', { class: 'zero', x: 20, y }, 0),
    !own && svg('text', { class: 'letter', x: 20, y }, color <= 26 ? String.fromCharCode(64 + color) : color),
  ]);
  return colored(made, look);
}

/** With the fill and the ink of a color of the set, which css/pegs.css has. @template {HTMLElement | SVGElement} E @param {E} element @param {number} color */
export function colored(element, color) {
  for (const name of ['--p', '--i']) element.style.setProperty(name, `var(${name}${color})`);
  return element;
}

/** A code as pegs, and in words for those who do not see them. @param {Code} code @param {Rules} rules */
export function codePegs(code, rules) {
  return el('span', { class: 'code' }, inFives(code.map((color) => peg(color, rules))), el('span', { class: 'sr' }, codeWords(code, rules)));
}

/** Ten pegs and more stand in groups of five, which stay together where a line breaks. @param {Element[]} pegs */
export function inFives(pegs) {
  if (pegs.length < 10) return pegs;
  const groups = Array.from({ length: Math.ceil(pegs.length / 5) }, (_, at) => pegs.slice(5 * at, 5 * at + 5));
  return groups.map((five) => el('span', { class: 'five' }, five));
}

/** "red, blue, blue, green"; a word is said as it is. @param {Code} code @param {Rules} rules */
export const codeWords = (code, rules) => (rules.lists ? codeName(code, rules) : code.map((color) => colorName(color, rules)).join(', '));

/** "1 black, 2 white"; what is told instead of hits. @param {Feedback} told @param {Rules} rules */
export function feedbackWords({ black, white, text = '' }, { pegs, tells, whites }) {
  if (tells === 'marks') return [...text].map(markName).join(', ');
  if (tells) return black === pegs ? t('answer.won') : t('answer.total', { count: white });
  if (!whites) return t('answer.black', { black });
  return black + white ? t('answer.both', { black, white }) : t('answer.none');
}

/** Keys that are drawn one by one; more are told by their number. */
const DRAWN = 8;

/** An answer as key pegs: black discs and white ones, each with an edge, on a ground of their own; marks as squares, a total as a number.
 * @param {Feedback} told @param {Rules} rules */
export function keyPegs(told, rules) {
  const words = el('span', { class: 'sr' }, feedbackWords(told, rules));
  return el('span', { class: rules.tells === 'marks' ? 'keys squares' : 'keys' }, signs(told, rules), words);
}

/** @param {Feedback} told @param {Rules} rules */
function signs({ black, white, text = '' }, { pegs, tells, whites }) {
  if (tells === 'marks') return [...text].map(markSquare);
  if (tells) return el('span', { class: 'total', 'aria-hidden': 'true' }, black === pegs ? '✓' : white);
  const few = black + white <= DRAWN;
  const kinds = /** @type {[string, number][]} */ (whites ? [['black', black], ['white', white]] : [['black', black]]);
  const marks = kinds.flatMap(([kind, count]) => (few ? Array.from({ length: count }, () => key(kind)) : [key(kind), el('span', { 'aria-hidden': 'true' }, count)]));
  return marks.length ? marks : el('span', { class: 'none', 'aria-hidden': 'true' }, '–');
}

/** One key peg with its ground, for the eye. @param {'black' | 'white'} kind */
export const keyMark = (kind) => el('span', { class: 'keys', 'aria-hidden': 'true' }, key(kind));

/** @param {string} kind */
const key = (kind) =>
  svg('svg', { class: `key ${kind}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('circle', { cx: 8, cy: 8, r: 6 }));

/** The names of the marks. @type {Record<string, string>} */
const NAMES = { G: 'right', Y: 'elsewhere', '.': 'absent' };
/** What stands in the square: a tick, two arrows, a dot. @type {Record<string, string>} */
const SIGNS = { G: 'M4 8.5l3 3 5.5-6.5', Y: 'M4 6.5h8l-2-2.2M12 9.8H4l2 2.2', '.': 'M7.2 8h1.6' };

/** What a mark is called. @param {string} mark */
export const markName = (mark) => t(`mark.${NAMES[mark]}`);

/** One mark, for the eye. @param {string} mark */
export const markSquare = (mark) =>
  svg('svg', { class: `key mark-${NAMES[mark]}`, viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' }, [
    svg('rect', { x: 1, y: 1, width: 14, height: 14, rx: 2.5 }),
    svg('path', { d: SIGNS[mark] }),
  ]);
