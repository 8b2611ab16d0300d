// The games of this browser: each a line of text with a few facts beside it. They lie in a database whose
// transactions keep two tabs from losing each other's games.

import { gameName, parseGame } from './game-line.js';
import { inNumbers as numbered } from './notation.js';

/** Games that are kept. Of more the oldest finished ones go, then the oldest of all. */
export const MOST = 5000;

const STORE = 'games';
/** @type {Promise<IDBDatabase> | undefined} */
let opened;
const tabs = new BroadcastChannel('pegwise-games');
const changes = new EventTarget();
const tell = () => changes.dispatchEvent(new Event('change'));
tabs.addEventListener('message', tell);

/** Call back when another tab, or this one, changes the games. @param {() => void} listener @param {AbortSignal} signal ends it */
export const watch = (listener, signal) => changes.addEventListener('change', listener, { signal });

/** Fails in a browser that keeps nothing. @returns {Promise<IDBDatabase>} */
function database() {
  if (opened) return opened;
  const asked = indexedDB.open('pegwise', 1);
  asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE, { keyPath: 'id' }));
  return (opened = answered(asked));
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** Whether it is a game that this page can have written: another version, or a hand, may have left something else. @param {any} game */
const isGame = (game) => typeof game?.line === 'string' && Number.isFinite(game.begun);

/** @param {IDBObjectStore} store @param {string} id @returns {Promise<Kept | undefined>} */
const one = async (store, id) => [await answered(store.get(id))].find(isGame);
/** @param {IDBObjectStore} store @returns {Promise<Kept[]>} */
const every = async (store) => (await answered(store.getAll())).filter(isGame);

/** Do all of `work` before or after what other tabs do. @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => Promise<T>} work @returns {Promise<T>} */
async function within(mode, work) {
  const transaction = (await database()).transaction(STORE, mode);
  const done = new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(undefined));
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
  done.catch(() => {}); // if the work fails, that is told instead
  const result = await work(transaction.objectStore(STORE));
  await done;
  return result;
}

/** @template T @param {(store: IDBObjectStore) => Promise<T>} work */
async function changing(work) {
  const result = await within('readwrite', work);
  tabs.postMessage('changed');
  tell();
  return result;
}

/** All games, the latest first; null in a browser that keeps none. @returns {Promise<Kept[] | null>} */
export const all = async () => (await within('readonly', every).catch(() => null))?.sort((one, other) => other.begun - one.begun) ?? null;

/** Lines in numbers by the lines as they are kept: each is compared with many others. @type {Map<string, string>} */
const plainLines = new Map();

/** A line in numbers: the same game may be written in other symbols once they are decided. @param {string} line */
function inNumbers(line) {
  let plain = plainLines.get(line);
  if (plain === undefined) {
    try {
      const game = parseGame(line);
      plain = gameName({ ...game, rules: numbered(game.rules) });
    } catch {
      plain = line; // another version of the page wrote it
    }
    if (plainLines.size > 4 * MOST) plainLines.clear();
    plainLines.set(line, plain);
  }
  return plain;
}

/** The rows of a line in numbers. @param {string} line */
const rowsOf = (line) => inNumbers(line).split(' ').filter((word) => word.includes(':') && !word.includes('='));

/** Whether one game is the other, or an earlier state of it. @param {Kept} one @param {Kept} other */
function leadsTo(one, other) {
  const [before, after] = [rowsOf(one.line), rowsOf(other.line)];
  if (one.finished && (!other.finished || before.length < after.length)) return false;
  return before.every((row, index) => row === after[index]);
}

/** Keep a game. If another tab has played it on in another way, both are kept. @param {Kept} game @returns {Promise<string>} its id from now on */
export function save(game) {
  return changing(async (store) => {
    const there = await one(store, game.id);
    if (there && there.line !== game.line && !leadsTo(there, game)) {
      if (leadsTo(game, there)) return game.id; // this tab is behind
      game = { ...game, id: newId() };
    }
    const same = there?.line === game.line;
    store.put(same ? { ...there, ...game } : game);
    await bound(store);
    return game.id;
  });
}

/** Forget the oldest of too many games. @param {IDBObjectStore} store @returns {Promise<number>} how many */
async function bound(store) {
  const more = (await answered(store.count())) - MOST;
  if (more <= 0) return 0;
  const oldest = (await every(store)).sort((one, other) => Number(other.finished) - Number(one.finished) || one.begun - other.begun);
  for (const { id } of oldest.slice(0, more)) store.delete(id);
  return more;
}

/** Note what was found out about a game since. @param {string} id @param {Pick<Kept, 'review' | 'needed'>} facts */
export const note = (id, facts) =>
  changing(async (store) => {
    const game = await one(store, id);
    if (game) store.put({ ...game, ...facts });
  });

/** @param {string[]} ids @returns {Promise<Kept[]>} what was removed, for `restore` */
export const remove = (ids) =>
  changing(async (store) => {
    const gone = [];
    for (const id of ids) {
      const game = await one(store, id);
      if (game) gone.push(game);
      store.delete(id);
    }
    return gone;
  });

/** @param {Kept[]} games */
export const restore = (games) => changing(async (store) => games.forEach((game) => store.put(game)));

/** Take games from elsewhere: those that are here already, or as an earlier state, are not doubled.
 * @param {Kept[]} games @returns {Promise<{added: number, known: number, forgotten: number}>} */
export const add = (games) =>
  changing(async (store) => {
    const here = new Map();
    for (const game of await every(store)) for (const key of keysOf(game)) here.set(key, [...(here.get(key) ?? []), game]);
    let added = 0;
    for (const game of games) {
      const twin = (here.get(keysOf(game)[0]) ?? []).find((/** @type {Kept} */ each) => isSame(each, game) && (leadsTo(game, each) || leadsTo(each, game)));
      if (twin && (twin.line === game.line || leadsTo(game, twin))) continue;
      const kept = twin ? { ...game, id: twin.id } : game;
      store.put(kept);
      for (const key of keysOf(kept)) here.set(key, [...(here.get(key) ?? []).filter((/** @type {Kept} */ each) => each.id !== kept.id), kept]);
      added++;
    }
    return { added, known: games.length - added, forgotten: await bound(store) };
  });

const STARTED = / started=(\S+)/;
/** @param {string} line */
const undated = (line) => inNumbers(line).replace(STARTED, '');

/** What a game may be known by: its time, and its line without. @param {Kept} game */
const keysOf = ({ line }) => [STARTED.exec(line)?.[1], undated(line)].filter((key) => key !== undefined);

/** Whether two lines may be of one game: of one time, or alike where a time is not told. @param {Kept} one @param {Kept} other */
function isSame(one, other) {
  const [mine, theirs] = [one, other].map(({ line }) => STARTED.exec(line)?.[1]);
  if (mine && theirs) return mine === theirs && one.line.split(' ')[0] === other.line.split(' ')[0];
  return undated(one.line) === undated(other.line);
}

export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('-');
