// The way that strategies take to a code.

/** @import { Code, Rules } from '../core/rules.js' */
import { parseCode } from '../core/notation.js';
import { complain } from '../parts/announcer.js';
import { el } from '../parts/dom.js';
import { wrongWords } from '../parts/notation-words.js';
import { t } from '../strings/strings.js';

/** A field for the code. @param {Rules} rules @param {(secret: Code) => Promise<void>} follow */
export function followForm(rules, follow) {
  const code = el('input', { id: 'follow', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'follow-note' });
  const told = el('p', { class: 'note', id: 'follow-note' });

  /** @param {Event} event */
  async function followed(event) {
    event.preventDefault();
    told.textContent = '';
    try {
      await follow(parseCode(code.value, rules));
    } catch (error) {
      complain(told, wrongWords(error));
      code.focus();
    }
  }

  return el(
    'form',
    { class: 'field', on: { submit: followed } },
    el('label', { for: 'follow' }, t('explore.follow')),
    el('div', { class: 'row' }, code, el('button', {}, t('explore.follow.send'))),
    told,
  );
}
