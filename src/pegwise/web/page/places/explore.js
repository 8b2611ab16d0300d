// Explore: strategies as trees to walk through, one beside another, and a table of all of them.

/** @import { Context } from '../app.js' */
/** @import { Row, Rules } from '../core/rules.js' */
import { ask } from '../core/api.js';
import { NotationError, parseCode, parseHistory, parseRules, rowName, rulesName } from '../core/notation.js';
import { complain } from '../parts/announcer.js';
import { el, fill } from '../parts/dom.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { comparison } from './compare.js';
import { walk } from './walk.js';

const USUAL = ['counter', 'entropy', 'knuth', 'optimal'];

/** The address: rules, strategy, rows, and the strategy beside it with its rows. @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const [game = '4x6', ...named] = context.parts;
  let rules = parseRules('4x6');
  /** @type {{strategy: string, rows: Row[]}[]} */
  let sides = [{ strategy: named[0] || 'knuth', rows: [] }];
  let note = '';
  try {
    rules = parseRules(game || '4x6');
    sides = [0, 2].filter((at) => at === 0 || named[at]).map((at) => ({ strategy: named[at] || 'knuth', rows: parseHistory(named[at + 1] ?? '', rules) }));
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    note = t(error.key, error.values);
  }
  /** @param {Rules} chosen */
  const begin = (chosen) => {
    leave();
    leave = show(root, context, chosen, sides.map(({ strategy }) => ({ strategy, rows: [] })), '', begin);
    root.querySelector('select')?.focus();
  };
  let leave = show(root, context, rules, sides, note, begin);
  return () => leave();
}

/** @param {HTMLElement} root @param {Context} context @param {Rules} rules @param {{strategy: string, rows: Row[]}[]} sides @param {string} note
 * @param {(rules: Rules) => void} begin */
function show(root, context, rules, sides, note, begin) {
  /** @type {ReturnType<typeof walk>[]} */
  let walks = [];
  const trees = el('div', { class: 'trees' });
  const first = chooser('strategy', (name) => walks[0].play(name));
  const second = chooser('beside', beside);
  const code = el('input', { id: 'follow', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'follow-note' });
  const told = el('p', { class: 'note', id: 'follow-note' });
  const follow = el('form', { class: 'field', on: { submit: followed } }, el('label', { for: 'follow' }, t('explore.follow')), el('div', { class: 'row' }, code, el('button', {}, t('explore.follow.send'))), told);
  /** What each strategy is, in a few words. @type {Map<string, string>} */
  const about = new Map();
  const table = comparison(context, rules, (name) => {
    first.value = name;
    walks[0].play(name);
    walks[0].focus();
  });

  /** @param {string} id @param {(name: string) => void} chosen */
  function chooser(id, chosen) {
    const select = el('select', { id, on: { change: () => chosen(select.value) } });
    return select;
  }

  async function fillChoices() {
    const all = await ask('/strategies').catch(() => USUAL.map((name) => ({ name, summary: '' })));
    for (const [index, select] of [first, second].entries()) {
      const chosen = sides[index]?.strategy ?? '';
      fill(
        select,
        index > 0 && el('option', { value: '' }, t('explore.alone')),
        all.map((/** @type {any} */ { name }) => el('option', { value: name, selected: name === chosen }, name)),
      );
    }
    for (const { name, summary } of all) about.set(name, summary);
    for (const each of walks) each.describe();
    table.offer(all);
  }

  /** @param {string} name of the strategy beside the first; none if empty */
  function beside(name) {
    if (name && walks[1]) walks[1].play(name);
    else if (name) add(name, []);
    else {
      walks.pop()?.stop();
      draw();
    }
    keep();
  }

  /** @param {string} strategy @param {Row[]} rows */
  function add(strategy, rows) {
    walks.push(walk(context, rules, strategy, rows, about, keep));
    draw();
  }

  function draw() {
    trees.classList.toggle('two', walks.length > 1);
    fill(trees, walks.map(({ element }) => element));
  }

  function keep() {
    const parts = walks.flatMap(({ strategy, rows }) => [strategy, encodeURIComponent(rows.map((row) => rowName(row, rules)).join(' '))]);
    history.replaceState(null, '', `#/explore/${[rulesName(rules), ...parts].join('/')}`);
  }

  /** @param {Event} event */
  async function followed(event) {
    event.preventDefault();
    told.textContent = '';
    try {
      const secret = parseCode(code.value, rules);
      for (const each of walks) await each.follow(secret);
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      complain(told, t(error.key, error.values));
      code.focus();
    }
  }

  fill(
    root,
    el('h1', {}, t('explore.title')),
    el('p', { class: 'quiet' }, t('explore.intro'), ' ', t(rules.whites ? 'play.intro.feedback' : 'play.intro.feedback.black')),
    note && el('p', { class: 'note' }, note),
    el(
      'div',
      { class: 'choices' },
      rulesMenu(rules, begin).element,
      el('p', {}, el('label', { for: 'strategy' }, t('explore.strategy')), first),
      el('p', {}, el('label', { for: 'beside' }, t('explore.beside')), second),
      follow,
    ),
    trees,
    table.element,
  );
  fillChoices();
  for (const { strategy, rows } of sides) add(strategy, rows);
  keep();
  return () => {
    for (const each of walks) each.stop();
    walks = [];
    table.stop();
  };
}

export const place = { id: 'explore', mount };
