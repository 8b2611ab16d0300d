// The rules beside an empty board, until a person has read them; and the meaning of black and white, which stays.

/** @import { Rules } from '../core/rules.js' */
import { recall, remember } from '../core/store.js';
import { t } from '../strings/strings.js';
import { el } from './dom.js';
import { example, legend } from './example.js';
import { showKeys } from './keys.js';
import { optionsOf } from './rules-options.js';

/** @param {Rules} rules */
export function rulesCard(rules) {
  const id = 'rules-card';
  let empty = true;
  const understood = el('button', { type: 'button', on: { click: () => read(true) } }, t('first.understood'));
  const again = el('button', { type: 'button', 'aria-controls': id, on: { click: () => read(false) } }, t('first.again'));
  const text = el(
    'div',
    { id, tabindex: -1 },
    el('h2', {}, t('first.title')),
    el('p', {}, t('first.rules', { pegs: rules.pegs }), ' ', t(`first.answer.${optionsOf(rules).told}`)),
    example(rules),
  );
  const element = el(
    'section',
    { class: 'panel rules-card', 'aria-label': t('first.title') },
    text,
    legend(rules),
    el('div', { class: 'actions' }, understood, again, el('a', { class: 'button', href: '#/how' }, t('how.title')), el('button', { type: 'button', class: 'by-keys', on: { click: showKeys } }, t('keys.show'))),
  );

  /** Whether the person has read them. @param {boolean} done */
  function read(done) {
    remember('first.read', done || null);
    asked = !done;
    draw();
    (done ? again : text).focus();
  }

  /** Whether the rules were asked for: then they stand beside a game that has begun, too. */
  let asked = false;

  function draw() {
    const open = asked || (empty && !recall('first.read', false));
    text.hidden = understood.hidden = !open;
    again.hidden = open;
  }

  return {
    element,
    /** @param {boolean} isEmpty whether the board is empty */
    show(isEmpty) {
      empty = isEmpty;
      draw();
    },
  };
}
