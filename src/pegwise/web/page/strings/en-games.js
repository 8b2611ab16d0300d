// English: your games and what is shared of them.

/** @type {Record<string, string>} */
export const words = {
  'card.preview': 'What you share',
  'card.copy': 'Copy as text',
  'card.share': 'Share …',
  'card.save': 'Save as picture',
  'card.copied': 'You can now paste the text. It gives no color away.',
  'card.saved': 'Your browser saves the picture. It gives no color away.',
};
