// Explore: strategies as trees to walk through, one beside another, also from files, and a table of all of them.

import { Problem, sentence } from '../core/api.js';
import { historyName, parseCode, parseRules, readHistory, rulesLine, rulesName } from '../core/notation.js';
import { ALONE } from '../core/site.js';
import { el, fill, form, tellIn } from '../parts/dom.js';
import { wrongWords } from '../parts/sentences.js';
import { strategyChoices } from '../parts/work.js';
import { optionsOf, rulesMenu } from '../parts/rules-menu.js';
import { t } from '../strings/strings.js';
import { comparison } from './compare.js';
import { isOpened, openTree } from './walk-source.js';
import { walk } from './walk.js';

/** A strategy and the rows to begin with. @typedef {{strategy: string, rows: Row[]}} Side */

/** Trees from files, as long as the page is open. @type {OwnTree[]} */
const own = [];

/** The address: rules, strategy, rows, and the strategy beside it with its rows. @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
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
    view.abort();
    view = new AbortController();
    show(root, chosen, others ?? sides.filter(({ strategy }) => !isOpened(strategy)).map(({ strategy }) => ({ strategy, rows: [] })), '', begin, view.signal);
    root.querySelector('select')?.focus();
  };
  /** Ends what is shown. */
  let view = new AbortController();
  context.signal.addEventListener('abort', () => view.abort());
  show(root, rules, sides, note, begin, view.signal);
}

/** @param {HTMLElement} root @param {Rules} rules @param {Side[]} sides @param {string} note
 * @param {(rules: Rules, sides?: Side[]) => void} begin @param {AbortSignal} signal */
function show(root, rules, sides, note, begin, signal) {
  const menus = strategyMenus((name) => shown.first(name), (name) => shown.beside(name));
  const shown = walks(rules, signal);
  const table = comparison(rules, signal, (name) => {
    menus.show(name);
    shown.first(name);
    shown.focus();
  });
  const file = treeFile(rules, (tree) => {
    own.push(tree);
    begin(tree.rules, [{ strategy: tree.name, rows: tree.rows }]);
  });
  fill(root, [
    el('h1', {}, t('explore.title')),
    el('p', { class: 'quiet' }, t('explore.intro'), ' ', t(`play.intro.feedback.${optionsOf(rules).told}`)),
    note && el('p', { class: 'note' }, note),
    el('div', { class: 'choices' }, rulesMenu(rules, begin).element, menus.elements, followForm(rules, shown.follow)),
    file,
    shown.element,
    table.element,
  ]);
  offer();
  for (const side of sides) shown.add(side);

  async function offer() {
    const all = await strategyChoices();
    const here = own.filter((tree) => rulesName(tree.rules) === rulesName(rules)).map(({ name, title }) => ({ name, title, summary: '' }));
    menus.offer([...here, ...all], sides[0].strategy, sides[1]?.strategy ?? '');
    shown.describe([...here, ...all]);
    table.offer(all);
  }
}

/** The walks, side by side; the address tells where they are. @param {Rules} rules @param {AbortSignal} signal */
function walks(rules, signal) {
  const all = /** @type {ReturnType<typeof walk>[]} */ ([]);
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
    if (all.length && !signal.aborted) history.replaceState(null, '', `#/explore/${[encodeURIComponent(rulesLine(rules, all[0].rows.map(({ guess }) => guess))), ...parts].join('/')}`);
  }

  /** @param {Side} side */
  function add({ strategy, rows }) {
    all.push(walk(rules, strategy, rows, about, keep, signal));
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
    /** @param {Code} secret */
    async follow(secret) {
      for (const each of all) await each.follow(secret);
    },
    /** @param {Choice[]} choices */
    describe(choices) {
      for (const { name, summary } of choices) about.set(name, summary);
      for (const each of all) each.describe();
    },
    focus: () => all[0].focus(),
  };
}

/** A strategy to choose; `title` is what a tree from a file is called. @typedef {{name: string, title?: string, summary: string, samples?: boolean}} Choice */

/** Two menus. @param {(name: string) => void} first @param {(name: string) => void} beside none if empty */
export function strategyMenus(first, beside) {
  const one = el('select', { id: 'strategy', on: { change: () => first(one.value) } });
  const other = el('select', { id: 'beside', on: { change: () => beside(other.value) } });
  return {
    elements: [
      el('p', {}, el('label', { for: 'strategy' }, t('compare.strategy')), one),
      el('p', {}, el('label', { for: 'beside' }, t('explore.beside')), other),
    ],
    /** @param {Choice[]} all @param {string} chosen @param {string} second */
    offer(all, chosen, second) {
      const options = (/** @type {string} */ now) => all.map(({ name, title }) => el('option', { value: name, selected: name === now }, title ?? name));
      fill(one, options(chosen));
      fill(other, el('option', { value: '' }, t('explore.alone')), options(second));
    },
    /** @param {string} name of the first strategy */
    show(name) {
      one.value = name;
    },
  };
}

/** A field for the code. @param {Rules} rules @param {(secret: Code) => Promise<void>} follow */
export function followForm(rules, follow) {
  const code = el('input', { id: 'follow', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'follow-note' });
  const told = el('p', { class: 'note', id: 'follow-note' });

  async function followed() {
    told.textContent = '';
    try {
      await follow(parseCode(code.value, rules));
    } catch (error) {
      tellIn(told, wrongWords(error));
      code.focus();
    }
  }

  return form({ class: 'field' }, followed, [
    el('label', { for: 'follow' }, t('explore.follow')),
    el('div', { class: 'row' }, code, el('button', {}, t('explore.follow.send'))),
    told,
  ]);
}

/** The largest file that is read; a server takes no larger ones. */
const MOST_BYTES = ALONE ? 50_000_000 : 3_000_000;

/** A tree by the name that it is kept by. @typedef {{name: string, title: string, rules: Rules, rows: Row[]}} OwnTree */

/** A field for the file; where a file is dropped on `element`, it is read too. @param {Rules} rules of files that do not name theirs
 * @param {(tree: OwnTree) => void} opened */
export function treeFile(rules, opened) {
  const input = el('input', { type: 'file', id: 'tree-file', accept: '.json,.txt,.figure,application/json,text/plain', 'aria-describedby': 'tree-file-about tree-file-note', on: { change: () => read(input.files?.[0]) } });
  const note = el('p', { class: 'note', id: 'tree-file-note' });
  const element = el('details', { class: 'tree-file', on: { dragover: over, dragleave: () => element.classList.remove('over'), drop } }, [
    el('summary', {}, t('explore.file')),
    el('p', { class: 'quiet', id: 'tree-file-about' }, t('explore.file.about')),
    el('p', {}, el('label', { class: 'sr', for: 'tree-file' }, t('explore.file')), input),
    note,
  ]);

  /** @param {File | undefined} file */
  async function read(file) {
    note.textContent = '';
    if (!file) return;
    element.open = true;
    if (file.size > MOST_BYTES) return tellIn(note, t('explore.file.large'));
    note.textContent = t('work.thinking');
    try {
      const found = await openTree(await file.text(), rules);
      opened({ ...found, title: t('explore.own', { file: file.name }) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tellIn(note, error.offline ? sentence(error) : t('explore.file.wrong', { why: error.details.detail ?? error.message }));
    }
    input.value = '';
  }

  /** @param {DragEvent} event */
  function over(event) {
    event.preventDefault();
    element.classList.add('over');
  }

  /** @param {DragEvent} event */
  function drop(event) {
    event.preventDefault();
    element.classList.remove('over');
    read(event.dataTransfer?.files[0]);
  }

  return element;
}
