// English: trees that are read from files.

/** @type {Record<string, string>} */
export const words = {
  'tree.unreadable': 'This file is not a strategy tree. Choose a file that “pegwise tree --format json” or “--format figure” wrote.',
  'tree.version': 'This file has version {version} of the tree format. The page reads version {ours}.',
  'tree.part': 'This file is damaged: a part of the tree is missing.',
  'tree.large': 'This game has too many codes for the page to check a tree.',
  'tree.differs': 'The tree does not match the codes that are possible after these rows: {rows}.',
  'tree.figures': 'The totals in the file do not match its tree.',
  'figure.unknown': 'Line {line}, column {column}: “{found}” has no meaning in Knuth’s notation.',
  'figure.unexpected': 'Line {line}, column {column}: “{found}” cannot stand here.',
  'figure.end': 'Line {line}, column {column}: the text ends too early.',
  'figure.twice': 'Line {line}, column {column}: {name} is defined twice.',
  'figure.unused': 'Line {line}, column {column}: {name} is never used.',
  'figure.undefined': 'Line {line}, column {column}: {name} is not defined after “where”.',
  'figure.itself': 'Line {line}, column {column}: {name} is a part of itself.',
  'figure.count': 'Line {line}, column {column}: {count} {count|code is|codes are} possible here, not {said}.',
  'figure.most': 'Line {line}, column {column}: after {guess} and {told}, {count} {count|code is|codes are} possible, which is more than {most}.',
  'figure.guess': 'Line {line}, column {column}: “{guess}” is not a code of this game.',
  'figure.bare': 'Line {line}, column {column}: {count} codes are possible here, so a guess must follow.',
  'figure.empty': 'Line {line}, column {column}: no code is possible after {told}, so this must be 0, not {said}.',
  'figure.win': 'Line {line}, column {column}: {guess} can be the secret, so this must be 1.',
};
