// The end of a lesson: a position to play on from.

/** @import { Step } from '../../parts/steps.js' */
import { candidates } from '../../core/candidates.js';
import { parseHistory, parseRules } from '../../core/notation.js';
import { sealStart } from '../../core/share.js';
import { el } from '../../parts/dom.js';
import { rowsOf } from '../../parts/tasks.js';
import { t } from '../../strings/strings.js';

/** A step that goes on as a game: with a secret drawn anew each time, or against an adversary.
 * @param {{game: string, history: string, allowed: number, adversary?: boolean}} position @returns {Step} */
export const playFrom = ({ game, history, allowed, adversary = false }) => ({
  name: 'play',
  build({ context, reply }) {
    const rules = parseRules(game);
    const rows = parseHistory(history, rules);
    const codes = [...candidates(rules, rows)];
    const begin = () => {
      reply('', true);
      const secret = adversary ? null : codes[Math.floor(Math.random() * codes.length)];
      context.go(`#/play/from/${sealStart({ rules, rows, secret, allowed })}`);
    };
    return [
      rowsOf(rules, rows),
      el('p', {}, t('remain.exact', { count: codes.length })),
      el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', on: { click: begin } }, t('learn.play'))),
    ];
  },
});
