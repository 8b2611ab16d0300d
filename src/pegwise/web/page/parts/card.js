// Sharing a card: copied as text, handed to another program, or saved as a picture.

/** @import { Card } from '../core/card.js' */
import { cardText } from '../core/card.js';
import { t } from '../strings/strings.js';
import { measure } from './board.js';
import { cardPicture } from './card-picture.js';
import { announce, el, fill } from './dom.js';
import { keyPegs } from './peg.js';

/** The card with its buttons. `card` tells no color of a guess: see core/card.js. @param {Card} card @returns {HTMLElement} */
export function shareCard(card) {
  const text = cardText(card);
  const told = el('p', { class: 'quiet', hidden: true });
  const shown = preview(card);

  /** @param {string} words */
  function tell(words) {
    told.hidden = false;
    told.textContent = words;
    announce(words);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      tell(t('card.copied'));
    } catch {
      fill(shown, el('pre', {}, text));
      getSelection()?.selectAllChildren(shown); // the person can copy it
      tell(t('play.selected'));
    }
  }

  async function save() {
    const picture = await cardPicture(card);
    const link = el('a', { href: URL.createObjectURL(picture), download: 'pegwise.png' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    tell(t('card.saved'));
  }

  async function hand() {
    const files = [new File([await cardPicture(card)], 'pegwise.png', { type: 'image/png' })];
    const whole = navigator.canShare?.({ text, files }) ? { text, files } : { text };
    try {
      await navigator.share(whole);
    } catch {
      // The person thought better of it.
    }
  }

  const button = (/** @type {string} */ key, /** @type {() => void} */ click) => el('button', { type: 'button', on: { click } }, t(key));
  return el(
    'div',
    { class: 'sharing' },
    shown,
    el('div', { class: 'actions' }, button('card.copy', copy), 'share' in navigator && button('card.share', hand), button('card.save', save)),
    told,
  );
}

/** The card as the page draws it: not every system has the symbols of its text. @param {Card} card */
function preview({ title, note, rules, answers }) {
  const rows = el('ol', {}, answers.map((told) => el('li', {}, keyPegs(told, rules))));
  const shown = el('div', { class: 'card', role: 'group', 'aria-label': t('card.preview') }, el('strong', {}, title), rows, note && el('span', { class: 'quiet' }, note));
  measure(shown, { ...rules, pegs: 2 * rules.pegs });
  return shown;
}
