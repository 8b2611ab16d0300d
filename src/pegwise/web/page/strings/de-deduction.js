// German: the sentences of a deduction, and how it is shown.

/** @type {Record<string, string>} */
export const words = {
  'deduction.lead.black-hits': 'Zeile {row} hat {number} {number|schwarzen|schwarze} Treffer',
  'deduction.lead.white-hits': 'Zeile {row} hat {number} {number|weißen|weiße} Treffer',
  'deduction.lead.hits': 'Zeile {row} hat {number} {number|Treffer|Treffer}',
  'deduction.lead.missed': 'Zeile {row} lässt {number} {number|Stift|Stifte} des Codes ohne Treffer',
  'deduction.lead.pegs': 'der Code hat {number} {number|Stift|Stifte}',
  'deduction.lead.distinct': 'keine Farbe kommt zweimal vor',
  'deduction.none.black-hits': 'Zeile {row} hat keinen schwarzen Treffer',
  'deduction.none.white-hits': 'Zeile {row} hat keinen weißen Treffer',
  'deduction.none.hits': 'Zeile {row} hat keinen Treffer',
  'deduction.none.missed': 'Zeile {row} lässt keinen Stift des Codes ohne Treffer',
  'deduction.is': '{count|Stift|Stifte} {pegs} {count|ist|sind} {color}',
  'deduction.not': '{count|Stift|Stifte} {pegs} {count|ist|sind} nicht {color}',
  'deduction.least': '{color} kommt mindestens {count}‑mal vor',
  'deduction.least.one': '{color} kommt vor',
  'deduction.most': '{color} kommt höchstens {count}‑mal vor',
  'deduction.most.one': '{color} kommt höchstens einmal vor',
  'deduction.most.none': '{color} kommt nicht vor',
  'deduction.conclusion': '{reason}. Daraus folgt: {so}.',
  'deduction.contradiction': '{reason}. Das ist unmöglich.',
  'deduction.assumption': 'Angenommen: {so}.',
  'deduction.refutation': 'Also gilt: {so}.',

  'deduction.title': 'So lässt sich der Code herleiten',
  'deduction.about': 'Ein Treffer ist ein schwarzer oder ein weißer Treffer. Die Zeile, die Stifte und die Notizen, von denen ein Satz spricht, haben einen Ring.',
  'deduction.next': 'Nächster Schritt',
  'deduction.all': 'Alle Schritte',
  'deduction.at': 'Satz {at} von {all}',
};
