// Which game: the usual ones to choose from, a line for any other, and what else differs between games.

import { namedColors, parseRules, rulesLine } from '../core/notation.js';
import { t } from '../strings/strings.js';
import { el, tellIn } from './dom.js';
import { wrongWords } from './sentences.js';

const USUAL = { '4x6': 'mastermind', '5x8': 'logik', '4x10-distinct': 'bulls', '3x6': 'small', '6x9': 'large' };
const WORDS = 'words';
let number = 0;

/** A menu of games. `rules` is what it says now, null where that cannot be read; with `words` it offers a word game, which
 * `open` opens. @param {Rules} chosen @param {(rules: Rules) => void} [changed] @param {{chosen: boolean, open: () => void}} [words] */
export function rulesMenu(chosen, changed, words) {
  const id = `rules-${++number}`;
  const name = rulesLine(bare(chosen));
  const usual = Object.hasOwn(USUAL, name) || words?.chosen === true;
  const typed = el('input', { id: `${id}-typed`, name: 'typed', value: usual ? '' : name, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${id}-note`, on: { input: forget, change: retyped } });
  const note = el('p', { class: 'note', id: `${id}-note` });
  const line = el('p', { hidden: usual }, el('label', { for: typed.id }, t('rules.typed')), typed, note);
  const options = rulesOptions(optionsOf(chosen), tell);
  const select = el('select', { id, name: 'game', on: { change: choose } }, [
    Object.entries(USUAL).map(([value, key]) => el('option', { value, selected: value === name && !words?.chosen }, t(`rules.${key}`))),
    words && el('option', { value: WORDS, selected: words.chosen }, t('words.game')),
    el('option', { value: '', selected: !usual }, t('rules.other')),
  ]);
  options.offer(chosen, words?.chosen);

  function choose() {
    line.hidden = select.value !== '';
    if (select.value === WORDS) words?.open();
    else if (line.hidden) tell();
    else typed.focus();
  }

  /** While a person types, so that a click on what stands below does not miss it: the note takes lines. */
  function forget() {
    note.textContent = '';
    typed.removeAttribute('aria-invalid');
  }

  /** Options that are typed are those that are chosen. */
  function retyped() {
    const rules = parsed(() => parseRules(typed.value));
    if (rules) options.set(optionsOf(rules));
    tell();
  }

  /** Those with the options. @returns {Rules | null} */
  function read() {
    forget();
    if (select.value === WORDS) return null;
    return parsed(() => {
      const rules = parseRules(select.value || typed.value);
      return parseRules(options.written(rules.blanks ? rules : bare(rules)));
    });
  }

  /** @param {() => Rules} reader */
  function parsed(reader) {
    try {
      return reader();
    } catch (error) {
      tellIn(note, wrongWords(error));
      typed.setAttribute('aria-invalid', 'true');
      return null;
    }
  }

  function tell() {
    const rules = read();
    if (!rules) return;
    options.offer(rules);
    changed?.(rules);
  }

  return {
    element: el('div', { class: 'rules-menu' }, el('p', {}, el('label', { for: id }, t('rules.label')), select), line, options.element),
    get rules() {
      return read();
    },
    focus: () => (line.hidden ? select : typed).focus(),
  };
}

/** The rules without what the options say. @param {Rules} rules @returns {Rules} */
function bare({ pegs, repeats, alphabet, ...rules }) {
  const colors = namedColors({ pegs, repeats, ...rules });
  return { pegs, colors, repeats, whites: true, blanks: false, ...(alphabet && { alphabet }) };
}

/** @typedef {'hits' | 'black' | 'total' | 'marks'} Told */
/** @typedef {{any: boolean, holes: boolean, told: Told}} RulesOptions */

/** What feedback may tell. @type {Told[]} */
const TOLD = ['hits', 'black', 'total', 'marks'];

/** @param {Rules} rules @returns {RulesOptions} */
export const optionsOf = ({ any = false, holes = false, tells, whites }) => ({ any, holes, told: tells ?? (whites ? 'hits' : 'black') });

/** A menu of what feedback tells, with its words. @param {string} id @param {Told} chosen @param {() => void} changed @param {Record<string, string>} [kinds] */
export const toldMenu = (id, chosen, changed, kinds = Object.fromEntries(TOLD.map((kind) => [kind, t(`told.${kind}`)]))) =>
  el('select', { id, name: 'told', on: { change: changed } }, Object.entries(kinds).map(([value, words]) => el('option', { value, selected: value === chosen }, words)));

/** The options; `written` adds them to rules that have none. @param {RulesOptions} chosen @param {() => void} changed */
function rulesOptions(chosen, changed) {
  const id = `options-${++number}`;
  const any = el('input', { type: 'checkbox', name: 'any', checked: chosen.any, on: { change: changed } });
  const holes = el('input', { type: 'checkbox', name: 'holes', checked: chosen.holes, on: { change: changed } });
  const told = toldMenu(id, chosen.told, changed);
  const anyLine = el('label', { class: 'check' }, any, el('span', {}, t('option.any')));
  const element = el('details', { class: 'rules-options', open: chosen.any || chosen.holes || chosen.told !== 'hits' }, [
    el('summary', {}, t('option.title')),
    el('p', {}, el('label', { for: id }, t('board.answer')), told),
    anyLine,
    el('label', { class: 'check' }, holes, el('span', {}, t('option.holes'))),
  ]);

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
