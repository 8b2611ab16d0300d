// German: why the server does not answer, and how far its work is.

/** @type {Record<string, string>} */
export const words = {
  'problem.notation': 'Der Server kann diesen Text nicht lesen.',
  'problem.rules': 'Diese Regeln kann kein Spiel haben.',
  'problem.code': 'Ein Code gehört nicht zu diesem Spiel.',
  'problem.feedback': 'Diese Bewertung kann kein Code bekommen.',
  'problem.contradiction': 'Kein Code passt zu allen Zeilen.',
  'problem.strategy': 'Diese Strategie kann dieses Spiel nicht spielen.',
  'problem.method': 'Dieses Spiel ist dafür zu groß.',
  'problem.limit': 'Das braucht mehr Zeit oder Speicher, als eine Frage haben darf.',
  'problem.file': 'Diese Datei enthält keinen vollständigen Strategiebaum dieses Spiels. Wähle eine Datei, die „pegwise tree --format json“ oder „--format figure“ geschrieben hat.',
  'problem.impossible': 'Das ist nicht möglich.',
  'problem.invalid': 'Die Seite und der Server verstehen sich nicht. Lade die Seite neu.',
  'problem.host-refused': 'Der Server antwortet nur seiner eigenen Seite.',
  'problem.body-too-large': 'Das ist zu lang für den Server.',
  'problem.body-too-slow': 'Die Verbindung zum Server ist zu langsam.',
  'problem.busy': 'Der Server ist beschäftigt.',
  'problem.worker-lost': 'Der Server hat die Arbeit an dieser Frage verloren.',
  'problem.no-game': 'Der Server hat diese Partie nicht.',
  'problem.moved-on': 'Die Partie hat sich inzwischen geändert.',
  'problem.not-kept': 'Der Server kann jetzt keine Partien speichern.',
  'problem.failed': 'Der Server hat einen Fehler gemacht. Sein Protokoll sagt mehr.',

  'progress.secrets': 'Codes',
  'progress.codes': 'Codes',
  'progress.guesses': 'Versuche',
  'progress.guesses-reviewed': 'Versuche analysiert',
  'progress.games': 'Partien',
  'progress.histories': 'Stellungen geprüft',
  'progress.assumptions': 'Annahmen',
  'progress.lemmas': 'Schritte der Suche',

  'problem.offline': 'Die Seite erreicht den Server nicht.',
  'problem.unknown': 'Der Server nennt keinen Grund.',
};
