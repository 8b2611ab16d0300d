// All codes of a small game, to cross out by hand those that cannot be the secret.

/** @import { Code, Row, Rules } from '../core/rules.js' */
import { contradictedRow } from '../core/rules.js';
import { t } from '../strings/strings.js';
import { el } from './dom.js';
import { codeWords, peg } from './peg.js';

/** All codes in order. @param {Rules} rules @returns {Code[]} */
export function codesOf({ pegs, colors }) {
  const digits = Array.from({ length: pegs }, (_, peg) => colors ** (pegs - 1 - peg));
  return Array.from({ length: colors ** pegs }, (_, index) => digits.map((place) => (Math.floor(index / place) % colors) + 1));
}

/** Buttons, one for each code, pressed when it is crossed out. @param {Rules} rules */
export function crossing(rules) {
  const codes = codesOf(rules);
  const buttons = codes.map((code) => {
    const button = el('button', { type: 'button', on: { click: () => mark(button, code, button.getAttribute('aria-pressed') !== 'true') } }, el('span', { class: 'code', 'aria-hidden': 'true' }, code.map((color) => peg(color, rules))));
    mark(button, code, false);
    return button;
  });

  /** @param {HTMLElement} button @param {Code} code @param {boolean} crossed */
  function mark(button, code, crossed) {
    button.setAttribute('aria-pressed', String(crossed));
    button.setAttribute('aria-label', t(crossed ? 'how.crossed' : 'how.code', { code: codeWords(code, rules) }));
  }

  const element = el('div', { class: 'crossing', role: 'group', 'aria-label': t('how.codes') }, buttons);
  element.style.setProperty('--columns', String(rules.colors));
  const isCrossed = (/** @type {number} */ index) => buttons[index].getAttribute('aria-pressed') === 'true';

  return {
    element,
    /** The first code that is crossed out and may be the secret, or is not and cannot be. @param {Row[]} rows */
    wrong(rows) {
      const index = codes.findIndex((code, at) => isCrossed(at) === !contradictedRow(rules, rows, code));
      return index < 0 ? null : { code: codes[index], crossed: isCrossed(index), show: () => buttons[index].focus() };
    },
    /** The codes that are not crossed out. */
    get left() {
      return codes.filter((_, index) => !isCrossed(index));
    },
    focus: () => buttons[0].focus(),
  };
}
