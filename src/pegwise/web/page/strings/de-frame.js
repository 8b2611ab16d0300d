// German: the frame of the page, long work and problems.

/** @type {Record<string, string>} */
export const words = {
  'nav.play': 'Spielen',
  'nav.solve': 'Lösen',
  'nav.review': 'Analyse',
  'nav.explore': 'Erkunden',

  'frame.skip': 'Zum Inhalt springen',
  'frame.pages': 'Seiten',

  'language.label': 'Sprache',
  'language.auto': 'Wie der Browser',

  'settings': 'Einstellungen',

  'place.unloaded': 'Dein Browser kann diese Seite nicht laden, weil er den Server nicht erreicht. Starte den Server mit „pegwise serve“ und lade die Seite neu.',

  'work.bar': 'Fortschritt',
  'work.thinking': 'Ich rechne …',
  'work.progress': '{what}: {done} von {total}',
  'work.about': '{about}: {text}',
  'work.cancel': 'Abbrechen',
  'work.cancelled': 'Abgebrochen.',
  'work.offline': 'Dafür braucht die Seite den Server, aber sie erreicht ihn nicht. Starte den Server mit „pegwise serve“ und lade die Seite neu.',
  'work.busy': 'Versuche es gleich noch einmal.',
  'work.limit': 'Wähle ein kleineres Spiel oder eine andere Strategie.',
  'work.method': 'Wähle ein kleineres Spiel. Auf der Seite „Lösen“ hilft vielleicht auch eine andere Strategie.',
};
