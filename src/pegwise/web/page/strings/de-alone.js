// German: a copy of the page without a server.

/** @type {Record<string, string>} */
export const words = {
  'alone.server': 'Diese Kopie der Seite spielt, lehrt und gibt Tipps für kleine Spiele. Was dies hier berechnet, hat sie nicht. Wer die Seite betreut, kann es ergänzen: siehe „Put the page on any web space“ in der Dokumentation von pegwise.',
  'alone.cannot': 'Dieser Browser kann nicht ausführen, was dies berechnet: Dazu braucht er WebAssembly mit SIMD und genug Speicher. Alles andere auf dieser Seite funktioniert.',
  'alone.unloaded': 'Was dies berechnet, ist noch nicht geladen und lässt sich jetzt nicht laden. Versuche es wieder, wenn du mit dem Netz verbunden bist.',
  'alone.problem.notation': 'Dieser Text ist nicht lesbar.',
  'alone.problem.worker-lost': 'Das war zu viel für den Browser. Versuche es noch einmal oder verlange weniger.',
  'alone.problem.failed': 'Die Seite hat einen Fehler gemacht.',
  'loading.why': 'Die Seite lädt, was sie für diese Berechnung braucht. Das geschieht einmal: Danach funktioniert sie auch ohne Netz.',
  'loading.bar': 'Wird geladen',
  'loading.count': '{done} von {total} MB',
};
