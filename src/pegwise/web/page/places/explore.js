// Explore: strategies as trees to walk through, one beside another, and a table of all of them.

/** @import { Context } from '../app.js' */
/** @import { Row, Rules } from '../core/rules.js' */
/** @import { Choice } from './explore-choices.js' */
/** @import { OwnTree } from './explore-file.js' */
import { historyName, parseRules, readHistory, rulesLine, rulesName } from '../core/notation.js';
import { isOpened } from '../core/tree-nodes.js';
import { el, fill } from '../parts/dom.js';
import { wrongWords } from '../parts/notation-words.js';
import { rulesMenu } from '../parts/rules-menu.js';
import { optionsOf } from '../parts/rules-options.js';
import { t } from '../strings/strings.js';
import { comparison } from './compare.js';
import { strategyChoices, strategyMenus } from './explore-choices.js';
import { treeFile } from './explore-file.js';
import { followForm } from './explore-follow.js';
import { walk } from './walk.js';

/** A strategy and the rows to begin with. @typedef {{strategy: string, rows: Row[]}} Side */

/** Trees from files, as long as the page is open. @type {OwnTree[]} */
const own = [];

/** The address: rules, strategy, rows, and the strategy beside it with its rows. @param {HTMLElement} root @param {Context} context */
function mount(root, context) {
  const [game = '4x6', ...named] = context.parts;
  let rules = parseRules('4x6');
  /** @type {Side[]} */
  let sides = [{ strategy: named[0] || 'knuth', rows: [] }];
  let note = '';
  try {
    rules = parseRules(game || '4x6');
    sides = [0, 2].filter((at) => at === 0 || named[at]).map((at) => {
      const read = readHistory(named[at + 1] ?? '', rules);
      rules = read.rules; // both sides are written in the same symbols
      return { strategy: named[at] || 'knuth', rows: read.rows };
    });
  } catch (error) {
    note = wrongWords(error);
  }
  /** @param {Rules} chosen @param {Side[]} [others] */
  const begin = (chosen, others) => {
    leave();
    leave = show(root, context, chosen, others ?? sides.filter(({ strategy }) => !isOpened(strategy)).map(({ strategy }) => ({ strategy, rows: [] })), '', begin);
    root.querySelector('select')?.focus();
  };
  let leave = show(root, context, rules, sides, note, begin);
  return () => leave();
}

/** @param {HTMLElement} root @param {Context} context @param {Rules} rules @param {Side[]} sides @param {string} note
 * @param {(rules: Rules, sides?: Side[]) => void} begin */
function show(root, context, rules, sides, note, begin) {
  const menus = strategyMenus((name) => shown.first(name), (name) => shown.beside(name));
  const shown = walks(context, rules);
  const table = comparison(context, rules, (name) => {
    menus.show(name);
    shown.first(name);
    shown.focus();
  });
  const file = treeFile(rules, (tree) => {
    own.push(tree);
    begin(tree.rules, [{ strategy: tree.name, rows: tree.rows }]);
  });
  fill(
    root,
    el('h1', {}, t('explore.title')),
    el('p', { class: 'quiet' }, t('explore.intro'), ' ', t(`play.intro.feedback.${optionsOf(rules).told}`)),
    note && el('p', { class: 'note' }, note),
    el('div', { class: 'choices' }, rulesMenu(rules, begin).element, menus.elements, followForm(rules, shown.follow)),
    file,
    shown.element,
    table.element,
  );
  offer();
  for (const side of sides) shown.add(side);

  async function offer() {
    const all = await strategyChoices();
    const here = own.filter((tree) => rulesName(tree.rules) === rulesName(rules)).map(({ name, title }) => ({ name, title, summary: '' }));
    menus.offer([...here, ...all], sides[0].strategy, sides[1]?.strategy ?? '');
    shown.describe([...here, ...all]);
    table.offer(all);
  }

  return () => {
    shown.stop();
    table.stop();
  };
}

/** The walks, side by side; the address tells where they are. @param {Context} context @param {Rules} rules */
function walks(context, rules) {
  /** @type {ReturnType<typeof walk>[]} */
  let all = [];
  /** What each strategy is, in a few words. @type {Map<string, string>} */
  const about = new Map(own.map(({ name, title }) => [`name ${name}`, title]));
  const element = el('div', { class: 'trees' });

  function draw() {
    element.classList.toggle('two', all.length > 1);
    fill(element, all.map((each) => each.element));
    keep();
  }

  /** A tree from a file is not in the address: nobody else has the file. */
  function keep() {
    const named = all.filter(({ strategy }) => !isOpened(strategy));
    const parts = named.flatMap(({ strategy, rows }) => [strategy, encodeURIComponent(historyName(rows, rules))]);
    if (all.length) history.replaceState(null, '', `#/explore/${[encodeURIComponent(rulesLine(rules, all[0].rows.map(({ guess }) => guess))), ...parts].join('/')}`);
  }

  /** @param {Side} side */
  function add({ strategy, rows }) {
    all.push(walk(context, rules, strategy, rows, about, keep));
    draw();
  }

  return {
    element,
    add,
    /** @param {string} name */
    first: (name) => all[0].play(name),
    /** @param {string} name of the strategy beside the first; none if empty */
    beside(name) {
      if (name && all[1]) all[1].play(name);
      else if (name) add({ strategy: name, rows: [] });
      else {
        all.splice(1).forEach((each) => each.stop());
        draw();
      }
    },
    /** @param {import('../core/rules.js').Code} secret */
    async follow(secret) {
      for (const each of all) await each.follow(secret);
    },
    /** @param {Choice[]} choices */
    describe(choices) {
      for (const { name, summary } of choices) about.set(name, summary);
      for (const each of all) each.describe();
    },
    focus: () => all[0].focus(),
    stop() {
      for (const each of all) each.stop();
      all = [];
    },
  };
}

export const place = { id: 'explore', mount };
