// What has the focus stays in sight while the page around it changes.

/** Change the page; where that pushes what has the focus over the edge, scroll after it. A mouse or a finger needs no such help,
 * unless it is a field to type in. @param {() => void} change */
export function keepInSight(change) {
  const at = document.querySelector(':focus-visible');
  const seen = at !== null && isSeen(at);
  change();
  if (seen && !isSeen(at)) at.scrollIntoView({ block: 'nearest' });
}

/** @param {Element} element */
function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
