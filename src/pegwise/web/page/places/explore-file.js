// A strategy tree from a file, chosen or dropped on the page.

/** @import { Row, Rules } from '../core/rules.js' */
import { Problem, sentence } from '../core/api.js';
import { ALONE } from '../core/site.js';
import { openTree } from '../core/tree-nodes.js';
import { complain } from '../parts/announcer.js';
import { el } from '../parts/dom.js';
import { t } from '../strings/strings.js';

/** The largest file that is read; a server takes no larger ones. */
const MOST_BYTES = ALONE ? 50_000_000 : 3_000_000;

/** A tree by the name that it is kept by. @typedef {{name: string, title: string, rules: Rules, rows: Row[]}} OwnTree */

/** A field for the file; where a file is dropped on `element`, it is read too. @param {Rules} rules of files that do not name theirs
 * @param {(tree: OwnTree) => void} opened */
export function treeFile(rules, opened) {
  const input = el('input', { type: 'file', id: 'tree-file', accept: '.json,.txt,.figure,application/json,text/plain', 'aria-describedby': 'tree-file-about tree-file-note', on: { change: () => read(input.files?.[0]) } });
  const note = el('p', { class: 'note', id: 'tree-file-note' });
  const element = el(
    'details',
    { class: 'tree-file', on: { dragover: over, dragleave: () => element.classList.remove('over'), drop } },
    el('summary', {}, t('explore.file')),
    el('p', { class: 'quiet', id: 'tree-file-about' }, t('explore.file.about')),
    el('p', {}, el('label', { class: 'sr', for: 'tree-file' }, t('explore.file')), input),
    note,
  );

  /** @param {File | undefined} file */
  async function read(file) {
    note.textContent = '';
    if (!file) return;
    element.open = true;
    if (file.size > MOST_BYTES) return complain(note, t('explore.file.large'));
    note.textContent = t('work.thinking');
    try {
      const found = await openTree(await file.text(), rules);
      opened({ ...found, title: t('explore.own', { file: file.name }) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      complain(note, error.offline ? sentence(error) : t('explore.file.wrong', { why: error.details.detail ?? error.message }));
    }
    input.value = '';
  }

  /** @param {DragEvent} event */
  function over(event) {
    event.preventDefault();
    element.classList.add('over');
  }

  /** @param {DragEvent} event */
  function drop(event) {
    event.preventDefault();
    element.classList.remove('over');
    read(event.dataTransfer?.files[0]);
  }

  return element;
}
