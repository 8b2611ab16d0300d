"""The page in a real browser. Errors in its console and requests to another host fail the test."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from pegwise.web.app import create_app
from pegwise.web.limits.settings import Settings
from tests.served import browser_program
from tests.web.page.player import Player
from tests.web.small import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

expect.set_options(timeout=45_000)  # as for all that a page is told to do: the computer may be busy
_QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # Fewer processes: to start them, and to talk from one to the other, took half of the time of a visit.
    *("--process-per-site", "--in-process-gpu", "--enable-features=NetworkServiceInProcess2"),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # a request to another host fails
)

_LONGEST = 10
"""The seconds that the page allows a question that may take long (core/api.js)."""
_PATIENCE = 60
"""The seconds that it gets here instead."""
_STARTS = 3
"""How often the browser is started if it crashes at once."""
Spare = dict[str, list["BrowserContext"]]
"""Browsers that no test uses, by their settings: they have the files of the page, and nothing else."""


@pytest.fixture(scope="package")  # Playwright's event loop runs as long as it does, and no other can
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    program = browser_program()
    if program is None:
        # Where everything must be tested, a test that is left out is a failure.
        left_out = pytest.fail if os.environ.get("CI") else pytest.skip
        left_out("the page is tested in a browser, and there is none: install Debian's chromium")
    with sync_playwright() as playwright:
        started = _launched(playwright, program)
        yield started
        started.close()


def _launched(playwright: Playwright, program: str) -> Browser:
    """The browser. Chromium itself crashes now and then as it starts, before any page."""
    for _ in range(_STARTS - 1):
        try:
            return playwright.chromium.launch(executable_path=program, args=[*_QUIET])
        except Error:
            continue
    return playwright.chromium.launch(executable_path=program, args=[*_QUIET])


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is served, with so much time for each question that a busy computer answers it too."""
    folder = str(tmp_path_factory.mktemp("page"))
    settings = Settings(data=folder, workers=2, seconds=_PATIENCE, most_seconds=_PATIENCE)
    app = create_app(settings)
    with served(_cached(app), settings) as port:
        run = app.state.workers.run

        async def patient(*question: Any, seconds: float, **options: Any) -> Any:
            return await run(*question, seconds=seconds if seconds < _LONGEST else _PATIENCE, **options)

        app.state.workers.run = patient
        yield f"http://127.0.0.1:{port}"


def _cached(app: ASGIApp) -> ASGIApp:
    """The same; a browser asks for a file of the page once: there are a hundred, and no test changes one."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, b"max-age=3600" if (name, value) == (b"cache-control", b"no-cache") else value)
                    for name, value in message["headers"]
                ]
            await send(message)

        await app(scope, receive, told)

    return answer


@pytest.fixture(scope="package")
def spare(browser: Browser) -> Spare:
    """None at first."""
    return {}


@dataclass
class Visits:
    """Opens pages, each with a memory of its own, and keeps an eye on them."""

    browser: Browser
    address: str
    allowed: tuple[str, ...] = ()
    """Parts of console errors that belong to the test."""
    trouble: list[str] = field(default_factory=list)
    spare: Spare = field(default_factory=dict)
    own: list[BrowserContext] = field(default_factory=list)
    used: list[tuple[str, BrowserContext]] = field(default_factory=list)
    """What goes back to ``spare`` after the test, with the settings."""

    def context(self, width: int = 1280, height: int = 800, **options: Any) -> BrowserContext:
        """A browser of the test's own, of which it may change what it likes; it ends with the test."""
        made = self._new(viewport={"width": width, "height": height}, **options)
        made.on("requestfailed", self._failed)
        self.own.append(made)
        return made

    def _new(self, **options: Any) -> BrowserContext:
        options.setdefault("reduced_motion", "reduce")
        # A service worker loads every file of the page again in each browser without a past.
        options.setdefault("service_workers", "block")
        made = self.browser.new_context(**options)
        made.set_default_timeout(45_000)
        return made

    def __call__(self, width: int = 1280, height: int = 800, at: str = "#/play", **options: Any) -> Player:
        """A person at the page in a browser without a past; ``options`` are those of its context.

        The tab of a test before is used again: it has the files of the page in its memory, which saves half
        of the work. A test that changes what belongs to the whole browser or to all that a tab will show
        (clock, network, scripts) takes ``context``.
        """
        kind = repr(sorted(options.items()))
        spare = self.spare.setdefault(kind, [])
        context = spare.pop() if spare else self._kept(**options)
        self.used.append((kind, context))
        context.on("requestfailed", self._failed)
        page = context.pages[0]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=options.get("color_scheme", "light"))
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        session.detach()
        page.evaluate("sessionStorage.clear()")  # which some versions of Chromium leave
        return self.enter(page, at)

    def _kept(self, **options: Any) -> BrowserContext:
        """A browser that is used again, with one tab, where nothing runs."""
        made = self._new(**options)
        made.new_page().goto(self._idle)
        return made

    @property
    def _idle(self) -> str:
        """A place of the server where nothing runs."""
        return f"{self.address}/healthz"

    def enter(self, page: Page, at: str = "#/play", address: str | None = None) -> Player:
        """The page opened in a tab."""
        page.on("console", self._console)
        page.on("pageerror", self._mistaken)
        page.goto(f"{address or self.address}/{at}")
        page.locator("main h1").wait_for()
        return Player(page)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._told(said.text)

    def _mistaken(self, error: Error) -> None:
        self._told(str(error))

    def _told(self, text: str) -> None:
        if not any(part in text for part in self.allowed):
            self.trouble.append(text)

    def _failed(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            self.trouble.append(f"a request to {request.url}")

    def close(self) -> None:
        """Close all, and tell what went wrong."""
        for context in self.own:
            context.close()
        for kind, context in self.used:
            context.remove_listener("requestfailed", self._failed)
            for page in context.pages[1:]:
                page.close()
            self._leave(context.pages[0])
            self.spare.setdefault(kind, []).append(context)
        assert not self.trouble

    def _leave(self, page: Page) -> None:
        """Stop all that runs in a tab, and all that a test has done to what it asks."""
        page.remove_listener("console", self._console)
        page.remove_listener("pageerror", self._mistaken)
        page.unroute_all(behavior="ignoreErrors")
        page.goto(self._idle)
        page.mouse.move(-1, -1)  # on nothing


@pytest.fixture
def visit(browser: Browser, address: str, spare: Spare) -> Iterator[Visits]:
    """Opens the page as the server serves it."""
    visits = Visits(browser, address, spare=spare)
    yield visits
    visits.close()


@pytest.fixture(scope="module")
def player(browser: Browser, address: str, spare: Spare) -> Iterator[Player]:
    """The page for all tests of a file that only ask its modules, which remember nothing."""
    visits = Visits(browser, address, spare=spare)
    yield visits()
    visits.close()
