"""The page without a server: ``pegwise site`` wrote it, and a plain server of files serves it."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

import pegwise
from pegwise import Position, Rules, build_tree, play_out
from pegwise.play.codemakers import Adversary
from pegwise.play.game_line import parse_game
from tests.cli_runner import run
from tests.pyodide import distribution, needs_pyodide
from tests.web.page.access import violations
from tests.web.page.conftest import Visits
from tests.web.page.test_listed import WORDS
from tests.web.page.test_others import begin, give_feedback
from tests.web.page.test_puzzle import one_guess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.web.page.player import Player

GAME = "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632"
REVIEW = "#/review/4x6%201122%3AB%201344%3AW%203526%3ABWW%201462%3ABW%203632"
_PATIENCE = 180


@contextmanager
def _files(folder: Path) -> Iterator[str]:
    """``python -m http.server`` for a folder: no other server is there."""
    command = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "0",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(folder),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            port = re.search(r"port (\d+)", server.stdout.readline())
            assert port is not None
            yield f"http://127.0.0.1:{port[1]}"
        finally:
            server.kill()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site without Python, in a folder of a larger web space."""
    root = tmp_path_factory.mktemp("space")
    ran = run("site", str(root / "games" / "pegwise"), "--days", "1")
    assert ran.status == 0, ran.err
    assert "--pyodide" in ran.out
    with _files(root) as address:
        yield f"{address}/games/pegwise"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with Python, in a folder of a larger web space."""
    root = tmp_path_factory.mktemp("space")
    ran = run("site", str(root / "games" / "pegwise"), "--days", "0", "--pyodide", str(distribution()))
    assert ran.status == 0, ran.err
    assert "--pyodide" not in ran.out
    return root


@pytest.fixture(scope="module")
def site(python: Path) -> Iterator[str]:
    """Its address, served as it is."""
    with _files(python) as address:
        yield f"{address}/games/pegwise"


def test_without_python_it_plays_hints_and_solves_small_games(browser: Browser, bare: str) -> None:
    visits = Visits(browser, bare)
    context = visits.context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    player = visits.enter(context.new_page(), at="#/play")
    page = player.page
    player.type("1122")
    for step in range(3):
        player.button("Get another hint" if step else "Get a hint").click()
    player.said("^How many codes each feedback leaves possible")
    player.go("#/solve/4x6/1122%3AB%201344%3AW%203526%3ABWW")
    best = page.get_by_role("region", name="Best next guess")
    expect(best).to_contain_text("7 possible codes into 7 classes")
    expect(page.get_by_text("Compare with other good guesses")).to_have_count(0)  # nobody knows them
    player.go("#/solve/4x6/1122%3ABBB%201122%3A-%203344%3AW")
    expect(best).to_contain_text("No code is consistent with all rows.")
    player.go("#/puzzle")
    expect(player.rows.first).to_be_visible()
    _chooses_words(player)
    expect(page.locator(".word-list .note")).to_contain_text("Whoever looks after the page can add it")
    # What is missing says so, and who can add it.
    for place in (REVIEW, "#/explore/4x6/knuth", "#/solve/5x8/11223%3AB"):
        player.go(place)
        expect(page.locator("main").get_by_text("Whoever looks after the page can add it")).to_be_visible()
    assert violations(page) == []
    assert not [url for url in asked if "/api/" in url or "/python/" in url]
    visits.close()


def test_without_python_it_has_puzzles_and_lessons(browser: Browser, bare: str) -> None:
    visits = Visits(browser, bare)
    player = visits.enter(visits.context(locale="de").new_page(), at="#/puzzle")
    expect(player.page.locator("main .board tbody tr").first).to_be_visible()
    player.go("#/learn")
    expect(player.page.locator("main h1")).to_be_visible()
    visits.close()


STRICT = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'"
)
"""A web space may set this policy for every file: the worker needs ``wasm-unsafe-eval``, and nothing else."""


class _Strict(SimpleHTTPRequestHandler):
    """Serves files with that policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", STRICT)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Loaded:
    """A browser that has loaded Python: it takes seconds, so the tests share it."""

    visits: Visits
    player: Player
    asked: list[str]
    """The addresses that it has asked for."""


@pytest.fixture(scope="module")
def loaded(browser: Browser, python: Path) -> Iterator[Loaded]:
    """A browser at the page with Python, as a web space with a strict policy serves it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Strict, directory=str(python))) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/games/pegwise"
        visits = Visits(browser, address, allowed=("Failed to load resource", "sw.js"))
        context = visits.context(service_workers="allow")
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        player = visits.enter(context.new_page(), at="#/play")
        page = player.page
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        page.reload()
        player.go(REVIEW)
        expect(page.get_by_role("complementary", name="Loading")).to_be_visible()
        expect(page.locator("main")).to_contain_text("Accuracy", timeout=1000 * _PATIENCE)
        expect(page.get_by_role("complementary", name="Loading")).to_have_count(0)
        yield Loaded(visits, player, asked)
        visits.close()
        server.shutdown()


@needs_pyodide
def test_with_python_it_does_everything(loaded: Loaded) -> None:
    player = loaded.player
    _finds_others_when_asked(player)
    _hints(player, "5x8", "12345", "11223")
    _hints(player, "4x6-marks", "3632", "1366")
    _solves(player)
    _solves_words(player)
    _races(player)
    _reviews(player)
    _explores(player)
    _compares(player)
    _puzzles(player)
    assert violations(player.page) == []
    host = loaded.visits.address.partition("/games")[0]
    assert not [url for url in loaded.asked if "/api/" in url or not url.startswith(host)]


@pytest.mark.exhaustive
@needs_pyodide
def test_a_question_that_is_cancelled_ends_the_work(loaded: Loaded) -> None:
    player, page = loaded.player, loaded.player.page
    player.go("#/explore/6x9/knuth")
    expect(page.locator(".walk strong")).to_have_text("531,441 codes are possible.")
    player.button("Compare").click()
    expect(page.locator(".working span")).to_contain_text(" of ")
    player.button("Cancel").click()
    player.said(r"Canceled\.")
    player.go("#/explore/3x4/entropy")
    expect(page.locator(".walk")).to_contain_text("guesses on average", timeout=1000 * _PATIENCE)


@needs_pyodide
def test_the_first_game_of_a_visit_loads_nothing(browser: Browser, site: str) -> None:
    visits = Visits(browser, site)
    context = visits.context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    player = visits.enter(context.new_page(), at="#/play")
    player.break_code("3632")
    player.type("1122")
    player.says("Guess 1: red, red, blue, blue. Feedback: 1 black, 0 white. 256 codes are possible.")
    player.button("Get a hint").click()
    player.said("^Nothing is certain")
    assert not [url for url in asked if "/python/" in url]
    visits.close()


_CLICKS_WHEN_IT_APPEARS = """
(text) => {
  const watch = new MutationObserver(() => {
    const found = [...document.querySelectorAll("summary")].find((one) => one.textContent.includes(text));
    if (found) {
      watch.disconnect();
      found.click();
    }
  });
  watch.observe(document.body, { childList: true, subtree: true });
}
"""


def _finds_others_when_asked(player: Player) -> None:
    """What was opened before the answer stays open."""
    player.page.evaluate(_CLICKS_WHEN_IT_APPEARS, "Compare with other good guesses")
    player.go("#/solve/4x6/1122%3AB%201344%3AW")
    wanted = pegwise.hint(Position("4x6", "1122:B 1344:W"), alternatives=4)
    table = player.page.get_by_role("table", name="Compare with other good guesses")
    expect(table.locator("tbody tr")).to_have_count(1 + len(wanted.alternatives))


def _hints(player: Player, rules: str, secret: str, guess: str) -> None:
    """In a game that only Python knows well."""
    player.break_code(secret, rules)
    player.type(guess)
    for step in range(2):
        player.button("Get another hint" if step else "Get a hint").click()
    player.said("^A good guess is")
    _resign(player)


def _solves(player: Player) -> None:
    page = player.page
    best = page.get_by_role("region", name="Best next guess")
    player.go("#/solve/4x6/1122%3ABBB%201122%3A-%203344%3AW")
    expect(page.locator(".alarm h2")).to_contain_text("1 and 2")
    expect(page.locator(".repairs button").first).to_be_visible()
    player.go("#/solve/5x8/11223%3AB")
    expect(best).to_contain_text("possible codes into")
    player.go("#/solve/10x10/1122334455%3ABBWW")
    expect(best.locator(".guess .peg")).to_have_count(10)
    page.get_by_label("Strategy").select_option("optimal")
    player.go("#/solve/4x6/1122%3AB%201344%3AW%203526%3ABWW")
    expect(best).to_contain_text("optimal")
    page.get_by_label("Strategy").select_option("")


def _chooses_words(player: Player) -> None:
    """Choose a game of words, and paste the list."""
    player.go("#/solve")
    player.page.get_by_label("Game", exact=True).select_option("words")
    player.page.get_by_label("Words that can be the secret").fill("\n".join(WORDS))
    player.button("Play with these words").click()


def _solves_words(player: Player) -> None:
    page = player.page
    _chooses_words(player)
    rules = Rules.listed(WORDS, feedback="marks")
    game, position = play_out(rules, "tread"), Position(rules)
    for number, (guess, told) in enumerate(game.rows):
        expect(page.locator(".best .code .sr")).to_have_text(str(guess))
        if not number:
            classes = len(position.partition(guess).classes)
            expect(page.locator(".best")).to_contain_text(f"15 possible codes into {classes} classes")
        page.locator(".word").fill(str(guess))
        page.keyboard.press("Enter")
        page.keyboard.type(str(told))
        page.keyboard.press("Enter")
        expect(player.rows).to_have_count(number + 1)
    page.get_by_role("link", name="Review this game").click()
    expect(page.locator("main .figures").first).to_contain_text(f"{pegwise.review(game).accuracy:.1f}%")
    expect(page.locator(".board tbody tr")).to_have_count(len(game.rows))


def _resign(player: Player) -> None:
    player.button("Resign").click()
    player.button("Yes, resign").click()
    # The strategy of a race goes on to its end first. Then the focus moves to what is told there.
    expect(player.page.locator(".ending")).to_be_visible()


def _races(player: Player) -> None:
    """The strategy ``entropy`` is asked of Python."""
    page = player.page
    player.go("#/play")
    page.get_by_label("Race against a strategy").check()
    page.get_by_label("Strategy", exact=True).select_option("entropy")
    begin(player, "race")
    player.type("1122")
    expect(page.locator(".board .rival")).to_have_count(2)
    _resign(player)
    record = parse_game(page.get_by_label("This game as a line of text").input_value())
    assert record.secret is not None
    theirs = play_out("4x6", record.secret, strategy="entropy").rows
    expect(page.locator(".ending .race .result")).to_contain_text("entropy")
    page.locator(".ending .race summary").click()
    expect(page.locator(".ending .race tbody tr")).to_have_count(len(theirs))


def _reviews(player: Player) -> None:
    page = player.page
    player.go(REVIEW)
    found = pegwise.review(GAME)
    expect(page.locator("main")).to_contain_text(f"{found.accuracy:.1f}%")
    expect(page.locator("main")).to_contain_text(f"{sum(move.regret for move in found.moves):.3f}")


def _explores(player: Player) -> None:
    walk = player.page.locator(".walk").first
    player.go("#/explore/4x6/optimal")
    expect(walk).to_contain_text("4.340 guesses on average and 6 in the worst case")
    player.go("#/explore/5x8/knuth")
    average = 183966 / 32768
    expect(walk).to_contain_text(f"{average:.3f} guesses on average")
    player.page.locator(".steps button").nth(2).click()
    expect(player.page.locator(".path button")).to_have_count(2)
    player.go("#/explore/4x6-marks/knuth")
    expect(walk).to_contain_text("guesses on average")
    expect(player.page.get_by_text("Knuth’s notation")).to_have_count(0)  # which has no marks
    player.go("#/explore/20x20/large")
    expect(walk).to_contain_text("one guess at a time")


def _compares(player: Player) -> None:
    page = player.page
    player.go("#/explore/3x5/entropy")
    for box in page.locator(".which input").all():
        box.uncheck()
    for name in ("counter", "entropy", "optimal"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    player.button("Compare").click()
    player.said("^The table compares 3 strategies")
    for name in ("counter", "entropy"):
        line = page.get_by_role("table", name="Compare strategies").get_by_role("row", name=name)
        assert line.locator("td").all_inner_texts()[-1] == str(build_tree("3x5", strategy=name).total)


def _puzzles(player: Player) -> None:
    player.go("#/puzzle/2026-03-05")
    wanted = pegwise.puzzle("4x6", seed="daily 2026-03-05")
    expect(player.rows).to_have_count(len(wanted.rows))
    player.go("#/puzzle/rush")
    player.button("Start the clock").click()
    expect(player.rows.first).to_be_visible()
    player.go("#/puzzle/one-guess")
    one_guess(player)


KEPT = """async (least) => {
  const cache = await caches.open('pegwise-engine');
  let size = 0;
  for (let tries = 0; size <= least && tries < 600; tries++) {
    await new Promise((done) => setTimeout(done, 100));
    const found = (await cache.keys()).find((request) => request.url.endsWith('/snapshot'));
    size = found ? (await (await cache.match(found)).arrayBuffer()).byteLength : 0;
  }
  return size;
}"""
"""The bytes of Python's memory that are kept for the next start; waits until they are more than so many."""
DAMAGE = """async () => {
  const cache = await caches.open('pegwise-engine');
  for (const request of await cache.keys())
    if (request.url.endsWith('/snapshot')) {
      const { headers } = await cache.match(request);
      await cache.put(request, new Response(new Uint8Array(65536), { headers }));
    }
}"""


@pytest.mark.exhaustive
@needs_pyodide
def test_what_was_loaded_once_serves_without_a_network(loaded: Loaded) -> None:
    """Python's memory of its first start serves too, unless it is damaged: then Python starts without it."""
    player, page = loaded.player, loaded.player.page
    context = page.context
    player.go(REVIEW)
    expect(page.locator("main")).to_contain_text("Accuracy", timeout=1000 * _PATIENCE)
    assert page.evaluate(KEPT, 10_000_000) > 10_000_000
    context.set_offline(True)
    page.reload()
    expect(page.locator("main")).to_contain_text("Accuracy", timeout=1000 * _PATIENCE)
    player.go("#/explore/4x6/knuth")
    expect(page.locator(".walk")).to_contain_text("4.476 guesses on average")
    page.evaluate(DAMAGE)
    assert page.evaluate(KEPT, 0) == 65536
    player.go(REVIEW)
    page.reload()
    expect(page.locator("main")).to_contain_text("Accuracy", timeout=1000 * _PATIENCE)
    assert page.evaluate(KEPT, 10_000_000) > 10_000_000
    context.set_offline(False)


@pytest.mark.exhaustive
@needs_pyodide
@pytest.mark.parametrize("lacks", ["simd", "network"])
def test_a_device_that_cannot_says_so_and_plays(browser: Browser, site: str, lacks: str) -> None:
    visits = Visits(browser, site, allowed=("Failed to load resource", "ERR_"))
    context = visits.context()
    if lacks == "simd":
        context.add_init_script("WebAssembly.validate = () => false")
    else:
        context.route("**/python/**", lambda route: route.abort())
    player = visits.enter(context.new_page(), at=REVIEW)
    said = "needs WebAssembly with SIMD" if lacks == "simd" else "Try again when you have a network"
    expect(player.page.locator("main")).to_contain_text(said)
    player.go("#/solve/4x6/1122%3AB%201344%3AW%203526%3ABWW")
    expect(player.page.get_by_role("region", name="Best next guess")).to_contain_text("into 7 classes")
    visits.close()


@pytest.mark.exhaustive
def test_all_kinds_of_games_need_no_python(browser: Browser, bare: str) -> None:
    visits = Visits(browser, bare)
    context = visits.context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    player = visits.enter(context.new_page(), at="#/play")
    begin(player, "race")
    player.type("1122")
    expect(player.page.locator(".board td.rival")).to_contain_text(re.compile("hit|black"))
    _resign(player)
    _against_a_person_who_answers(player)
    _against_the_adversary(player)
    _against_a_person_here(player)
    assert not [url for url in asked if "/api/" in url or "/python/" in url]
    visits.close()


def _against_the_adversary(player: Player) -> None:
    begin(player, "adversary", "3x6")
    expect(player.holes).to_have_count(3)
    maker, position = Adversary(Position("3x6").rules), Position("3x6")
    for code in ("112", "345"):
        player.type(code)
        guess = position.rules.code(map(int, code))
        position = position.after(guess, maker.feedback(position, guess))
    _resign(player)
    record = parse_game(player.page.get_by_label("This game as a line of text").input_value())
    assert [row.feedback for row in record.rows] == [row.feedback for row in position.history]
    assert record.secret == maker.reveal(position)
    expect(player.page.locator(".ending .proof tbody tr")).to_have_count(2)


def _against_a_person_here(player: Player) -> None:
    page = player.page
    begin(player, "here", "4x6-marks")
    for key in "3632":
        page.locator("dialog .hole.current").press(key)
    page.keyboard.press("Enter")
    player.button("I am the codebreaker").press("Enter")
    expect(page.locator(".about")).to_contain_text("Each peg is told.")
    player.type("1366")
    player.button("Get a hint").click()
    player.said("^It is certain|^Nothing is certain")
    player.button("Get another hint").click()
    player.said("Whoever looks after the page can add it")
    player.type("3632")
    player.said("You won in 2 guesses")


def _against_a_person_who_answers(player: Player) -> None:
    begin(player, "hand")
    give_feedback(player, 1, "1122", 1, 0)
    _resign(player)
    ending = player.page.locator(".ending")
    for key in "3632":
        ending.locator(".hole.current").press(key)
    player.page.keyboard.press("Enter")
    player.said("the codemaker made no mistake")


def test_the_policy_of_the_page_is_that_of_a_server(bare: str) -> None:
    page = httpx.get(f"{bare}/index.html").text
    assert "script-src 'self';" in page
    assert "unsafe" not in page
