// English: a copy of the page without a server.

/** @type {Record<string, string>} */
export const words = {
  'alone.server': 'This copy of the page plays, teaches and gives hints for small games. It does not have what works this out. Whoever looks after the page can add that: see “Put the page on any web space” in the documentation of pegwise.',
  'alone.cannot': 'This browser cannot run what works this out: it needs WebAssembly with SIMD, and enough memory. Everything else on this page works.',
  'alone.unloaded': 'What works this out is not loaded yet, and cannot be loaded now. Try again when you have a network connection.',
  'alone.problem.notation': 'This text cannot be read.',
  'alone.problem.worker-lost': 'This was too much for the browser. Try it again, or ask for less.',
  'alone.problem.failed': 'The page made a mistake.',
  'loading.why': 'The page loads what it needs to work this out. It does so once: from then on it works without a network too.',
  'loading.bar': 'Loading',
  'loading.count': '{done} of {total} MB',
};
