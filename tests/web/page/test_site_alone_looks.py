"""How the page without a server looks: as it loads Python, when it cannot, with an answer, without a network.

Each of these is for everybody: on a desk and on a phone, in both languages, light and dark, by keyboard.
``PEGWISE_LOOKS=FOLDER`` keeps a picture of each.
"""

from __future__ import annotations

import os
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.cli_runner import run
from tests.helpers import slow
from tests.pyodide import distribution, needs_pyodide
from tests.web.page.access import THEMES, drawn, small, violations_as_it_is
from tests.web.page.conftest import Visits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.web.page.player import Player

pytestmark = [needs_pyodide, pytest.mark.exhaustive]

REVIEW = "#/review/4x6%201122%3AB%201344%3AW%203526%3ABWW%201462%3ABW%203632"
SOLVE = "#/solve/5x8/11223%3AB"
SIZES = ((1280, 800), (390, 844), (320, 640))
LANGUAGES = ("en", "de")
ACCURACY = {"en": "Accuracy", "de": "Genauigkeit"}
_PATIENCE = 180_000
# ``wait_for_function`` looks again in a way that the policy forbids.
_MORE_THAN_HALF = """() => new Promise(resolve => {
  const look = () => {
    if (document.querySelector('aside.loading progress').position > 0.6) resolve();
    else requestAnimationFrame(look);
  };
  look();
})"""
_LARGEST = "pyodide.asm.wasm"


class _Files(SimpleHTTPRequestHandler):
    """Serves files. The second half of the largest is sent when the server is told so."""

    def copyfile(self, source: object, outputfile: object) -> None:
        content = source.read()  # type: ignore[attr-defined]
        half = len(content) // 2
        outputfile.write(content[:half])  # type: ignore[attr-defined]
        if _LARGEST in self.path:
            outputfile.flush()  # type: ignore[attr-defined]
            self.server.goes_on.wait()  # type: ignore[attr-defined]
        outputfile.write(content[half:])  # type: ignore[attr-defined]

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def finish(self) -> None:
        """A browser that has gone away is no trouble."""
        try:
            super().finish()
        except OSError:
            self.close_connection = True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    goes_on: Event

    def handle_error(self, *_: object) -> None:
        """Say nothing: a browser goes away in the middle of a file when its tab is closed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with Python."""
    made = tmp_path_factory.mktemp("site") / "pegwise"
    ran = run("site", str(made), "--days", "0", "--pyodide", str(distribution()))
    assert ran.status == 0, ran.err
    return made


@pytest.fixture
def server(folder: Path) -> Iterator[_Server]:
    """Serves it."""
    with _Server(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as served:
        served.goes_on = Event()
        Thread(target=served.serve_forever, daemon=True).start()
        try:
            yield served
        finally:
            served.goes_on.set()
            served.shutdown()


@pytest.fixture
def visits(browser: Browser, server: _Server) -> Iterator[Visits]:
    """Opens it."""
    made = Visits(
        browser,
        f"http://127.0.0.1:{server.server_port}",
        allowed=("Failed to load resource", "ERR_", "sw.js"),
    )
    yield made
    made.close()


def _looks(player: Player, name: str, language: str) -> None:
    """Look at the page at each width, light and dark."""
    page = player.page
    assert page.evaluate("document.documentElement.lang") == language
    # Longer words matter for what has no room, not for colors.
    for scheme in THEMES if language == "en" else THEMES[:1]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            drawn(page)
            if kept := os.environ.get("PEGWISE_LOOKS"):
                Path(kept).mkdir(parents=True, exist_ok=True)
                page.screenshot(path=Path(kept) / f"{name}-{language}-{scheme}-{width}.png")
            assert player.overflow() == 0, (scheme, width)
            assert small(page) == [], (scheme, width)
        assert violations_as_it_is(page) == [], scheme


@pytest.mark.parametrize("language", [LANGUAGES[0], *slow(*LANGUAGES[1:])])
def test_it_says_how_far_it_is_and_answers(visits: Visits, server: _Server, language: str) -> None:
    context = visits.context(locale=language, service_workers="allow")
    player = visits.enter(context.new_page(), at=REVIEW)
    page = player.page
    panel = page.locator("aside.loading")
    expect(panel).to_be_visible()
    expect(panel.locator("span")).to_contain_text("MB")
    page.evaluate(_MORE_THAN_HALF)
    _looks(player, "waiting", language)
    # What a screen reader is told: a region with a name, why, and how far it is.
    said = panel.aria_snapshot()
    assert all(part in said for part in ("complementary", "progressbar", "MB")), said
    server.goes_on.set()
    expect(page.locator("main")).to_contain_text(ACCURACY[language], timeout=_PATIENCE)
    expect(panel).to_have_count(0)
    _looks(player, "answered", language)
    if language != LANGUAGES[0]:
        return  # without a network the page has no other words
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.reload()
    expect(page.locator("main")).to_contain_text(ACCURACY[language], timeout=_PATIENCE)
    context.set_offline(True)
    page.reload()
    expect(page.locator("main")).to_contain_text(ACCURACY[language], timeout=_PATIENCE)
    _looks(player, "offline", language)
    context.set_offline(False)


@pytest.mark.parametrize(
    ("lacks", "language"), [("simd", "en"), ("network", "de"), *slow(("simd", "de"), ("network", "en"))]
)
def test_it_says_that_it_cannot(visits: Visits, server: _Server, lacks: str, language: str) -> None:
    server.goes_on.set()
    context = visits.context(locale=language)
    if lacks == "simd":
        context.add_init_script("WebAssembly.validate = () => false")
    else:
        context.route("**/python/**", lambda route: route.abort())
    player = visits.enter(context.new_page(), at=REVIEW)
    said = {"simd": "SIMD", "network": "network" if language == "en" else "Netz"}[lacks]
    expect(player.page.locator("main")).to_contain_text(said)
    _looks(player, f"cannot-{lacks}", language)
    player.go(SOLVE)
    expect(player.page.locator("main")).to_contain_text(said)
    _looks(player, f"cannot-solve-{lacks}", language)
    again = player.page.locator(".work button")
    if lacks == "simd":
        expect(again).to_have_count(0)  # it would not help
        return
    context.unroute_all()
    again.click()
    expect(player.page.locator(".best .code .peg").first).to_be_visible(timeout=_PATIENCE)


WORKERS = """{
  const workers = (window.workers = []);
  window.Worker = class extends Worker {
    constructor(...given) { super(...given); workers.push(this); }
    terminate() { super.terminate(); this.ended = true; }
  };
}"""
"""Remembers the workers of a page."""


def test_cancel_ends_the_loading_and_hinders_no_other_question(visits: Visits, server: _Server) -> None:
    """A worker that was ended may still report an error, seconds later."""
    context = visits.context()
    context.add_init_script(WORKERS)
    player = visits.enter(context.new_page(), at=REVIEW)
    page, panel = player.page, player.page.locator("aside.loading")
    expect(panel).to_be_visible()
    player.button("Cancel").click()
    expect(panel).to_have_count(0)
    assert page.evaluate("workers.map(each => !!each.ended)") == [True]
    player.button("Try again").click()
    expect(panel).to_be_visible()
    page.evaluate("workers[0].dispatchEvent(new ErrorEvent('error', { cancelable: true }))")
    server.goes_on.set()
    expect(page.locator("main")).to_contain_text("Accuracy", timeout=_PATIENCE)
    assert page.evaluate("workers.map(each => !!each.ended)") == [True, False]


def test_all_of_it_by_the_keyboard(visits: Visits, server: _Server) -> None:
    """Play a game to its end, and open its review: nothing is touched, and no step asks for an engine."""
    server.goes_on.set()
    player = visits.enter(visits.context(390, 844).new_page(), at="#/play")
    page = player.page
    player.break_code("3632")
    page.locator("main button:visible, main [tabindex='0']").first.wait_for()
    for guess in ("1122", "1344", "3526", "1462", "3632"):
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
    link = page.get_by_role("link", name="Review")
    expect(link.first).to_be_visible()
    _tab_to(player, "Review")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Accuracy", timeout=_PATIENCE)
    # The answer is announced or focused: a screen reader is at the review, not at the bar that has gone.
    assert page.evaluate("document.activeElement !== null && document.activeElement.tagName !== 'PROGRESS'")
    _tab_to(player, "Explore")
    page.keyboard.press("Enter")
    expect(page.locator(".walk")).to_contain_text("guesses on average", timeout=_PATIENCE)


def _tab_to(player: Player, name: str) -> None:
    """Press Tab until what has the focus has this in its name."""
    page = player.page
    for _ in range(150):
        page.keyboard.press("Tab")
        if name in page.evaluate("document.activeElement?.textContent ?? ''"):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", name
            return
    pytest.fail(f"the keyboard does not reach {name!r}")
