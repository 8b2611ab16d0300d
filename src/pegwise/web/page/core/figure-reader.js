// Reads Knuth's condensed notation into a tree. As pegwise.trees.read_figure: first the grammar, then the game.

/** @import { Code, Rules } from './rules.js' */
/** @import { Dealt, TreeNode } from './tree.js' */
import { candidates } from './candidates.js';
import { answerGroups, DEEPEST } from './figure-writer.js';
import { feedbackName, NotationError, plainCode } from './notation.js';
import { feedback, isEnumerable } from './rules.js';
import { deal, nodeOf, TreeError } from './tree.js';
import { winName } from './tree-shape.js';

/** What the text has for one position. @typedef {{at: number, count: number, form: '' | 'unique' | 'pairs' | 'full' | 'aside', guess: string, name: string, groups: Entry[][]}} Entry */
/** @typedef {{kind: string, text: string, at: number}} Token */

const TOKEN = /\s*(?:(?<number>\d+(?:-\d+)*)|(?<word>[A-Za-z]+)|(?<mark>[(),;:=]))/y;

/** @param {string} text @param {Rules} rules @returns {TreeNode} */
export function readFigure(text, rules) {
  if (!isEnumerable(rules)) throw new TreeError('tree.large');
  const { root, aside } = parser(text, rules);
  const asked = new Set();
  const found = planter(text, rules, aside, asked)(root, [...candidates(rules, [])]);
  for (const [name, entry] of aside) if (!asked.has(name)) fail(text, entry.at, 'figure.unused', { name });
  return found;
}

/** @param {string} text @param {number} at @param {string} key @param {Record<string, string | number>} [values] @returns {never} */
function fail(text, at, key, values = {}) {
  const before = text.slice(0, at).split('\n');
  throw new TreeError(key, { line: before.length, column: before[before.length - 1].length + 1, ...values });
}

/** @param {string} text @returns {Token[]} */
function tokens(text) {
  const found = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) fail(text, at + (text.slice(at).length - text.slice(at).trimStart().length), 'figure.unknown', { found: text.slice(at).trimStart()[0] });
    const [kind, said] = /** @type {[string, string]} */ (Object.entries(groups).find(([, value]) => value !== undefined));
    found.push({ kind, text: said, at: TOKEN.lastIndex - said.length });
    at = TOKEN.lastIndex;
  }
  return [...found, { kind: 'end', text: '', at: end }];
}

/** Reads the text into entries; it knows the grammar, not the game. @param {string} text @param {Rules} rules */
function parser(text, rules) {
  const all = tokens(text);
  let place = 0;
  let depth = 0;
  const next = () => all[place];
  const isMark = (/** @type {string} */ mark) => next().kind === 'mark' && next().text === mark;
  /** @returns {never} */
  const unexpected = () => fail(text, next().at, next().kind === 'end' ? 'figure.end' : 'figure.unexpected', { found: next().text });
  /** @param {string} kind */
  const take = (kind) => (next().kind === kind ? all[place++] : unexpected());
  /** @param {string} mark */
  const mark = (mark) => (isMark(mark) ? place++ : unexpected());

  /** @returns {Entry} */
  function entry() {
    const { text: number, at } = take('number');
    if (++depth > DEEPEST) fail(text, at, 'figure.unexpected', { found: number });
    if (!/^\d{1,12}$/.test(number)) fail(text, at, 'figure.unexpected', { found: number });
    /** @type {Entry} */
    const found = { at, count: Number(number), form: '', guess: '', name: '', groups: [] };
    if (next().kind === 'word' && next().text !== 'where') {
      found.name = take('word').text;
      found.form = 'aside';
    } else if (isMark('(')) body(found);
    depth--;
    return found;
  }

  /** @param {Entry} found */
  function body(found) {
    mark('(');
    found.guess = take('number').text;
    if (next().kind === 'word' && next().text === 'x') {
      place++;
      found.form = 'pairs';
    } else if (isMark(':')) {
      place++;
      found.form = 'full';
      found.groups = groups();
    } else found.form = 'unique';
    mark(')');
    return found;
  }

  function groups() {
    return answerGroups(rules).map((group, black) => {
      if (black) mark(';');
      return group.map((_, index) => {
        if (index) mark(',');
        return entry();
      });
    });
  }

  const root = entry();
  /** @type {Map<string, Entry>} */
  const aside = new Map();
  if (isMark(',')) place++;
  if (next().kind === 'word' && next().text === 'where') {
    place++;
    while (next().kind !== 'end') {
      const { text: name, at } = take('word');
      if (aside.has(name)) fail(text, at, 'figure.twice', { name });
      mark('=');
      aside.set(name, body({ at, count: 0, form: '', guess: '', name, groups: [] }));
    }
  }
  if (next().kind !== 'end') unexpected();
  return { root, aside };
}

/** Turns entries into nodes, each compared with the codes that fit. @param {string} text @param {Rules} rules @param {Map<string, Entry>} aside @param {Set<string>} asked */
function planter(text, rules, aside, asked) {
  /** @type {string[]} */
  const within = [];
  const win = winName(rules);

  /** @param {Entry} said @param {Code[]} codes @returns {TreeNode} */
  function plant(said, codes) {
    if (said.count !== codes.length) fail(text, said.at, 'figure.count', { count: codes.length, said: said.count });
    if (said.form !== 'aside') return plantBody(said, codes);
    const { name } = said;
    const part = aside.get(name);
    if (!part) return fail(text, said.at, 'figure.undefined', { name });
    if (within.includes(name)) fail(text, said.at, 'figure.itself', { name });
    asked.add(name);
    within.push(name);
    const node = plantBody(part, codes);
    within.pop();
    return node;
  }

  /** @param {Entry} said @param {Code[]} codes */
  function plantBody(said, codes) {
    if (!said.form) return lowestFirst(said, codes);
    const guess = guessOf(said);
    const dealt = deal(rules, codes, guess);
    if (said.form === 'full') return nodeOf(guess, codes.length, full(said, dealt));
    const most = said.form === 'pairs' ? 2 : 1;
    /** @type {Map<string, TreeNode>} */
    const children = new Map();
    for (const [told, some] of dealt) {
      if (some.length > most) fail(text, said.at, 'figure.most', { guess: said.guess, told, count: some.length, most });
      if (told !== win) children.set(told, lowestFirst(said, some));
    }
    return nodeOf(guess, codes.length, children);
  }

  /** @param {Entry} said */
  function guessOf(said) {
    try {
      return plainCode(said.guess, rules);
    } catch (error) {
      if (error instanceof NotationError) return fail(text, said.at, 'figure.guess', { guess: said.guess });
      throw error;
    }
  }

  /** What a bare number stands for. @param {Entry} said @param {Code[]} codes */
  function lowestFirst(said, codes) {
    if (codes.length > 2) fail(text, said.at, 'figure.bare', { count: codes.length });
    const [first, second] = codes;
    /** @type {Map<string, TreeNode>} */
    const children = new Map();
    if (second) children.set(feedbackName(feedback(rules, second, first)), nodeOf(second, 1, new Map()));
    return nodeOf(first, codes.length, children);
  }

  /** @param {Entry} said @param {Dealt} dealt */
  function full(said, dealt) {
    /** @type {Map<string, TreeNode>} */
    const children = new Map();
    answerGroups(rules).forEach((group, black) => {
      group.forEach((told, index) => {
        const part = said.groups[black][index];
        const codes = dealt.get(told);
        if (!codes) {
          if (part.count || part.form) fail(text, part.at, 'figure.empty', { told, said: part.count });
        } else if (told === win) {
          if (part.count !== 1 || part.form) fail(text, part.at, 'figure.win', { guess: said.guess });
        } else children.set(told, plant(part, codes));
      });
    });
    return children;
  }

  return plant;
}
