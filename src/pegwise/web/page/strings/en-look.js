// English: the settings, the sets of colors, and an address that leads nowhere.

/** @type {Record<string, string>} */
export const words = {
  'theme.label': 'Appearance',
  'theme.auto': 'Same as the system',
  'theme.light': 'Light',
  'theme.dark': 'Dark',

  'colors.label': 'Peg colors',
  'colors.classic': 'Classic',
  'colors.safe': 'For color blindness',
  'colors.contrast': 'High contrast',
  'colors.shapes': 'Shapes without colors',

  'shapes.label': 'All pegs are round',

  'symbols.label': 'Symbols on pegs',
  'symbols.numbers': 'Numbers from 1',
  'symbols.digits': 'Digits 1 to 9, then 0',
  'symbols.letters': 'Letters',
  'symbols.none': 'No symbols',

  'large.label': 'Large type',
  'motion.label': 'No motion',
  'sounds.label': 'Sounds',

  'color.vermilion': 'vermilion',
  'color.crimson': 'crimson',
  'color.tan': 'tan',
  'color.violet': 'violet',
  'color.peach': 'peach',
  'color.wine': 'wine red',

  'shape.circle': 'circle',
  'shape.square': 'square',
  'shape.triangle': 'triangle',
  'shape.diamond': 'diamond',
  'shape.hexagon': 'hexagon',
  'shape.pentagon': 'pentagon',
  'shape.cross': 'cross',
  'shape.heart': 'heart',
  'shape.bar': 'bar',
  'shape.drop': 'drop',
  'shape.arrow': 'arrow',
  'shape.octagon': 'octagon',

  'unknown.title': 'There is no page here',
  'unknown.text': 'No page has the address “{address}”. You can go to one of these pages:',
};
