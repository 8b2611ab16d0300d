// The choice of the language, in the settings.

import { recall, remember } from '../core/store.js';
import { LANGUAGES, nameOf, t } from '../strings/strings.js';
import { el } from './dom.js';

/** The languages, each by its own name. The page is loaded again in the one that is chosen. */
export function languageMenu() {
  const now = recall('language', '');
  const choose = () => {
    remember('language', menu.value || null);
    location.reload();
  };
  const menu = el(
    'select',
    { id: 'language', on: { change: choose } },
    el('option', { value: '' }, t('language.auto')),
    LANGUAGES.map((tag) => el('option', { value: tag, lang: tag, selected: tag === now }, nameOf(tag))),
  );
  return el('p', {}, el('label', { for: 'language' }, t('language.label')), menu);
}
