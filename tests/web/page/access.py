"""A place with all of it in sight, and what is too small to touch in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SMALL = """least => [...document.querySelectorAll('main :is(button, a, input, select, summary, textarea)')]
  .filter(each => each.offsetParent)
  .map(each => [each.outerHTML.slice(0, 90), (each.closest('label') ?? each).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least)
  .map(([text]) => text)"""
_LEAST = 43.9
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def opened(page: Page) -> None:
    """Open all that can be opened, and wait for what that asks for."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")
    page.wait_for_load_state("networkidle")


def small(page: Page) -> list[str]:
    """The controls that a finger would miss."""
    found: list[str] = page.evaluate(_SMALL, _LEAST)
    return found
