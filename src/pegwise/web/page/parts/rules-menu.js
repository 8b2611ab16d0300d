// Which game: the usual ones to choose from, and a line for any other.

/** @import { Rules } from '../core/rules.js' */
import { namedColors, parseRules, rulesLine } from '../core/notation.js';
import { t } from '../strings/strings.js';
import { complain } from './announcer.js';
import { el } from './dom.js';
import { wrongWords } from './notation-words.js';

const USUAL = { '4x6': 'mastermind', '5x8': 'logik', '4x10-distinct': 'bulls', '3x6': 'small', '6x9': 'large' };
let number = 0;

/** A menu of games. `rules` is what it says now, null where that cannot be read.
 * @param {Rules} chosen @param {(rules: Rules) => void} [changed] */
export function rulesMenu(chosen, changed) {
  const id = `rules-${++number}`;
  const name = rulesLine({ ...chosen, blanks: false, colors: namedColors(chosen) });
  const usual = Object.hasOwn(USUAL, name);
  const typed = el('input', { id: `${id}-typed`, value: usual ? '' : name, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${id}-note`, on: { input: forget, change: tell } });
  const note = el('p', { class: 'note', id: `${id}-note` });
  const line = el('p', { hidden: usual }, el('label', { for: typed.id }, t('rules.typed')), typed, note);
  const select = el(
    'select',
    {
      id,
      on: {
        change: () => {
          line.hidden = select.value !== '';
          if (line.hidden) tell();
          else typed.focus();
        },
      },
    },
    Object.entries(USUAL).map(([value, key]) => el('option', { value, selected: value === name }, t(`rules.${key}`))),
    el('option', { value: '', selected: !usual }, t('rules.other')),
  );

  /** While a person types, so that a click on what stands below does not miss it: the note takes lines. */
  function forget() {
    note.textContent = '';
    typed.removeAttribute('aria-invalid');
  }

  /** @returns {Rules | null} */
  function read() {
    forget();
    try {
      return parseRules(select.value || typed.value);
    } catch (error) {
      complain(note, wrongWords(error));
      typed.setAttribute('aria-invalid', 'true');
      return null;
    }
  }

  function tell() {
    const rules = read();
    if (rules) changed?.(rules);
  }

  return {
    element: el('div', { class: 'rules-menu' }, el('p', {}, el('label', { for: id }, t('rules.label')), select), line),
    get rules() {
      return read();
    },
    focus: () => (line.hidden ? select : typed).focus(),
  };
}
