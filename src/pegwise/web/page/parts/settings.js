// What the reader may choose about the page: its language, its look, its pegs, sounds and motion. All of it applies at once.

import { recall, remember } from '../core/remembered.js';
import { LANGUAGES, nameOf, t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { hear } from './effects.js';
import { areRound, COLOR_SETS, peg, SYMBOLS } from './peg.js';

/** Pegs that show what a set of colors looks like. */
const SAMPLE = 6;

/** Show the settings in their place of the frame, and the button for large type before them; `renamed` is called when colors have
 * other names than before. @param {HTMLDetailsElement} sheet @param {() => void} renamed */
export function showSettings(sheet, renamed) {
  const large = largeType();
  sheet.before(large.button);
  fill(sheet, [
    el('summary', {}, t('settings')),
    el('div', { class: 'sheet' }, [
      languageMenu(),
      choice('theme', t('theme.label'), ['auto', 'light', 'dark'], (value) => t(`theme.${value}`)),
      colorSets(renamed),
      check('shapes', t('shapes.label'), areRound(), (round) => {
        apply('shapes', round ? 'round' : null);
        document.querySelectorAll('.sample').forEach((each) => fill(each, sample())); // shapes are drawn, so all pegs are drawn anew
        renamed();
      }),
      choice('symbols', t('symbols.label'), SYMBOLS, (value) => t(`symbols.${value}`)),
      large.line,
      check('motion', t('motion.label'), recall('motion', null) !== null, (still) => apply('motion', still ? 'none' : null)),
      check('sounds', t('sounds.label'), recall('sounds', false), (on) => {
        remember('sounds', on || null);
        hear('win'); // a sample, if they are on
      }),
    ]),
  ]);
  addEventListener('click', (event) => {
    if (!sheet.contains(/** @type {Node} */ (event.target))) sheet.open = false;
  });
  sheet.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !sheet.open) return;
    sheet.open = false;
    sheet.querySelector('summary')?.focus();
  });
}

/** Remember it and show it; null is as it was at first. @param {string} name @param {string | true | null} value */
function apply(name, value) {
  remember(name, value);
  if (value === null) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value === true ? '' : value;
}

/** A setting with one of these values, the first at the beginning.
 * @param {string} name @param {string} label @param {string[]} values @param {(value: string) => string} words */
function choice(name, label, values, words) {
  const now = recall(name, values[0]);
  const select = el('select', { id: name, on: { change: () => apply(name, select.value === values[0] ? null : select.value) } }, [
    values.map((value) => el('option', { value, selected: value === now }, words(value))),
  ]);
  return el('p', {}, el('label', { for: name }, label), select);
}

/** @param {string} name @param {string} label @param {boolean} checked @param {(checked: boolean) => void} changed */
function check(name, label, checked, changed) {
  const input = el('input', { type: 'checkbox', id: name, checked, on: { change: () => changed(input.checked) } });
  return el('label', { class: 'check' }, input, label);
}

/** Large type, for a projector: a button, and the same as a line of the settings. */
function largeType() {
  const isLarge = () => 'large' in document.documentElement.dataset;
  const line = check('large', t('large.label'), isLarge(), enlarge);
  const button = el('button', { type: 'button', class: 'tool large', 'aria-label': t('large.label'), 'aria-pressed': isLarge() ? 'true' : 'false', title: t('large.label'), on: { click: () => enlarge(!isLarge()) } }, 'Aa');
  /** @param {boolean} large */
  function enlarge(large) {
    apply('large', large || null);
    button.setAttribute('aria-pressed', String(large));
    /** @type {HTMLInputElement} */ (line.firstElementChild).checked = large;
  }
  return { button, line };
}

/** @param {() => void} renamed */
function colorSets(renamed) {
  const now = recall('colors', COLOR_SETS[0]);
  const sets = COLOR_SETS.map((set) =>
    el('label', { class: 'check' }, [
      el('input', { type: 'radio', name: 'colors', value: set, checked: set === now, on: { change: () => (apply('colors', set === COLOR_SETS[0] ? null : set), renamed()) } }),
      el('span', {}, t(`colors.${set}`), el('span', { class: 'sample', 'data-colors': set }, sample())),
    ]),
  );
  return el('fieldset', { class: 'sets' }, el('legend', {}, t('colors.label')), sets);
}

const sample = () => Array.from({ length: SAMPLE }, (_, at) => peg(at + 1));

/** The languages, each by its own name. The page is loaded again in the one that is chosen. */
function languageMenu() {
  const now = recall('language', '');
  const choose = () => {
    remember('language', menu.value || null);
    location.reload();
  };
  const menu = el('select', { id: 'language', on: { change: choose } }, [
    el('option', { value: '' }, t('language.auto')),
    LANGUAGES.map((tag) => el('option', { value: tag, lang: tag, selected: tag === now }, nameOf(tag))),
  ]);
  return el('p', {}, el('label', { for: 'language' }, t('language.label')), menu);
}
