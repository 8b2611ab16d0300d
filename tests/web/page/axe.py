"""What axe-core finds wrong with a page, by the rules of WCAG 2.2 AA and of good practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["violations"]


def violations(page: Page) -> list[str]:
    """A line for each violation: the rule, and the element."""
    found = Axe().run(page).response["violations"]
    return [
        f"{broken['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for broken in found
        for node in broken["nodes"]
    ]
