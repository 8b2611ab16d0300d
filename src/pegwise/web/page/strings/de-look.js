// German: the settings, the sets of colors, and an address that leads nowhere.

/** @type {Record<string, string>} */
export const words = {
  'theme.label': 'Erscheinungsbild',
  'theme.auto': 'Wie im System',
  'theme.light': 'Hell',
  'theme.dark': 'Dunkel',

  'colors.label': 'Farben der Stifte',
  'colors.classic': 'Klassisch',
  'colors.safe': 'Bei Farbenblindheit',
  'colors.contrast': 'Hoher Kontrast',
  'colors.shapes': 'Formen ohne Farben',

  'shapes.label': 'Alle Stifte sind rund',

  'symbols.label': 'Zeichen auf den Stiften',
  'symbols.numbers': 'Zahlen ab 1',
  'symbols.digits': 'Ziffern 1 bis 9, dann 0',
  'symbols.letters': 'Buchstaben',
  'symbols.none': 'Keine Zeichen',

  'large.label': 'Große Schrift',
  'motion.label': 'Keine Bewegung',
  'sounds.label': 'Töne',

  'color.vermilion': 'zinnoberrot',
  'color.crimson': 'himbeerrot',
  'color.tan': 'sandbraun',
  'color.violet': 'violett',
  'color.peach': 'pfirsichfarben',
  'color.wine': 'weinrot',

  'shape.circle': 'Kreis',
  'shape.square': 'Quadrat',
  'shape.triangle': 'Dreieck',
  'shape.diamond': 'Raute',
  'shape.hexagon': 'Sechseck',
  'shape.pentagon': 'Fünfeck',
  'shape.cross': 'Kreuz',
  'shape.heart': 'Herz',
  'shape.bar': 'Balken',
  'shape.drop': 'Tropfen',
  'shape.arrow': 'Pfeil',
  'shape.octagon': 'Achteck',

  'unknown.title': 'Hier ist keine Seite',
  'unknown.text': 'Keine Seite hat die Adresse „{address}“. Diese Seiten gibt es:',
};
