// A lesson as steps: one at a time, each with something to do, and where the reader has got to.

import { recall, remember } from '../core/store.js';
import { t } from '../strings/strings.js';
import { announce, el, fill } from './dom.js';

/** What a step works with. `w` gives its words, `reply` answers what was done (true: right, the step is done;
 * false: not yet; null: neither).
 * @typedef {{w: (key: string, values?: Record<string, string | number>) => string, reply: (text: string, right?: boolean | null) => void, context: Context}} Tools */
/** @typedef {{name: string, build: (tools: Tools) => Child | Child[]}} Step */
/** @typedef {{name: string, steps: Step[]}} Lesson */

/** @typedef {Record<string, string[]>} Progress of lessons: the steps that are done */

/** The steps of a lesson that are done. @param {string} lesson */
export const doneSteps = (lesson) => {
  const done = recall('lessons', /** @type {Progress} */ ({}))?.[lesson];
  return Array.isArray(done) ? done : [];
};

/** @param {string} lesson @param {string} step */
function finish(lesson, step) {
  const all = recall('lessons', /** @type {Progress} */ ({}));
  remember('lessons', { ...all, [lesson]: [...new Set([...doneSteps(lesson), step])] });
}

/** @param {string} lesson @param {number} number */
export const addressOf = (lesson, number) => `#/learn/${lesson}/${number}`;

/** One step of a lesson. @param {Context} context @param {Lesson} lesson @param {number} number from 1 @param {string | null} next the lesson after this one */
export function stepView(context, { name, steps }, number, next) {
  const step = steps[number - 1];
  const w = (/** @type {string} */ key, values = {}) => t(`learn.${name}.${step.name}.${key}`, values);
  const title = (/** @type {Step} */ each) => t(each.name === 'play' ? 'nav.play' : `learn.${name}.${each.name}.title`);
  const answer = el('p', { class: 'reply' });
  const marks = el('ol', { class: 'marks' });

  /** @param {string} text @param {boolean | null} [right] */
  function reply(text, right = null) {
    answer.className = right === null ? 'reply' : right ? 'reply well' : 'reply not';
    answer.textContent = text;
    announce(text);
    if (!right) return;
    finish(name, step.name);
    showMarks();
  }

  function showMarks() {
    const done = doneSteps(name);
    fill(marks, [
      steps.map((each, index) => {
        const said = t(done.includes(each.name) ? 'learn.step.done' : 'learn.step', { number: index + 1, title: title(each) });
        const current = index + 1 === number ? 'step' : null;
        return el('li', {}, el('a', { class: done.includes(each.name) ? 'done' : null, href: addressOf(name, index + 1), 'aria-current': current, 'aria-label': said, title: title(each) }, index + 1));
      }),
    ]);
  }

  showMarks();
  const heading = el('h2', { tabindex: -1 }, title(step));
  const element = el('article', { class: 'course' }, [
    el('p', { class: 'crumb' }, el('a', { href: '#/learn' }, t('learn.all'))),
    el('h1', {}, t(`learn.${name}.title`)),
    el('nav', { 'aria-label': t('learn.steps'), class: 'way' }, marks),
    el('section', { class: 'panel step' }, [
      heading,
      el('p', {}, w('text')),
      el('p', { class: 'task' }, w('task')),
      step.build({ w, reply, context }),
      answer,
    ]),
    el('div', { class: 'actions' }, [
      number > 1 && el('a', { class: 'button', href: addressOf(name, number - 1) }, t('learn.back')),
      number < steps.length && el('a', { class: 'button', href: addressOf(name, number + 1) }, t('deduction.next')),
      number === steps.length && next && el('a', { class: 'button', href: addressOf(next, 1) }, t('learn.after', { title: t(`learn.${next}.title`) })),
    ]),
  ]);
  return { element, heading };
}
