// German: the puzzle of the day.

/** @type {Record<string, string>} */
export const words = {
  'daily.title': 'Rätsel des Tages',
  'daily.intro': 'Genau ein Code passt zu allen diesen Zeilen. Welcher ist es?',
  'daily.difficulty': 'Schwierigkeit: {level}.',
  'daily.offline': 'Für das Rätsel des Tages braucht die Seite den Server, aber sie erreicht ihn nicht. Versuche es später noch einmal.',
  'daily.row': 'Deine Lösung',
  'daily.send': 'Prüfen',
  'daily.right': 'Richtig: {code} ist der einzige mögliche Code.',
  'daily.wrong': 'Der Code {code} passt nicht zu Zeile {number}: Sie hätte sonst die Bewertung „{would}“.',
  'daily.how': 'Lösung zeigen',
  'daily.solution': 'Die Lösung Schritt für Schritt',
  'daily.solution.about': 'Die Schritte schreiben jede Farbe als Zahl, schwarze Treffer als B und weiße als W.',
  'daily.leave': 'Zurück zur Partie',
};
