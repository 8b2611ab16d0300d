// Learn: the lessons, and the steps of one of them. Each lesson is loaded when it is opened.

/** @import { Lesson } from '../parts/steps.js' */
import { unloaded } from '../core/api.js';
import { announce, el, fill } from '../parts/dom.js';
import { addressOf, doneSteps, stepView } from '../parts/steps.js';
import { t } from '../strings/strings.js';

/** The lessons in their order, and how many steps each has. @type {Record<string, {steps: number, load: () => Promise<{lesson: Lesson}>}>} */
const LESSONS = {
  consistent: { steps: 5, load: () => import('./learn/consistent.js') },
  classes: { steps: 4, load: () => import('./learn/classes.js') },
  scout: { steps: 4, load: () => import('./learn/scout.js') },
  knuth: { steps: 5, load: () => import('./learn/knuth.js') },
  adversary: { steps: 4, load: () => import('./learn/adversary.js') },
  average: { steps: 4, load: () => import('./learn/average.js') },
};

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  const [name = '', step = '1'] = context.parts;
  if (!Object.hasOwn(LESSONS, name)) return index(root, name ? t('learn.missing.lesson') : '');
  fill(root, el('h1', {}, t(`learn.${name}.title`)));
  let gone = false;
  LESSONS[name].load().then(
    ({ lesson }) => {
      if (!gone) open(root, context, lesson, step);
    },
    () => {
      if (!gone) index(root, unloaded());
    },
  );
  return () => {
    gone = true;
  };
}

/** @param {HTMLElement} root @param {Context} context @param {Lesson} lesson @param {string} step */
function open(root, context, lesson, step) {
  const names = Object.keys(LESSONS);
  const number = Math.min(lesson.steps.length, Math.max(1, Math.round(Number(step)) || 1));
  const { element, heading } = stepView(context, lesson, number, names[names.indexOf(lesson.name) + 1] ?? null);
  document.title = `${t(`learn.${lesson.name}.title`)} · pegwise`;
  fill(root, element);
  if (document.activeElement === root) heading.focus({ preventScroll: true });
}

/** @param {HTMLElement} root @param {string} note */
function index(root, note) {
  fill(root, [
    el('h1', {}, t('nav.learn')),
    el('p', {}, t('learn.intro')),
    el('p', {}, t('learn.new'), ' ', el('a', { class: 'button', href: '#/how' }, t('nav.how'))),
    note && el('p', { class: 'note' }, note),
    el('ol', { class: 'lessons' }, Object.entries(LESSONS).map(([name, { steps }], at) => card(name, at + 1, steps))),
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
