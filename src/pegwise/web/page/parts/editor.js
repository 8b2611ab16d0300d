// The row being made: a group of holes with one tab stop, and the colors to put in them with another.

/** @import { Code, Rules } from '../core/rules.js' */
import { t } from '../strings/strings.js';
import { el, fill } from './dom.js';
import { colorName, peg } from './peg.js';

/** @typedef {{rules: Rules, name: string, submit: (code: Code) => void, changed?: (holes: (number | null)[]) => void, send?: string, extra?: Element | null}} Options */

/** A row to fill by click, touch or keyboard. `element` is to be shown, with `extra` before its buttons; `set` fills it.
 * @param {Options} options */
export function rowEditor({ rules, name, submit, changed, send = t('editor.send'), extra = null }) {
  /** @type {(number | null)[]} */
  let holes = new Array(rules.pegs).fill(null);
  /** @type {(number | null)[][]} */
  let before = [];
  let at = 0;
  let color = 1;
  const note = el('p', { class: 'note', role: 'alert' });
  const line = el('div', { class: 'holes', role: 'group', 'aria-label': name, on: { keydown: pressed } });
  const colors = el('div', { class: 'palette', role: 'toolbar', 'aria-label': t('editor.colors'), on: { keydown: pressed } });
  const undo = el('button', { type: 'button', on: { click: takeBack } }, t('editor.undo'));
  const clear = el('button', { type: 'button', on: { click: () => put(new Array(rules.pegs).fill(null), 0) } }, t('editor.clear'));
  const sent = el('button', { type: 'button', class: 'primary', on: { click: finish } }, send);
  const element = el('div', { class: 'editor' }, line, colors, extra ?? '', el('div', { class: 'actions' }, sent, undo, clear), note);

  /** @param {(number | null)[]} next @param {number} place @param {boolean} [kept] whether it can be undone */
  function put(next, place, kept = true) {
    if (kept && String(next) !== String(holes)) before.push(holes);
    holes = next;
    at = Math.max(0, Math.min(rules.pegs - 1, place));
    note.textContent = '';
    show();
    changed?.([...holes]);
  }

  /** @param {number} value */
  function place(value) {
    if (value < 1 || value > rules.colors) return;
    const next = [...holes];
    if (!rules.repeats && next.includes(value)) next[next.indexOf(value)] = null;
    next[at] = value;
    color = value;
    const open = next.findIndex((hole, index) => index > at && hole === null);
    const first = next.indexOf(null);
    put(next, open >= 0 ? open : first >= 0 ? first : at);
  }

  function takeBack() {
    const last = before.pop();
    if (last) put(last, last.indexOf(null) >= 0 ? last.indexOf(null) : at, false);
  }

  function finish() {
    const code = /** @type {Code} */ (holes.map((hole) => hole ?? (rules.blanks && mayBeEmpty() ? rules.colors : 0)));
    if (code.includes(0)) {
      at = code.indexOf(0);
      show();
      note.textContent = t('editor.incomplete', { count: code.filter((value) => !value).length });
      focus();
      return;
    }
    submit(code);
  }

  /** Without repeats one hole may stay empty. */
  const mayBeEmpty = () => rules.repeats || holes.filter((hole) => hole === null || hole === rules.colors).length <= 1;

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === 'z' && !event.altKey) {
        event.preventDefault();
        takeBack();
      }
      return;
    }
    const onColors = event.currentTarget === colors;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const turn = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const typed = typedColor(event.key);
    if (step && onColors) chooseColor(color + step);
    else if (step) move(at + step);
    else if (turn && onColors) chooseColor(color - turn);
    else if (turn) turned(turn);
    else if (event.key === 'Home') onColors ? chooseColor(1) : move(0);
    else if (event.key === 'End') onColors ? chooseColor(rules.colors) : move(rules.pegs - 1);
    else if (event.key === 'Enter' && !onColors) finish();
    else if (event.key === 'Backspace' || event.key === 'Delete') erase();
    else if (typed) place(typed);
    else return;
    event.preventDefault();
    if (!onColors) focus();
  }

  /** @param {string} key */
  function typedColor(key) {
    if (key === '.' && rules.blanks) return rules.colors;
    if (/^\d$/.test(key)) return key === '0' ? 10 : Number(key);
    return /^[a-zA-Z]$/.test(key) ? key.toLowerCase().charCodeAt(0) - 96 : 0;
  }

  /** @param {number} index */
  function move(index) {
    at = (index + rules.pegs) % rules.pegs;
    show();
  }

  /** @param {number} step */
  function turned(step) {
    const next = [...holes];
    let value = next[at] ?? (step > 0 ? 0 : rules.colors + 1);
    do value = ((value - 1 + step + rules.colors) % rules.colors) + 1;
    while (!rules.repeats && next.some((hole, index) => index !== at && hole === value) && value !== next[at]);
    next[at] = value;
    put(next, at);
  }

  function erase() {
    const next = [...holes];
    const place = next[at] === null ? Math.max(0, at - 1) : at;
    next[place] = null;
    put(next, place);
  }

  /** @param {number} value */
  function chooseColor(value) {
    color = ((value - 1 + rules.colors) % rules.colors) + 1;
    show();
    /** @type {HTMLElement | undefined} */ (colors.children[color - 1])?.focus();
  }

  function show() {
    fill(line, holes.map((hole, index) => holeButton(hole, index)));
    fill(colors, Array.from({ length: rules.colors }, (_, index) => colorButton(index + 1)));
    undo.disabled = !before.length;
    clear.disabled = holes.every((hole) => hole === null);
  }

  /** @param {number | null} hole @param {number} index */
  function holeButton(hole, index) {
    const what = hole === null ? t('editor.open') : colorName(hole, rules);
    return el(
      'button',
      {
        type: 'button',
        class: index === at ? 'hole current' : 'hole',
        tabindex: index === at ? 0 : -1,
        'aria-label': t('editor.hole', { number: index + 1, what }),
        'aria-current': index === at ? 'true' : null,
        on: { click: () => (move(index), focus()) },
      },
      peg(hole, rules),
    );
  }

  /** @param {number} value */
  function colorButton(value) {
    return el(
      'button',
      {
        type: 'button',
        tabindex: value === color ? 0 : -1,
        'aria-label': colorName(value, rules),
        on: {
          click: () => {
            place(value);
            /** @type {HTMLElement | undefined} */ (colors.children[value - 1])?.focus({ preventScroll: true });
          },
        },
      },
      peg(value, rules),
    );
  }

  function focus() {
    /** @type {HTMLElement | undefined} */ (line.children[at])?.focus({ preventScroll: true });
  }

  show();
  return {
    element,
    focus,
    /** What is in the holes now. */
    get holes() {
      return [...holes];
    },
    /** @param {(number | null)[]} next */
    set(next) {
      before = [];
      put([...next], next.indexOf(null) >= 0 ? next.indexOf(null) : 0, false);
    },
    /** @param {string} text */
    say(text) {
      note.textContent = text;
    },
  };
}
