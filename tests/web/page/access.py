"""What everyone needs: axe-core finds nothing, nothing is too small to touch, nothing runs over the edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SMALL = """least => [...document.querySelectorAll('main :is(button, a, input, select, summary, textarea)')]
  .filter(each => each.offsetParent)
  .map(each => [each.outerHTML.slice(0, 90), (each.closest('label') ?? each).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least)
  .map(([text]) => text)"""
_LEAST = 43.9
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong, with all that can be opened open."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")
    page.wait_for_load_state("networkidle")
    found = Axe().run(page).response
    assert found["passes"], "axe-core looked at nothing"
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]]


def small(page: Page) -> list[str]:
    """The controls that a finger would miss."""
    found: list[str] = page.evaluate(_SMALL, _LEAST)
    return found
