// German: your games and what is shared of them.

/** @type {Record<string, string>} */
export const words = {
  'card.preview': 'Was du teilst',
  'card.copy': 'Als Text kopieren',
  'card.share': 'Teilen …',
  'card.save': 'Als Bild speichern',
  'card.copied': 'Du kannst den Text jetzt einfügen. Er verrät keine Farbe.',
  'card.saved': 'Dein Browser speichert das Bild. Es verrät keine Farbe.',
};
