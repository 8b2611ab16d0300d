// German: a copy of the page without a server.

/** @type {Record<string, string>} */
export const words = {
  'alone.server': 'Dafür ist ein pegwise-Server nötig. Diese Kopie der Seite hat keinen.',
  'alone.large': 'Ohne den Server ist dieses Spiel zu groß, um auf der Seite einen guten Versuch zu finden.',
};
