"""What everyone needs: axe-core finds nothing, nothing is too small to touch, nothing runs over the edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SMALL = """least => [...document.querySelectorAll('main :is(button, a, input, select, summary, textarea)')]
  .filter(each => each.offsetParent)
  .map(each => [each.outerHTML.slice(0, 90), (each.closest('label') ?? each).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least)
  .map(([text]) => text)"""
_LEAST = 43.9
_SETTLED = """() => new Promise((resolve, reject) => {
  setTimeout(reject, 45_000, new Error('the page does not settle'));
  const works = () => [...document.querySelectorAll('main .working')].some(each => each.checkVisibility());
  let waits;
  const watched = new MutationObserver(again);
  function again() {
    clearTimeout(waits);
    waits = setTimeout(() => {
      if (works()) return again();
      watched.disconnect();
      resolve();
    }, 100);
  }
  watched.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  again();
})"""
# An observer is told after the next frame, also where a test has set the clock.
_DRAWN = """() => {
  const frame = () => new Promise(done => {
    const seen = new IntersectionObserver(() => { seen.disconnect(); done(); });
    seen.observe(document.documentElement);
  });
  return frame().then(frame);
}"""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong, with all that can be opened open."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")
    settled(page)
    return violations_as_it_is(page)


def violations_as_it_is(page: Page) -> list[str]:
    """What axe-core finds wrong in the page of this moment, which may be waiting for an answer."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    assert found["passes"], "axe-core looked at nothing"
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]]


def settled(page: Page) -> None:
    """Wait until nothing is worked on and the page has not changed for a while."""
    page.evaluate(_SETTLED)
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until the page is drawn as it is now: the first frame may change it."""
    page.evaluate(_DRAWN)


def small(page: Page) -> list[str]:
    """The controls that a finger would miss."""
    found: list[str] = page.evaluate(_SMALL, _LEAST)
    return found
