// Text to take elsewhere: a field with it, copied where the browser lets the page; and the link to a sealed code.

import { t } from '../strings/strings.js';
import { announce, el } from './dom.js';

/** The link to a sealed code; `copy` is for when it is on the page. @param {string} sealed see core/share.js */
export function codeLink(sealed) {
  const address = `${location.origin}${location.pathname}#/play/code/${sealed}`;
  const told = el('p', { class: 'quiet' });
  const line = el('input', { id: 'shared', readonly: true, value: address });
  const hand = () => navigator.share({ title: 'pegwise', url: address }).catch(() => {});
  const element = el(
    'div',
    {},
    el('div', { class: 'field' }, el('label', { for: 'shared' }, t('play.link')), line),
    'share' in navigator && el('button', { type: 'button', on: { click: hand } }, t('card.share')),
    told,
  );
  const copy = () => {
    line.focus();
    return copied(line, told, t('play.shared'));
  };
  return { element, copy };
}

/** Copy what a field says, and tell so. @param {HTMLInputElement} line @param {HTMLElement} told @param {string} words */
export async function copied(line, told, words) {
  line.select();
  try {
    await navigator.clipboard.writeText(line.value);
    told.textContent = words;
  } catch {
    told.textContent = t('play.selected'); // the person can copy it
  }
  announce(told.textContent);
}
