// A hint in steps, each of which tells more: the panel that tells them one by one.

/** @import { Code } from '../core/rules.js' */
/** @import { Situation } from './hint-steps.js' */
import { noServer, Problem, sentence } from '../core/api.js';
import { plainCode } from '../core/notation.js';
import { t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { HintAdvice, STEPS, TELL } from './hint-steps.js';
import { isHintKey, takeKeys } from './keys.js';

/** `situation` tells what is on the board; `shown` whether the screen shows anyway what a step tells, which so is no hint;
 * `taken` is called for each hint; `use` puts a code in the row.
 * @typedef {{situation: () => Situation, taken?: () => void, shown?: (step: string) => boolean, use: (code: Code) => void, announce: (text: string) => void}} Options */

export class HintPanel {
  advice = new HintAdvice();
  /** What was told is not told again; another row can be checked again. @type {Set<string>} */
  told = new Set();
  said = el('ol', { class: 'said' });
  trouble = el('p', { class: 'note' });
  /** Whether a step is worked out. */
  busy = false;
  more = el('button', { type: 'button', on: { click: () => this.next() } }, t('hint.more'));

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    const head = [el('h2', { id: 'hints' }, t('hint.title')), el('p', { class: 'quiet' }, t('hint.about'))];
    this.element = el('section', { class: 'hints panel', 'aria-labelledby': 'hints' }, head, this.said, this.trouble, this.more);
    takeKeys({ element: this.element, key: (event) => this.key(event) });
  }

  /** Begin anew: the position is another. */
  reset() {
    this.advice.forget();
    this.told = new Set();
    fill(this.said);
    this.trouble.textContent = '';
    this.wait(false);
    this.more.textContent = t('hint.more');
  }

  /** A button that is disabled would lose the focus. @param {boolean} busy */
  wait(busy) {
    this.busy = busy;
    this.more.setAttribute('aria-disabled', String(busy));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const asked = isHintKey(event, this.options.situation().rules);
    if (asked) this.next();
    return asked;
  }

  /** The weakest step not told yet. @param {Situation} now */
  following(now) {
    const { shown } = this.options;
    return STEPS.find((step) => !(step === 'check' && now.holes.includes(null)) && !shown?.(step) && !this.told.has(keyOf(step, now)));
  }

  async next() {
    if (this.busy) return undefined;
    const now = this.options.situation();
    const step = this.following(now);
    const ours = this.advice.asking;
    this.trouble.textContent = '';
    if (!step) return this.complain(t('hint.all'));
    this.wait(true);
    this.more.textContent = t('hint.working');
    try {
      await this.tell(step, now);
    } catch (error) {
      if (ours === this.advice.asking) this.complain(error instanceof Problem && error.offline ? noServer('hint.offline') : sentence(error));
    }
    if (ours !== this.advice.asking) return undefined; // the position is another by now
    this.wait(false);
    this.more.textContent = this.told.size ? t('hint.again') : t('hint.more');
    return undefined;
  }

  /** @param {string} step @param {Situation} now */
  async tell(step, now) {
    const ours = this.advice.asking;
    const { taken, use, announce } = this.options;
    const { say, show = [] } = await TELL[step](now, this.advice, use);
    if (ours !== this.advice.asking) return;
    this.remember(step, now);
    taken?.();
    const told = el('li', {}, el('p', {}, say), ...show);
    this.said.append(told);
    told.scrollIntoView({ block: 'nearest' }); // a key asks for hints wherever the page is scrolled to
    announce(say);
  }

  /** Remember what was told: of a row, of the suggested guess, or of none. @param {string} step @param {Situation} now */
  remember(step, now) {
    this.told.add(step).add(keyOf(step, now));
    const suggested = this.advice.known?.answer.guess;
    if (step === 'why' && suggested) this.told.add(`why ${plainCode(suggested.guess, now.rules)}`);
  }

  /** Say why no step is told. @param {string} text */
  complain(text) {
    this.trouble.textContent = text;
    this.trouble.scrollIntoView({ block: 'nearest' });
    this.options.announce(text);
  }
}

/** What is remembered of a step that was told: what is said of the row is said again of another.
 * @param {string} step @param {Situation} now */
const keyOf = (step, { holes }) => (step === 'check' || (step === 'why' && !holes.includes(null)) ? `${step} ${holes}` : step);
