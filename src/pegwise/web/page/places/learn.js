// Learn: the lessons, and the steps of one of them: one at a time, each with something to do, and where the reader has got to.

import { recall, remember } from '../core/remembered.js';
import { announce, el, fill, tellIn } from '../parts/dom.js';
import { t } from '../strings/strings.js';
import { lessons as ofCodes } from './learn/of-codes.js';
import { lessons as ofStrategies } from './learn/of-strategies.js';

/** What a step works with. `w` gives its words, `reply` answers what was done (true: right, the step is done;
 * false: not yet; null: neither).
 * @typedef {{w: (key: string, values?: Record<string, string | number>) => string, reply: (text: string, right?: boolean | null) => void, context: Context}} Tools */
/** @typedef {(tools: Tools) => Child | Child[]} Step */
/** Lessons by their names, each with its steps by theirs. @typedef {Record<string, Record<string, Step>>} Lessons */

/** The lessons in their order. @type {Lessons} */
const LESSONS = { ...ofCodes, ...ofStrategies };

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const [name = '', step = '1'] = context.parts;
  if (!Object.hasOwn(LESSONS, name)) return index(root, name ? t('learn.missing.lesson') : '');
  const names = Object.keys(LESSONS);
  const last = Object.keys(LESSONS[name]).length;
  const number = Math.min(last, Math.max(1, Math.round(Number(step)) || 1));
  const { element, heading } = stepView(context, name, LESSONS[name], number, names[names.indexOf(name) + 1] ?? null);
  document.title = `${t(`learn.${name}.title`)} · pegwise`;
  fill(root, element);
  queueMicrotask(() => document.activeElement === root && heading.focus({ preventScroll: true })); // once the frame has moved the focus here
}

/** @param {HTMLElement} root @param {string} note */
function index(root, note) {
  fill(root, [
    el('h1', {}, t('nav.learn')),
    el('p', {}, t('learn.intro')),
    el('p', {}, t('learn.new'), ' ', el('a', { class: 'button', href: '#/how' }, t('nav.how'))),
    note && el('p', { class: 'note' }, note),
    el('ol', { class: 'lessons' }, Object.entries(LESSONS).map(([name, steps], at) => card(name, at + 1, Object.keys(steps).length))),
  ]);
  if (note) announce(note);
}

/** @param {string} name @param {number} number @param {number} steps */
function card(name, number, steps) {
  const done = Math.min(steps, doneSteps(name).length);
  const told = done === steps ? t('learn.done') : t('learn.progress', { done, steps });
  return el('li', { class: done === steps ? 'panel done' : 'panel' }, [
    el('h2', {}, el('a', { href: addressOf(name, 1) }, `${number}. ${t(`learn.${name}.title`)}`)),
    el('p', {}, t(`learn.${name}.about`)),
    el('p', { class: 'quiet' }, told),
  ]);
}

/** The steps of a lesson that are done. @param {string} lesson @returns {string[]} */
const doneSteps = (lesson) => {
  const done = recall('lessons', /** @type {Record<string, string[]>} */ ({}))?.[lesson];
  return Array.isArray(done) ? done : [];
};

/** @param {string} lesson @param {number} number */
const addressOf = (lesson, number) => `#/learn/${lesson}/${number}`;

/** One step of the lesson `name`. @param {Context} context @param {string} name @param {Record<string, Step>} lesson
 * @param {number} number from 1 @param {string | null} next the lesson after this one */
function stepView(context, name, lesson, number, next) {
  const steps = Object.keys(lesson);
  const step = steps[number - 1];
  const w = (/** @type {string} */ key, values = {}) => t(`learn.${name}.${step}.${key}`, values);
  const title = (/** @type {string} */ each) => t(each === 'play' ? 'nav.play' : `learn.${name}.${each}.title`);
  const answer = el('p', { class: 'reply' });
  const marks = el('ol', { class: 'marks' });

  /** @param {string} text @param {boolean | null} [right] */
  function reply(text, right = null) {
    answer.className = right === null ? 'reply' : right ? 'reply well' : 'reply not';
    tellIn(answer, text);
    if (!right) return;
    remember('lessons', { ...recall('lessons', {}), [name]: [...new Set([...doneSteps(name), step])] });
    showMarks();
  }

  function showMarks() {
    const done = doneSteps(name);
    fill(marks, [
      steps.map((each, index) => {
        const said = t(done.includes(each) ? 'learn.step.done' : 'learn.step', { number: index + 1, title: title(each) });
        const current = index + 1 === number ? 'step' : null;
        return el('li', {}, el('a', { class: done.includes(each) ? 'done' : null, href: addressOf(name, index + 1), 'aria-current': current, 'aria-label': said, title: title(each) }, index + 1));
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
      lesson[step]({ w, reply, context }),
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
