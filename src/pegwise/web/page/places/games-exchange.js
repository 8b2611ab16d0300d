// Games to and from a file, or text: a line each.

/** @import { Played } from '../core/statistics.js' */
import { readGames, written } from '../core/exchange.js';
import { add } from '../core/saved-games.js';
import { copyText, download } from '../parts/copying.js';
import { announce, el, fill } from '../parts/dom.js';
import { wrongWords } from '../parts/sentences.js';
import { t } from '../strings/strings.js';

/** Wrong lines that are named one by one. */
const NAMED = 10;

export function exchange() {
  let games = /** @type {Played[]} */ ([]);
  const secrets = el('input', { type: 'checkbox', id: 'secrets', checked: true });
  const text = el('textarea', { id: 'lines', rows: 4, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'lines-about' });
  const file = el('input', { type: 'file', id: 'games-file', accept: '.txt,text/plain', on: { change: readFile } });
  const told = el('div', { class: 'taken' });
  const exports = el('div', { class: 'save' }, el('h3', {}, t('games.export')), el('label', { class: 'check' }, secrets, t('games.export.secrets')), el('div', { class: 'actions' }, el('button', { type: 'button', on: { click: save } }, t('games.export.file')), el('button', { type: 'button', on: { click: copy } }, t('games.export.copy'))));
  const element = el('section', { class: 'panel trade', 'aria-labelledby': 'trade' }, [
    el('h2', { id: 'trade' }, t('games.trade')),
    el('p', { class: 'quiet', id: 'lines-about' }, t('games.trade.about')),
    exports,
    el('h3', {}, t('games.import')),
    el('p', {}, el('label', { for: 'games-file' }, t('games.import.file')), file),
    el('p', {}, el('label', { for: 'lines' }, t('games.import.text')), text),
    el('button', { type: 'button', on: { click: () => take(text.value) } }, t('games.import.take')),
    told,
  ]);

  const lines = () => written(games.map(({ kept }) => kept), secrets.checked);

  function save() {
    download(new Blob([lines()], { type: 'text/plain' }), 'pegwise-games.txt');
    announce(t('games.exported', { count: games.length }));
  }

  async function copy() {
    const done = await copyText(lines());
    if (!done) {
      text.value = lines();
      text.select();
    }
    announce(done ? t('games.exported', { count: games.length }) : t('play.selected'));
  }

  async function readFile() {
    const [chosen] = file.files ?? [];
    if (chosen) await take(await chosen.text());
    file.value = '';
  }

  /** @param {string} all */
  async function take(all) {
    const { games: found, wrong } = readGames(all);
    const taken = await add(found).catch(() => null);
    if (!taken) {
      fill(told, el('p', { class: 'note' }, t('games.full')));
      return announce(t('games.full'));
    }
    const { added, known, forgotten } = taken;
    const words = t('games.imported', { added, known });
    fill(told, [
      el('p', { class: 'good' }, words),
      forgotten > 0 && el('p', { class: 'note' }, t('games.forgotten', { count: forgotten })),
      wrong.length > 0 && el('p', { class: 'note' }, t('games.wrong', { count: wrong.length })),
      wrong.length > 0 && el('ul', {}, wrong.slice(0, NAMED).map(({ number, line, error }) => el('li', {}, t('games.wrong.line', { number, line, why: wrongWords(error) })))),
      wrong.length > NAMED && el('p', {}, t('games.wrong.more', { count: wrong.length - NAMED })),
    ]);
    if (!wrong.length) text.value = '';
    announce(wrong.length ? `${words} ${t('games.wrong', { count: wrong.length })}` : words);
  }

  return {
    element,
    /** @param {Played[]} next all games */
    show(next) {
      games = next;
      exports.hidden = !games.length;
    },
  };
}
