// Text to take elsewhere: copied where the browser lets the page, saved as a file, or as the link to a sealed code.

import { t } from '../strings/strings.js';
import { el, tellIn } from './dom.js';

/** The link to a sealed code; `copy` is for when it is on the page. @param {string} sealed see core/share.js */
export function codeLink(sealed) {
  const address = `${location.origin}${location.pathname}#/play/code/${sealed}`;
  const told = el('p', { class: 'quiet' });
  const line = el('input', { id: 'shared', readonly: true, value: address });
  const hand = () => navigator.share({ title: 'pegwise', url: address }).catch(() => {});
  const element = el('div', {}, [
    el('div', { class: 'field' }, el('label', { for: 'shared' }, t('play.link')), line),
    'share' in navigator && el('button', { type: 'button', on: { click: hand } }, t('card.share')),
    told,
  ]);
  const copy = () => {
    line.focus();
    return copied(line, told, t('play.shared'));
  };
  return { element, copy };
}

/** Copy a text; whether the browser lets the page. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copy what a field says, and tell so. @param {HTMLInputElement} line @param {HTMLElement} told @param {string} words */
export async function copied(line, told, words) {
  line.select(); // so that the person can copy it
  tellIn(told, (await copyText(line.value)) ? words : t('play.selected'));
}

/** Save a file. @param {Blob} file @param {string} name */
export function download(file, name) {
  const link = el('a', { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
