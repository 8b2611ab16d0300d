// A question to the server that may take its time: how far it is, a way to end it, and what went wrong.

/** @import { Progress } from '../core/problems.js' */
/** @import { Row, Rules } from '../core/rules.js' */
import { ask, LONGEST, noServer, Problem } from '../core/api.js';
import { historyName, plain, plainName } from '../core/notation.js';
import { kindOf } from '../core/problems.js';
import { has, t } from '../strings/strings.js';
import { announce, complain, el, fill } from './dom.js';

const SHOWN_AFTER = 400; // milliseconds; what is quicker needs no bar
const TIMES = 3; // a server that is busy is asked again

/** A position as the API takes it: an empty hole is one color more. @param {Rules} rules @param {Row[]} rows */
export function asked(rules, rows) {
  return { ...askedRules(rules), history: historyName(rows, plain(rules)) };
}

/** Rules as the API takes them: by their name, or as lists. @param {Rules} rules */
export const askedRules = (rules) => (rules.lists ? { lists: rules.lists } : { rules: plainName(rules) });

/** Asks one question at a time: a new one ends the one before. Put `element` where its progress is to be seen.
 * @param {(problem: Problem) => boolean} [handled] whether a problem was told of in another way */
export function asker(handled = () => false) {
  const element = el('div', { class: 'work', tabindex: -1 });
  let controller = new AbortController();

  /** The answer; null if it was ended, or could not be had, which is told here.
   * @param {string} path @param {Record<string, unknown>} [body] @param {string} [about] said before how far it is @param {string} [method]
   * @returns {Promise<any>} */
  async function work(path, body, about, method) {
    stop();
    const { signal } = controller;
    for (let times = 1; ; times++) {
      const done = thinking(about);
      /** @type {Problem} */
      let problem;
      try {
        const answer = await ask(path, body, { signal, onProgress: body && done.progress, method });
        if (signal.aborted) return null;
        put();
        return answer;
      } catch (error) {
        if (signal.aborted) return null;
        if (!(error instanceof Problem)) throw error;
        problem = error;
      } finally {
        done.end();
      }
      if (problem.again !== null && times <= TIMES) {
        await later(problem, problem.again, signal);
        if (signal.aborted) return null;
        continue;
      }
      if (handled(problem)) return null;
      if (body && isOf(problem, 'limit') && body.seconds !== LONGEST) {
        body = { ...body, seconds: LONGEST }; // more time may be enough
        continue;
      }
      tell(problem);
      return null;
    }
  }

  /** Show this; whoever was at the button that goes is where it was. @param {...HTMLElement} shown */
  function put(...shown) {
    const held = element.contains(document.activeElement);
    fill(element, ...shown);
    if (held) element.focus({ preventScroll: true });
  }

  /** A bar, what it stands for, and the way to end it. @param {string} text */
  function working(text) {
    const bar = el('progress', { 'aria-label': t('work.bar') });
    const words = el('span', {}, text);
    const line = el('p', { class: 'working' }, bar, words, el('button', { type: 'button', on: { click: cancel } }, t('work.cancel')));
    return { bar, words, line };
  }

  /** Until the server may be asked again. @param {Problem} problem @param {number} seconds @param {AbortSignal} signal @returns {Promise<void>} */
  function later(problem, seconds, signal) {
    const text = problem.message;
    if (!element.textContent?.includes(text)) {
      put(working(text).line);
      announce(text);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1000 * seconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()));
    });
  }

  /** What is seen while the server thinks. @param {string} [about] */
  function thinking(about) {
    const say = (/** @type {string} */ text) => (about ? t('work.about', { about, text }) : text);
    const { bar, words, line } = working(say(t('work.thinking')));
    const timer = setTimeout(() => put(line), SHOWN_AFTER);
    return {
      /** @param {Progress} progress */
      progress({ what, done, total }) {
        bar.max = Math.max(1, total);
        bar.value = done;
        words.textContent = say(t('work.progress', { what: progressWords(what), done, total }));
      },
      end() {
        clearTimeout(timer);
        if (line.isConnected) put();
      },
    };
  }

  function stop() {
    controller.abort();
    controller = new AbortController();
    put();
  }

  function cancel() {
    stop();
    put(el('p', { class: 'quiet' }, t('work.cancelled')));
    announce(t('work.cancelled'));
  }

  /** @param {Problem} problem */
  function tell(problem) {
    const advice = `work.${kindOf(problem.details)}`;
    const note = el('p', { class: 'note' });
    put(note);
    complain(note, problem.offline ? noServer('work.offline') : [problem.message, has(advice) && t(advice)].filter(Boolean).join(' '));
  }

  /** Say that something is worked out here. */
  function wait() {
    put(el('p', { class: 'quiet' }, t('work.thinking')));
  }

  /** Say in place of an answer. @param {string} text */
  function say(text) {
    const note = el('p', { class: 'note' });
    put(note);
    complain(note, text);
  }

  return { element, ask: work, stop, say, tell, wait };
}

/** What is counted, such as "guesses reviewed". @param {string} what */
function progressWords(what) {
  const key = `progress.${what.replaceAll(' ', '-')}`;
  return has(key) ? t(key) : t('work.bar');
}

/** Whether a problem is of this kind, such as `contradiction`. @param {Problem} problem @param {string} name */
export const isOf = (problem, name) => kindOf(problem.details) === name;
