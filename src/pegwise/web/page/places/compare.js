// Strategies compared: a table of their figures, and at which guess each finds the codes.

import { LONGEST } from '../core/api.js';
import { plainCode, plainName } from '../core/notation.js';
import { foundPlot } from '../parts/chart.js';
import { announce, el, fill, refill } from '../parts/dom.js';
import { codePegs } from '../parts/peg.js';
import { table } from '../parts/table.js';
import { asker } from '../parts/work.js';
import { number, t } from '../strings/strings.js';

/** As `pegwise compare --json` has it.
 * @typedef {{strategy: string, first_guess: string | null, total: number, average: number | null, worst: number, distribution: number[], known: string, standard_error?: number | null}} Line */

/** By the average; who has played one game of a sample or none comes last. @param {Line} line */
const rank = ({ average, standard_error: error }) => (average === null || error === null ? Infinity : average);

/** @param {Rules} rules @param {AbortSignal} signal @param {(strategy: string) => void} explore */
export function comparison(rules, signal, explore) {
  let refused = '';
  const work = asker(signal, (problem) => {
    refused = problem.offline ? '' : problem.message;
    return !problem.offline;
  });
  const which = el('fieldset', { class: 'which' }, el('legend', {}, t('compare.which')));
  const send = el('button', { type: 'button', disabled: true, on: { click: compare } }, t('compare.send'));
  const shown = el('div');
  const element = el('section', { 'aria-labelledby': 'compare' }, [
    el('h2', { id: 'compare' }, t('compare.title')),
    el('p', { class: 'quiet' }, t('compare.about')),
    which,
    el('div', { class: 'actions' }, send),
    work.element,
    shown,
  ]);

  async function compare() {
    const strategies = [...which.querySelectorAll('input')].filter((input) => input.checked).map((input) => input.value);
    if (!strategies.length) return;
    const lines = [];
    const missed = [];
    fill(shown);
    for (const strategy of strategies) {
      refused = '';
      const found = await work.ask('/compare', { rules: plainName(rules), strategies: [strategy], seconds: LONGEST }, strategy);
      if (found) lines.push(...found);
      else if (refused) missed.push(t('compare.missed', { strategy, reason: refused }));
      else break; // ended by hand, or no server: what is known stays
      lines.sort((one, other) => rank(one) - rank(other) || 0);
      draw(lines, missed);
    }
    const played = lines.filter(({ average }) => average !== null);
    if (played.length) shown.append(foundPlot(t('compare.plot'), t('compare.strategy'), played.map(({ strategy, distribution }) => ({ name: strategy, counts: distribution }))));
    if (lines.length + missed.length === strategies.length) announce([t('compare.done', { count: lines.length }), ...missed].join(' '));
  }

  /** As far as it is known; who is in the table stays there. @param {Line[]} lines @param {string[]} missed */
  function draw(lines, missed) {
    const headings = ['strategy', 'first', 'average', 'worst', 'total'].map((key) => t(`compare.${key}`));
    refill(shown, [
      lines.length > 0 && el('div', { class: 'scroll' }, table(t('compare.title'), headings, lines.map(row), { kind: 'small' })),
      missed.map((words) => el('p', { class: 'note' }, words)),
    ]);
  }

  /** @param {Line} line */
  function row({ strategy, first_guess: first, average, worst, total, known, standard_error: error }) {
    const sampled = known === 'sampled';
    const figure = number(average ?? 0, sampled ? 2 : 4);
    const estimate = typeof error === 'number' ? `${figure} ± ${number(error, 2)}` : t('compare.one', { average: figure });
    return [
      el('button', { type: 'button', class: 'plain', 'aria-label': t('compare.explore', { strategy }), on: { click: () => explore(strategy) } }, strategy),
      first ? codePegs(plainCode(first, rules), rules) : t('compare.varies'),
      average === null ? t('compare.none') : sampled ? estimate : figure,
      average === null ? '' : `${sampled ? '≥ ' : ''}${number(worst)}`,
      sampled ? '' : number(total),
    ];
  }

  return {
    element,
    /** The strategies to choose from; one that goes by samples is slow, and has to be chosen. @param {{name: string, samples?: boolean}[]} all */
    offer(all) {
      const choices = all.map(({ name, samples }) => el('label', { class: 'check' }, el('input', { type: 'checkbox', value: name, checked: !samples }), name));
      fill(which, el('legend', {}, t('compare.which')), el('div', { class: 'checks' }, choices));
      send.disabled = false;
    },
  };
}
