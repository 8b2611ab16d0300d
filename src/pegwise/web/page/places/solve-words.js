// The lists of a game of words: pasted or opened from files, and what the feedback tells.

/** @import { Problem } from '../core/api.js' */
import { sentence } from '../core/api.js';
import { kindOf } from '../core/problems.js';
import { keepLists, keptLists, listsOf, MOST, MOST_WORDS } from '../core/words.js';
import { complain, el } from '../parts/dom.js';
import { toldMenu } from '../parts/rules-menu.js';
import { asker } from '../parts/work.js';
import { t } from '../strings/strings.js';

/** What feedback may tell; marks come first, as most games of words tell them. @type {Lists['feedback'][]} */
const KINDS = ['marks', 'hits', 'black', 'total'];
/** @param {Lists['feedback']} kind */
const kindWords = (kind) => t(kind === 'marks' ? 'told.letters' : `told.${kind}`);

/** The choice of lists; `used` is told those that the server takes. @param {(lists: Lists) => void} used */
export function wordLists(used) {
  const kept = keptLists();
  const note = el('p', { class: 'note' });
  const secrets = list('secrets', t('words.secrets'), t('words.open'), kept && weighed(kept));
  const known = new Set(kept?.secrets);
  const guesses = list('guesses', t('words.guesses'), t('words.open.guesses'), kept?.guesses?.filter((word) => !known.has(word)).join('\n'));
  const told = toldMenu('words-told', kept?.feedback ?? 'marks', () => {}, Object.fromEntries(KINDS.map((kind) => [kind, kindWords(kind)])));

  const work = asker((problem) => {
    complain(note, refusal(problem));
    return true;
  });

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    note.textContent = '';
    const lists = listsOf(secrets.area.value, guesses.area.value, /** @type {Lists['feedback']} */ (told.value));
    const why = unusable(lists);
    if (why) return complain(note, why);
    const taken = await work.ask('/candidates', { lists, limit: 0 });
    if (!taken || !work.element.isConnected) return undefined; // refused, or the person has gone on
    keepLists(lists);
    return used(lists);
  }

  return el('details', { class: 'word-list', open: !kept }, [
    el('summary', {}, t('words.title')),
    el('form', { on: { submit } }, [
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

/** What the lists are, in words. @param {Lists} lists */
export const listsWords = ({ secrets, guesses, feedback }) => t('words.count', { secrets: secrets.length, guesses: (guesses ?? secrets).length, told: kindWords(feedback) });

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
