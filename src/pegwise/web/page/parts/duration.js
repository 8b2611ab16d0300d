// How long something takes, in words.

import { language, t } from '../strings/strings.js';

/** @type {[number, string][]} */
const UNITS = [[365 * 86400, 'year'], [86400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']];

/** In the largest unit of which there are two. @param {number} seconds */
export function durationWords(seconds) {
  if (seconds < 1) return t('duration.moment');
  const [size, unit] = UNITS.find(([each]) => seconds >= 2 * each) ?? [1, 'second'];
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return t('duration.about', { duration: words.format(Math.round(seconds / size)) });
}
