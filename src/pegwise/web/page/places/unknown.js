// What is shown where the address leads nowhere.

import { el, fill } from '../parts/dom.js';
import { t } from '../strings/strings.js';

/** @param {HTMLElement} root @param {string} address @param {string[]} places @param {(text: string) => void} announce */
export function unknown(root, address, places, announce) {
  fill(
    root,
    el(
      'section',
      { class: 'panel narrow' },
      el('h1', {}, t('unknown.title')),
      el('p', {}, t('unknown.text', { address })),
      el('ul', { class: 'links' }, places.map((id) => el('li', {}, el('a', { class: 'button', href: `#/${id}` }, t(`nav.${id}`))))),
    ),
  );
  announce(t('unknown.title'));
}
