"""After the first visit the page needs no server for playing, scoring and the first hints."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pegwise.web.limits.settings import Settings
from pegwise.web.minified_files import PAGE, packed
from tests.web.page.conftest import Visits
from tests.web.small import guarded, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


_THEMES = """async () => Promise.all(
  [await fetch('theme.js'), await caches.match('theme.js')].map(answer => answer.text()))"""


def test_offline_after_the_first_visit(browser: Browser, tmp_path: Path) -> None:
    page = shutil.copytree(PAGE, tmp_path / "page")
    (page / "sw.js").write_bytes(packed(PAGE / "sw.js"))
    files = Starlette(routes=[Mount("/", StaticFiles(directory=page, html=True))])
    app = guarded(Settings(), files)
    visits = Visits(browser, "", allowed=("Failed to load resource", "sw.js"))
    context = visits.context(service_workers="allow")
    with served(app) as port:
        player = visits.enter(context.new_page(), address=f"http://127.0.0.1:{port}")
        player.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        # A file of another version is shown, but not mixed with the files that were kept together.
        with (page / "theme.js").open("a") as theme:
            theme.write("\n// newer")
        player.page.reload()
        told = player.page.evaluate(_THEMES)
        assert ["// newer" in text for text in told] == [True, False]
    # The server has ended: what follows comes from what the browser kept.
    player.page.reload()
    player.page.locator("main h1").wait_for()
    player.break_code("3632")
    player.type("1122")
    player.says("Guess 1: red, red, blue, blue. Feedback: 1 black, 0 white. 256 codes are possible.")
    for key in "1344":
        player.page.keyboard.press(key)
    player.button("Get a hint").click()
    player.says("The code red, green, yellow, yellow can be the secret: it is consistent with every row.")
    player.button("Get another hint").click()
    player.says("Nothing is certain about the secret yet.")
    player.button("Get another hint").click()
    player.said(
        "^A good guess is red, green, yellow, yellow. It leaves 31.5 of 256 codes possible on average"
    )
    player.button("Get another hint").click()
    expect(player.page.locator("table.classes tbody tr")).to_have_count(13)
    player.go("#/solve/4x6/1122%3AB%201344%3AW%203526%3ABWW")
    best = player.page.get_by_role("region", name="Best next guess")
    expect(best).to_contain_text("splits the 7 possible codes into 7 classes")
    player.go("#/solve/4x6/1122%3ABBB%201122%3A-%203344%3AW")
    expect(best).to_contain_text("No code is consistent with all rows.")
    player.go("#/puzzle")
    player.said("^This puzzle needs a server")
    for place in ("Solve", "Review", "Explore"):
        player.page.get_by_role("link", name=place, exact=True).click()
        expect(player.page.locator("#nav [aria-current]")).to_have_text(place)
        expect(player.page.locator("main h1")).to_be_visible()
        expect(player.page.get_by_text("cannot load this page")).to_have_count(0)
    visits.close()


def test_all_files_of_the_page_are_kept() -> None:
    worker = packed(PAGE / "sw.js").decode()
    listed = re.search(r"const FILES ?= ?\[(.*?)\]", worker)
    assert listed is not None
    kept = set(re.findall(r'"([^"]+)"', listed[1]))
    there = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()}
    assert kept == there - {"index.html", "sw.js"} | {"./"}


@pytest.mark.parametrize(("coding", "most"), [("br", 160_000), ("gzip", 185_000)])
def test_what_the_page_weighs(address: str, coding: str, most: int) -> None:
    """In one language, as it travels: nobody loads the strings of the others."""
    weight = 0
    with httpx.Client(base_url=address, headers={"Accept-Encoding": coding}) as client:
        for path in filter(Path.is_file, PAGE.rglob("*")):
            if path.parent.name == "strings" and path.name[2:3] == "-" and not path.name.startswith("en-"):
                continue
            with client.stream("GET", f"/{path.relative_to(PAGE)}") as response:
                assert response.status_code == 200
                weight += sum(map(len, response.iter_raw()))
    assert weight <= most


def test_the_page_names_no_other_host_and_has_no_inline_code() -> None:
    for path in filter(Path.is_file, PAGE.rglob("*")):
        text = path.read_text()
        for address in re.findall(r"https?://[^\s'\"`)]+", text):
            assert address.startswith("http://www.w3.org/"), (path, address)  # names of namespaces
    page = (PAGE / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script>", page)
