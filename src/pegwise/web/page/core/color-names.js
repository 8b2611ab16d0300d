// The names of colors with their initials, and which of them the colors of a game are.

export const COLOR_NAMES = [
  'red', 'blue', 'green', 'yellow', 'orange', 'purple', 'sky', 'pink', 'brown', 'white', 'black', 'gray',
];
/** Names that people use beside them. */
const MORE = 'cyan magenta teal violet lime turquoise indigo gold silver navy maroon olive tan beige rose'.split(' ');
const NAMES = [...COLOR_NAMES, ...MORE];
const LETTERS = 'RBGYOPSINWKACMTVL';
/** @type {Record<string, string>} */
const ALIASES = { grey: 'gray' };

/** The initial of a name; undefined if it has none. @param {string} name */
export const initialOf = (name) => LETTERS[NAMES.indexOf(canonical(name))];

/** The name that an initial stands for. @param {string} initial */
export const ofInitial = (initial) => (initial.length === 1 && LETTERS.includes(initial) ? NAMES[LETTERS.indexOf(initial)] : undefined);

/** `gray` for `grey`. @param {string} name */
export const canonical = (name) => ALIASES[name] ?? name;

/** The other way to write a name. @param {string} name */
export const aliasOf = (name) => ALIASES[name] ?? Object.keys(ALIASES).find((other) => ALIASES[other] === name);

/** A word as the name of a color, if it is one. @param {string} word */
export function nameOf(word) {
  const lowered = word.toLowerCase();
  return NAMES.includes(canonical(lowered)) ? lowered : undefined;
}

/** Names for so many colors, those in use among them. Colors keep their numbers; another name in use takes the number of the
 * last name that is not: so white and black are colors 5 and 6 of the original game. @param {number} colors @param {Iterable<string>} used */
export function palette(colors, used = []) {
  const wanted = new Set(used);
  const names = Array.from({ length: colors }, (_, at) => NAMES[at] ?? String(at + 1));
  for (const [spelled, name] of Object.entries(ALIASES)) if (wanted.has(spelled) && names.includes(name)) names[names.indexOf(name)] = spelled;
  const others = [...NAMES, ...Object.keys(ALIASES)].filter((name) => wanted.has(name) && !names.includes(name));
  const free = names.flatMap((name, at) => (wanted.has(name) ? [] : [at])).slice(-others.length || undefined);
  others.slice(0, free.length).forEach((name, at) => (names[free[at]] = name));
  return names;
}
