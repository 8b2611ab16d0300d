// German: trees that are read from files.

/** @type {Record<string, string>} */
export const words = {
  'tree.unreadable': 'Diese Datei ist kein Strategiebaum. Wähle eine Datei, die „pegwise tree --format json“ oder „--format figure“ geschrieben hat.',
  'tree.version': 'Diese Datei hat Version {version} des Baumformats. Die Seite liest Version {ours}.',
  'tree.part': 'Diese Datei ist beschädigt: Ein Teil des Baums fehlt.',
  'tree.large': 'Dieses Spiel hat zu viele Codes, um einen Baum auf der Seite zu prüfen.',
  'tree.differs': 'Der Baum passt nicht zu den Codes, die nach diesen Zeilen möglich sind: {rows}.',
  'tree.figures': 'Die Summen in der Datei passen nicht zu ihrem Baum.',
  'figure.unknown': 'Zeile {line}, Spalte {column}: „{found}“ hat in Knuths Schreibweise keine Bedeutung.',
  'figure.unexpected': 'Zeile {line}, Spalte {column}: „{found}“ kann hier nicht stehen.',
  'figure.end': 'Zeile {line}, Spalte {column}: Der Text endet zu früh.',
  'figure.twice': 'Zeile {line}, Spalte {column}: {name} ist zweimal definiert.',
  'figure.unused': 'Zeile {line}, Spalte {column}: {name} wird nie verwendet.',
  'figure.undefined': 'Zeile {line}, Spalte {column}: {name} ist nach „where“ nicht definiert.',
  'figure.itself': 'Zeile {line}, Spalte {column}: {name} ist ein Teil von sich selbst.',
  'figure.count': 'Zeile {line}, Spalte {column}: Hier {count|ist|sind} {count} {count|Code|Codes} möglich, nicht {said}.',
  'figure.most': 'Zeile {line}, Spalte {column}: Nach {guess} und {told} {count|ist|sind} {count} {count|Code|Codes} möglich, mehr als {most}.',
  'figure.guess': 'Zeile {line}, Spalte {column}: „{guess}“ ist kein Code dieses Spiels.',
  'figure.bare': 'Zeile {line}, Spalte {column}: Hier sind {count} Codes möglich, also muss ein Versuch folgen.',
  'figure.empty': 'Zeile {line}, Spalte {column}: Nach {told} ist kein Code möglich, also muss hier 0 stehen, nicht {said}.',
  'figure.win': 'Zeile {line}, Spalte {column}: {guess} kann der Geheimcode sein, also muss hier 1 stehen.',
};
