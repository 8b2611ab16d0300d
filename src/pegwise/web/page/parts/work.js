// A question to the server that may take its time: how far it is, a way to end it, and what went wrong.

/** @import { Progress } from '../core/api.js' */
import { askPatiently, isWorthAgain, kindOf, noServer, Problem } from '../core/api.js';
import { historyName, plain, plainName } from '../core/notation.js';
import { CANCELED } from '../core/python.js';
import { PLAYED } from '../core/small-strategies.js';
import { has, t } from '../strings/strings.js';
import { announce, el, fill, tellIn } from './dom.js';

const SHOWN_AFTER = 400; // milliseconds; what is quicker needs no bar

/** A position as the API takes it: an empty hole is one color more. @param {Rules} rules @param {Row[]} rows */
export function asked(rules, rows) {
  return { ...askedRules(rules), history: historyName(rows, plain(rules)) };
}

/** Rules as the API takes them: by their name, or as lists. @param {Rules} rules */
export const askedRules = (rules) => (rules.lists ? { lists: rules.lists } : { rules: plainName(rules) });

/** Does one thing at a time, such as a question: a new one ends the one before. Put `element` where its progress is to be seen.
 * @param {AbortSignal} leaving ends it @param {(problem: Problem) => boolean} [handled] whether a problem was told of in another way
 * @param {boolean} [again] whether what was ended can be begun again here */
export function asker(leaving, handled = () => false, again = true) {
  const element = el('div', { class: 'work', tabindex: -1 });
  let controller = new AbortController();
  leaving.addEventListener('abort', () => controller.abort());

  /** What the work comes to; null if it was ended, or could not be done, which is told here.
   * @template T @param {(options: NonNullable<Parameters<typeof askPatiently>[2]>) => Promise<T>} work @param {string} [about] said before how far it is
   * @returns {Promise<T | null>} */
  async function run(work, about) {
    stop();
    const { signal } = controller;
    const { end, ...shown } = thinking(about);
    try {
      const result = await work({ signal, ...shown, longer: (problem) => !handled(problem) });
      return signal.aborted ? null : result;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof Problem)) throw error;
      if (!handled(error)) tell(error);
      return null;
    } finally {
      end();
    }
  }

  /** The answer to a question. @param {string} path @param {Record<string, unknown>} [body] @param {string} [about] @param {string} [method] @returns {Promise<any>} */
  const ask = (path, body, about, method) => run((options) => askPatiently(path, body, { ...options, method }), about);

  /** Show this; whoever was at the button that goes is where it was. @param {...HTMLElement} shown */
  function put(...shown) {
    const held = element.contains(document.activeElement);
    fill(element, ...shown);
    if (held) element.focus({ preventScroll: true });
  }

  /** What is seen while the server thinks: a bar, what it stands for, and the way to end it. @param {string} [about] */
  function thinking(about) {
    const say = (/** @type {string} */ text) => (about ? t('work.about', { about, text }) : text);
    const bar = el('progress', { 'aria-label': t('work.bar') });
    const words = el('span', {}, say(t('work.thinking')));
    const line = el('p', { class: 'working' }, bar, words, el('button', { type: 'button', on: { click: cancel } }, t('work.cancel')));
    const timer = setTimeout(() => put(line), SHOWN_AFTER);
    return {
      /** @param {Progress} progress */
      onProgress({ what, done, total }) {
        bar.max = Math.max(1, total);
        bar.value = done;
        const key = `progress.${what.replaceAll(' ', '-')}`;
        words.textContent = say(t('work.progress', { what: t(has(key) ? key : 'work.bar'), done, total }));
      },
      /** @param {Problem | null} why the page waits */
      busy(why) {
        words.textContent = why?.message ?? say(t('work.thinking'));
        if (!line.isConnected) put(line);
        if (why) announce(why.message);
      },
      end() {
        clearTimeout(timer);
        if (line.isConnected) put();
      },
    };
  }

  /** @param {unknown} [why] */
  function stop(why) {
    controller.abort(why);
    controller = new AbortController();
    put();
  }

  function cancel() {
    stop(CANCELED);
    put(el('p', { class: 'quiet' }, t('work.cancelled')), ...(again ? [againLine()] : []));
    announce(t('work.cancelled'));
  }

  /** @param {Problem} problem */
  function tell(problem) {
    const advice = `work.${kindOf(problem.details)}`;
    say(problem.offline ? noServer('work.offline') : [problem.message, has(advice) && t(advice)].filter(Boolean).join(' '));
    if (problem.offline && isWorthAgain()) element.append(againLine());
  }

  /** A button that enters the place anew: its address says what was asked. */
  const againLine = () => el('p', {}, el('button', { type: 'button', on: { click: () => dispatchEvent(new Event('hashchange')) } }, t('work.again')));

  /** Say in place of an answer. @param {string} text */
  function say(text) {
    const note = el('p', { class: 'note' });
    put(note);
    tellIn(note, text);
  }

  return { element, run, ask, stop: () => stop(), say, tell };
}

/** The strategies; those that the page plays itself where nobody tells others.
 * @returns {Promise<{name: string, summary: string, samples?: boolean}[]>} */
export const strategyChoices = () => askPatiently('/strategies').catch(() => PLAYED.map((name) => ({ name, summary: '' })));

/** Whether a problem is of this kind, such as `contradiction`. @param {Problem} problem @param {string} name */
export const isOf = (problem, name) => kindOf(problem.details) === name;
