// What else differs between games: what a guess may have that the secret has not, and what feedback tells.

/** @import { Rules } from '../core/rules.js' */
import { rulesLine } from '../core/notation.js';
import { t } from '../strings/strings.js';
import { el } from './dom.js';

/** @typedef {'hits' | 'black' | 'total' | 'marks'} Told */
/** @typedef {{any: boolean, holes: boolean, told: Told}} RulesOptions */

/** What feedback may tell. @type {Told[]} */
const TOLD = ['hits', 'black', 'total', 'marks'];

/** @param {Rules} rules @returns {RulesOptions} */
export const optionsOf = ({ any = false, holes = false, tells, whites }) => ({ any, holes, told: tells ?? (whites ? 'hits' : 'black') });

/** A menu of what feedback tells, with its words. @param {string} id @param {Told} chosen @param {() => void} changed @param {Record<string, string>} [kinds] */
export const toldMenu = (id, chosen, changed, kinds = Object.fromEntries(TOLD.map((kind) => [kind, t(`told.${kind}`)]))) =>
  el('select', { id, name: 'told', on: { change: changed } }, Object.entries(kinds).map(([value, words]) => el('option', { value, selected: value === chosen }, words)));

let number = 0;

/** The options; `written` adds them to rules that have none. @param {RulesOptions} chosen @param {() => void} changed */
export function rulesOptions(chosen, changed) {
  const id = `options-${++number}`;
  const any = el('input', { type: 'checkbox', name: 'any', checked: chosen.any, on: { change: changed } });
  const holes = el('input', { type: 'checkbox', name: 'holes', checked: chosen.holes, on: { change: changed } });
  const told = toldMenu(id, chosen.told, changed);
  const anyLine = el('label', { class: 'check' }, any, el('span', {}, t('option.any')));
  const element = el(
    'details',
    { class: 'rules-options', open: chosen.any || chosen.holes || chosen.told !== 'hits' },
    el('summary', {}, t('option.title')),
    el('p', {}, el('label', { for: id }, t('option.told')), told),
    anyLine,
    el('label', { class: 'check' }, holes, el('span', {}, t('option.holes'))),
  );

  return {
    element,
    /** @param {RulesOptions} next */
    set(next) {
      any.checked = next.any;
      holes.checked = next.holes;
      told.value = next.told;
    },
    /** Offer what these rules can have; words have none of them. @param {Rules} rules @param {boolean} [words] */
    offer({ repeats }, words = false) {
      element.hidden = words;
      anyLine.hidden = repeats;
    },
    /** @param {Rules} rules */
    written(rules) {
      const [name, ...colors] = rulesLine(rules).split(' ');
      const options = [told.value === 'black' && '-black', any.checked && !rules.repeats && '-any', holes.checked && '-holes', ['total', 'marks'].includes(told.value) && `-${told.value}`];
      return [name + options.filter(Boolean).join(''), ...colors].join(' ');
    },
  };
}
