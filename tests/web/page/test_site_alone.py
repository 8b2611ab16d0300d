"""The page without a server: ``pegwise site`` wrote it, and a plain server of files serves it."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pegwise import build_tree
from tests.cli_runner import run
from tests.web.page.access import violations
from tests.web.page.conftest import Visits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _files(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site in a folder of a larger web space."""
    root = tmp_path_factory.mktemp("space")
    ran = run("site", str(root / "games" / "pegwise"), "-g", "4x6", "--days", "1")
    assert ran.status == 0, ran.err
    with _files(root) as address:
        yield f"{address}/games/pegwise"


def test_it_plays_hints_solves_and_explores(browser: Browser, site: str) -> None:
    visits = Visits(browser, site)
    context = visits.context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    player = visits.enter(context.new_page(), at="#/play")
    page = player.page

    # Play, with each step of a hint that the screen does not show yet.
    player.type("1122")
    for step in range(3):
        player.button("Get another hint" if step else "Get a hint").click()
    player.said("^How many codes each feedback leaves possible")

    # Solve: the next guess, a contradiction and its repairs.
    player.go("#/solve/4x6/1122%3AB%201344%3AW%203526%3ABWW")
    best = page.get_by_role("region", name="Best next guess")
    expect(best).to_contain_text("7 possible codes into 7 classes")
    player.go("#/solve/4x6/1122%3ABBB%201122%3A-%203344%3AW")
    expect(page.locator(".alarm")).to_be_visible()
    player.go("#/solve/5x8/11223%3AB")
    expect(best).to_contain_text("possible codes into")

    # Explore: a tree that the site has, one that the page grows, a guess alone in a game without trees.
    player.go("#/explore/4x6/optimal")
    walk = page.locator(".walk").first
    expect(walk).to_contain_text("4.340 guesses on average and 6 in the worst case")
    player.go("#/explore/3x5/entropy")
    for name in ("most-parts", "knuth", "minimax-parts", "first-consistent"):
        page.get_by_role("checkbox", name=name, exact=True).uncheck()
    player.button("Compare").click()
    player.said("^The table compares 2 strategies")
    tree = build_tree("3x5", strategy="expected-size")
    line = page.get_by_role("table", name="Compare strategies").get_by_role("row", name="expected-size")
    assert line.locator("td").all_inner_texts()[-1] == str(tree.total)
    plot = page.get_by_role("table", name="At which guess", include_hidden=True)
    found = plot.locator("tr", has_text="expected-size").locator("td").all_text_contents()
    assert found == [str(each) for each in tree.distribution]
    average = build_tree("3x5", strategy="entropy").average
    expect(walk).to_contain_text(f"{average:.3f} guesses on average")
    player.go("#/explore/5x8/knuth")
    expect(walk).to_contain_text("32,768 codes are possible.")
    expect(walk).to_contain_text("Without the server, the page shows one guess at a time.")
    page.locator(".steps button").nth(2).click()
    expect(page.locator(".path button")).to_have_count(2)
    expect(walk.locator("p.guess .peg")).to_have_count(5)
    player.go("#/explore/6x9/knuth")
    expect(walk).to_contain_text("531,441 codes are possible.")

    # What needs the server says so, in one line.
    player.go("#/review/4x6%201122%3AB%201344%3AW%203526%3ABWW%201462%3ABW%203632")
    expect(page.locator("main").get_by_text("this copy of the page has none")).to_be_visible()
    assert violations(page) == []
    assert not [url for url in asked if "/api/" in url]
    visits.close()


def test_it_has_puzzles_and_lessons(browser: Browser, site: str) -> None:
    visits = Visits(browser, site)
    player = visits.enter(visits.context(locale="de").new_page(), at="#/puzzle")
    page = player.page
    expect(page.locator("main .board tbody tr").first).to_be_visible()
    player.go("#/learn")
    expect(page.locator("main h1")).to_be_visible()
    visits.close()
