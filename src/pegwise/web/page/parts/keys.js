// Keys that work anywhere on the page: each goes to the row being made, the hints, or the list of the keys.

import { namedColors } from '../core/notation.js';
import { recall, remember } from '../core/remembered.js';
import { t } from '../strings/strings.js';
import { dialog } from './dialogs.js';
import { el } from './dom.js';

/** Something that takes keys. `key` and `paste` tell whether they took it; `say` shows why a key did nothing.
 * @typedef {{element: Element, key: (event: KeyboardEvent) => boolean, paste?: (text: string) => boolean, say?: (text: string) => void}} Taker */

/** The last one is asked first. @type {Set<Taker>} */
const takers = new Set();
/** Controls that use these keys themselves. */
const TYPED = 'input:not([type=radio], [type=checkbox], [readonly]), textarea, select, [contenteditable]';
const OWN = ['Enter', ' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
/** Colors from which on `h` is a color. */
const COLOR_H = 8;

/** Let it have the keys that nothing else takes, as long as it is on the page. @param {Taker} taker */
export function takeKeys(taker) {
  takers.delete(taker);
  for (const old of takers) if (!old.element.isConnected && takers.size > 20) takers.delete(old);
  takers.add(taker);
}

/** Whether this key asks for a hint: `h`, unless that is a color of the game; with Shift it always does.
 * @param {KeyboardEvent} event @param {Rules} rules */
export function isHintKey({ key, shiftKey, ctrlKey, metaKey, altKey }, rules) {
  if (key.toLowerCase() !== 'h' || ctrlKey || metaKey || altKey) return false;
  const { symbols = [] } = rules.alphabet ?? {};
  return shiftKey || (symbols.length ? !symbols.some((symbol) => symbol.toLowerCase() === 'h') : namedColors(rules) < COLOR_H);
}

/** Those that can be seen, and are not behind a dialog. */
function present() {
  const dialog = document.querySelector('dialog[open]');
  return [...takers].reverse().filter(({ element }) => element.isConnected && element.checkVisibility() && (!dialog || dialog.contains(element)));
}

/** @param {Event} event */
const target = ({ target }) => (target instanceof Element ? target : document.body);

/** @param {KeyboardEvent} event */
function pressed(event) {
  const { key } = event;
  const at = target(event);
  if (event.defaultPrevented || event.isComposing || at.closest(TYPED)) return;
  if (key === '?') return document.querySelector('dialog[open]') ? undefined : (event.preventDefault(), showKeys());
  if (!recall('keys', true) || (OWN.includes(key) && at.closest('a, button, summary, input, [role]'))) return;
  const here = present();
  if (here.some((taker) => taker.key(event))) return event.preventDefault();
  const silent = key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey;
  if (!silent) here.find((taker) => taker.say)?.say?.(t('keys.unknown', { key }));
}

/** @param {ClipboardEvent} event */
function pasted(event) {
  if (event.defaultPrevented || target(event).closest(TYPED)) return;
  const text = event.clipboardData?.getData('text/plain').trim();
  if (text && present().some((taker) => taker.paste?.(text))) event.preventDefault();
}

/** The list of the keys, and whether they work anywhere. */
export function showKeys() {
  const anywhere = el('input', { type: 'checkbox', checked: recall('keys', true), on: { change: () => remember('keys', anywhere.checked ? null : false) } });
  const rows = ['colors', 'blank', 'move', 'turn', 'erase', 'undo', 'send', 'hint', 'paste', 'list'];
  /** The keys that have no name. @type {Record<string, string>} */
  const signs = { blank: '.', turn: '↑ ↓', hint: 'H', list: '?' };
  dialog({ class: 'keys-list', 'aria-labelledby': 'keys' }, null, (close) => [
    el('h2', { id: 'keys' }, t('keys.title')),
    el('table', { 'aria-labelledby': 'keys' }, el('tbody', {}, rows.map((row) => el('tr', {}, el('th', { scope: 'row' }, signs[row] ?? t(`keys.${row}.key`)), el('td', {}, t(`keys.${row}`)))))),
    el('label', { class: 'check' }, anywhere, t('keys.anywhere')),
    el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', autofocus: true, on: { click: () => close(null) } }, t('keys.close'))),
  ]);
}

document.addEventListener('keydown', pressed);
document.addEventListener('paste', pasted);
