// Codemakers besides the page: a person at this device, a person elsewhere; and a strategy that races you.

/** @import { Codemaker } from './play-new.js' */
import { PlayedGame } from '../core/game.js';
import { RIVALS } from '../core/race.js';
import { isEnumerable } from '../core/rules.js';
import { seal } from '../core/share.js';
import { recall, remember } from '../core/store.js';
import { codeLink } from '../parts/code-link.js';
import { el, fill } from '../parts/dom.js';
import { askCode, curtain } from '../parts/handover.js';
import { strategyWords, t } from '../strings/strings.js';

const link = el('div', { class: 'friend' });

/** @type {Codemaker} */
const here = {
  id: 'here',
  begin(rules, allowed, start) {
    (async () => {
      const secret = await askCode(rules, t('others.here.title'), t('others.here.ask'));
      if (!secret) return;
      await curtain(t('others.here.pass'), t('others.here.ready'));
      start(new PlayedGame({ rules, maker: 'fixed', allowed, secret }));
    })();
    return null;
  },
};

/** @type {Codemaker} */
const hand = {
  id: 'hand',
  begin: (rules, allowed) => new PlayedGame({ rules, maker: 'fixed', allowed, secret: null }),
};

/** @type {Codemaker} */
const friend = {
  id: 'friend',
  extra() {
    fill(link);
    return link;
  },
  begin(rules, allowed) {
    (async () => {
      const secret = await askCode(rules, t('others.friend.title'), t('others.friend.ask'));
      if (!secret) return;
      const { element, copy } = codeLink(seal(rules, secret, allowed));
      fill(link, element);
      await copy();
    })();
    return null;
  },
};

/** The strategy chosen last. @returns {string} */
const rival = () => recall('rival', 'knuth');
const strategy = el('select', { id: 'rival', on: { change: () => remember('rival', strategy.value) } });

/** @type {Codemaker} */
const race = {
  id: 'race',
  again: true,
  extra() {
    const chosen = rival();
    fill(strategy, RIVALS.map((name) => el('option', { value: name, selected: name === chosen, title: strategyWords(name) }, name)));
    return el('span', { class: 'rival-choice' }, el('label', { for: 'rival' }, t('others.race.strategy')), strategy);
  },
  refuse: (rules) => (!isEnumerable(rules) && rival() !== 'large' ? t('others.race.large') : null),
  begin: (rules, allowed) => PlayedGame.begin(rules, 'random', allowed, rival()),
};

/** Beside those of play-new.js. @type {Codemaker[]} */
export const OTHERS = [race, here, hand, friend];
