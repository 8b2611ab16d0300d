"""The page in a real browser. Errors in its console and requests to another host fail the test."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.served import browser_program
from tests.web.page.player import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

expect.set_options(timeout=45_000)  # as for all that a page is told to do: the computer may be busy
_QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


@pytest.fixture(scope="package")  # Playwright's event loop runs as long as it does, and no other can
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    program = browser_program()
    if program is None:
        # Where everything must be tested, a test that is left out is a failure.
        left_out = pytest.fail if os.environ.get("CI") else pytest.skip
        left_out("the page is tested in a browser, and there is none: install Debian's chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=[*_QUIET])
        yield started
        started.close()


@dataclass
class Visits:
    """Opens pages, each with a memory of its own, and keeps an eye on them."""

    browser: Browser
    address: str
    allowed: tuple[str, ...] = ()
    """Parts of console errors that belong to the test."""
    trouble: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def context(self, width: int = 1280, height: int = 800, **options: Any) -> BrowserContext:
        """A browser without a past."""
        options.setdefault("reduced_motion", "reduce")
        # A service worker loads every file of the page again in each browser without a past.
        options.setdefault("service_workers", "block")
        made = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        made.set_default_timeout(45_000)
        made.on("request", self._requested)
        self.contexts.append(made)
        return made

    def __call__(self, width: int = 1280, height: int = 800, at: str = "#/play", **options: Any) -> Player:
        """A person at the page; ``options`` are those of the browser's context."""
        return self.enter(self.context(width, height, **options).new_page(), at)

    def enter(self, page: Page, at: str = "#/play", address: str | None = None) -> Player:
        """The page opened in a tab."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._told(str(error)))
        page.goto(f"{address or self.address}/{at}")
        page.locator("main h1").wait_for()
        return Player(page)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._told(said.text)

    def _told(self, text: str) -> None:
        if not any(part in text for part in self.allowed):
            self.trouble.append(text)

    def _requested(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            self.trouble.append(f"a request to {request.url}")

    def close(self) -> None:
        """Close all, and tell what went wrong."""
        for context in self.contexts:
            context.close()
        assert not self.trouble


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visits]:
    """Opens the page as the server serves it."""
    visits = Visits(browser, address)
    yield visits
    visits.close()
