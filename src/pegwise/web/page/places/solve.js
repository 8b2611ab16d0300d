// Solve: a board in front of the person: what was guessed and answered, and what to guess next; or the lists of a game of words.

/** @import { Problem } from '../core/api.js' */
import { kindOf, sentence } from '../core/api.js';
import { parseRules, readHistory } from '../core/notation.js';
import { recall, remember } from '../core/remembered.js';
import { keptLists, listsOf, MOST, MOST_WORDS, wordRules, WORDS } from '../core/words.js';
import { el, fill, form, tellIn } from '../parts/dom.js';
import { rulesMenu, toldMenu } from '../parts/rules-menu.js';
import { wrongWords } from '../parts/sentences.js';
import { asker } from '../parts/work.js';
import { t } from '../strings/strings.js';
import { SolveGame } from './solve-game.js';

const USUAL = parseRules('4x6');

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const { rules, rows, note } = addressed(context.parts);
  /** None while words are chosen that nobody has pasted yet. @type {SolveGame | null} */
  let solving = rules && new SolveGame(rules, rows, context.signal, begin);

  /** Another game; without rules words are to be chosen. @param {Rules | null} chosen @param {Row[]} [played] @param {string} [next] the control that is used next */
  function begin(chosen, played = [], next = document.activeElement?.getAttribute('name') ?? 'game') {
    solving?.advice.stop();
    solving = chosen && new SolveGame(chosen, played, context.signal, begin);
    draw(chosen, '');
    /** @type {HTMLElement | null} */ (root.querySelector(`[name='${next}']`) ?? root.querySelector('select'))?.focus();
  }

  function openWords() {
    const lists = keptLists();
    begin(lists && wordRules(lists));
  }

  /** @param {Rules | null} game @param {string} told */
  function draw(game, told) {
    const words = !game || game.lists !== undefined;
    const menu = rulesMenu(words ? USUAL : game, (rules) => begin(rules), { chosen: words, open: openWords });
    const { secrets = [], guesses, feedback = KINDS[0] } = game?.lists ?? {};
    const counts = { secrets: secrets.length, guesses: (guesses ?? secrets).length, told: kindWords(feedback) };
    const lists = words && [game?.lists && el('p', { class: 'quiet' }, t('words.count', counts)), wordLists(context.signal, (used) => begin(wordRules(used), [], 'word'))];
    const head = [el('h1', { id: 'solve' }, t('solve.title')), el('p', { class: 'quiet' }, t('solve.intro')), told && el('p', { class: 'note' }, told), menu.element, ...(lists || [])];
    fill(root, el('div', { class: 'columns' }, el('section', { 'aria-labelledby': 'solve' }, head, solving?.board ?? null), el('div', { class: 'side' }, solving?.advice.reasons)));
  }

  draw(rules, note);
}

/** The rules and rows that the address names, else those that were there last. @param {string[]} parts @returns {{rules: Rules | null, rows: Row[], note: string}} */
function addressed(parts) {
  const [name = recall('solve.rules', '4x6'), text = parts[0] ? '' : recall('solve.rows', '')] = parts;
  /** @type {Rules | null} */
  let rules = USUAL;
  try {
    const lists = name === WORDS ? keptLists() : null;
    rules = name === WORDS ? lists && wordRules(lists) : parseRules(name || '4x6');
    return rules ? { ...readHistory(text, rules), note: '' } : { rules, rows: [], note: '' };
  } catch (error) {
    return { rules, rows: [], note: wrongWords(error) };
  }
}

/** What feedback may tell; marks come first, as most games of words tell them. @type {Lists['feedback'][]} */
const KINDS = ['marks', 'hits', 'black', 'total'];
/** @param {Lists['feedback']} kind */
const kindWords = (kind) => t(kind === 'marks' ? 'told.letters' : `told.${kind}`);

/** The choice of lists; `used` is told those that the server takes. @param {AbortSignal} signal @param {(lists: Lists) => void} used */
function wordLists(signal, used) {
  const kept = keptLists();
  const note = el('p', { class: 'note' });
  const secrets = list('secrets', t('words.secrets'), t('words.open'), kept && weighed(kept));
  const known = new Set(kept?.secrets);
  const guesses = list('guesses', t('words.guesses'), t('words.open.guesses'), kept?.guesses?.filter((word) => !known.has(word)).join('\n'));
  const told = toldMenu('words-told', kept?.feedback ?? 'marks', () => {}, Object.fromEntries(KINDS.map((kind) => [kind, kindWords(kind)])));

  const work = asker(signal, (problem) => {
    tellIn(note, refusal(problem));
    return true;
  });

  async function submit() {
    note.textContent = '';
    const lists = listsOf(secrets.area.value, guesses.area.value, /** @type {Lists['feedback']} */ (told.value));
    const why = unusable(lists);
    if (why) return tellIn(note, why);
    const taken = await work.ask('/candidates', { lists, limit: 0 });
    if (!taken || !work.element.isConnected) return undefined; // refused, or the person has gone on
    remember(WORDS, lists);
    return used(lists);
  }

  return el('details', { class: 'word-list', open: !kept }, [
    el('summary', {}, t('words.title')),
    form({}, submit, [
      el('p', { class: 'quiet', id: 'words-about' }, t('words.about')),
      secrets.element,
      el('details', { open: Boolean(kept?.guesses) }, el('summary', {}, t('words.guesses')), el('p', { class: 'quiet' }, t('words.guesses.about')), guesses.element),
      el('p', {}, el('label', { for: 'words-told' }, t('board.answer')), told),
      note,
      el('div', { class: 'actions' }, el('button', { class: 'primary' }, t('words.use'))),
      work.element,
    ]),
  ]);
}

/** A field of words with the file that may fill it. @param {string} name @param {string} label @param {string} opens @param {string | null} [text] */
function list(name, label, opens, text) {
  const area = el('textarea', { id: `words-${name}`, rows: 5, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'words-about' }, text ?? '');
  const file = el('input', { type: 'file', id: `words-${name}-file`, accept: '.txt,.csv,.tsv,text/plain,text/csv', on: { change: open } });
  async function open() {
    area.value = (await file.files?.[0]?.text()) ?? area.value;
  }
  return { area, element: el('div', {}, el('label', { for: area.id }, label), area, el('label', { for: file.id }, opens), file) };
}

/** The words as they were pasted. @param {Lists} lists */
const weighed = ({ secrets, weights }) => secrets.map((word, at) => (weights ? `${word} ${weights[at]}` : word)).join('\n');

/** What is wrong with lists that need not be asked about. @param {Lists} lists */
function unusable(lists) {
  const { secrets, guesses } = lists;
  const size = new TextEncoder().encode(JSON.stringify(lists)).length;
  const count = (guesses ?? secrets).length;
  if (!secrets.length) return t('words.empty');
  if (count > MOST_WORDS) return t('words.many', { count, most: MOST_WORDS });
  return size > MOST ? t('words.large', { size, most: MOST }) : null;
}

/** Why the lists are not taken. @param {Problem} problem */
function refusal(problem) {
  const kind = kindOf(problem.details);
  return kind === 'rules' || kind === 'notation' ? t('words.refused', { why: problem.details.detail ?? '' }) : sentence(problem);
}
