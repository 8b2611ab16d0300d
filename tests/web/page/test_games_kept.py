"""Your games: kept from one visit to the next, told in figures, shared without spoiling, taken elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import pegwise
from pegwise.analysis.statistics import statistics
from pegwise.play.codemakers import Adversary
from pegwise.play.game import play_out
from pegwise.play.game_line import parse_game
from pegwise.strategies import make
from tests.web.page.access import small, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.page.conftest import Visits

LINES = (
    "3x4 112:W 234:BBB max-guesses=10 started=2026-01-01T12:00:00Z",
    "3x4 111:B 122:BB 123:BBB hints=2 max-guesses=10 started=2026-01-02T12:00:00Z",
    "3x4 111:- resigned secret=234 max-guesses=10 started=2026-01-03T12:00:00Z",
    "3x4 111:- 222:- secret=343 max-guesses=2 started=2026-01-04T12:00:00Z",
    "3x4 123:WW 341:WW max-guesses=10 codemaker=adversary started=2026-01-05T12:00:00Z",
    "3x4 112:- 333:- 444:BBB codemaker=adversary max-guesses=10 started=2026-01-06T12:00:00Z",
    "2x3 11:B 12:BB max-guesses=10 started=2026-01-07T12:00:00Z",
    "2x3-blanks 11:B 1.:BB max-guesses=10 codemaker=fixed started=2026-01-08T12:00:00Z",
)
_KEEP = """async lines => {
  const { add } = await import('/core/saved-games.js');
  const { readGames } = await import('/core/exchange.js');
  return add(readGames(lines.join('\\n')).games);
}"""


_HERE = """async () => {
  const { all } = await import('/core/saved-games.js');
  const { id } = JSON.parse(sessionStorage.getItem('pegwise.game'));
  return (await all()).find(game => game.id === id).line.split(' ')[2];
}"""
"""The second row of the game of this tab, as it is kept."""


def _keep(page: Page, *lines: str) -> Any:
    return page.evaluate(_KEEP, lines)


def test_a_game_is_kept_shared_deleted_and_brought_back(visit: Visits) -> None:
    player = visit(permissions=["clipboard-read", "clipboard-write"])
    page = player.page
    player.break_code("3632")
    player.type("1122")
    player.type("3632")
    player.becomes(["4x6 1122:B 3632:BBBB max-guesses=10 codemaker=fixed"], player.kept)
    player.go("#/games")
    games = page.locator(".games-list > li")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Found in 2 guesses")
    games.get_by_role("button", name=re.compile("^Share")).press("Enter")
    player.button("Copy as text").click()
    player.says("You can now paste the text. It gives no color away.")
    card = page.evaluate("navigator.clipboard.readText()")
    assert card == "pegwise · 4x6 · 2/10\n⬛➖➖➖\n⬛⬛⬛⬛"
    with page.expect_download() as saved:
        player.button("Save as picture").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    assert violations(page) == []
    assert small(page) == []
    games.get_by_role("button", name=re.compile("^Delete")).press("Enter")
    player.says("1 game deleted.")
    expect(games).to_have_count(0)
    expect(player.button("Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(games).to_have_count(1)
    games.get_by_role("link", name=re.compile("^Review")).click()
    page.wait_for_url(re.compile("#/review/.*3632"))


def test_games_go_on_another_day(visit: Visits) -> None:
    player = visit(390, 844, has_touch=True, is_mobile=True)
    page = player.page
    player.break_code("3632")
    player.type("1122")
    player.becomes(1, lambda: len(player.kept()))
    _keep(page, "4x6 1234:BB secret=1256 max-guesses=10 started=2026-01-01T12:00:00Z")
    assert not any("secret" in line for line in player.kept())  # it is sealed while the game goes on
    player.go("#/games")
    games = page.locator(".games-list > li")
    expect(games).to_have_count(2)
    assert player.overflow() == 0
    assert small(page) == []
    games.nth(1).get_by_role("button", name=re.compile("^Continue")).tap()
    expect(player.rows).to_contain_text("red, blue, green, yellow")
    page.reload()
    expect(player.rows).to_contain_text("red, blue, green, yellow")
    player.type("1256")
    player.said("You won in 2 guesses")
    player.go("#/games")
    expect(games.nth(0)).to_contain_text("Not over: 1 guess so far")
    expect(games.nth(1)).to_contain_text("Found in 2 guesses")


@pytest.mark.exhaustive
def test_two_tabs_lose_nothing(visit: Visits) -> None:
    start, end = "4x6 1122:B", " max-guesses=10 codemaker=fixed"
    context = visit.context()
    one = visit.enter(context.new_page())
    one.break_code("3632")
    one.type("1122")
    other = visit.enter(context.new_page())
    expect(other.rows).to_have_count(1)
    other.type("1344")
    other.becomes([f"{start} 1344:W{end}"], other.kept)
    one.type("5566")  # the first tab does not know of that row
    one.says("Guess 2: orange, orange, purple, purple. Feedback: 0 black, 1 white. 48 codes are possible.")
    one.becomes([f"{start} 1344:W{end}", f"{start} 5566:W{end}"], lambda: sorted(one.kept()))
    one.becomes("5566:W", lambda: one.page.evaluate(_HERE))
    one.page.reload()  # it is a copy of its own now, and stays one
    expect(one.rows).to_have_count(2)
    one.type("3632")
    one.says("Guess 3: green, purple, green, blue. This is the secret. You won in 3 guesses.")
    wanted = [f"{start} 1344:W{end}", f"{start} 5566:W 3632:BBBB{end}"]
    other.becomes(wanted, lambda: sorted(other.kept()))


def test_games_in_and_out_as_lines(visit: Visits, tmp_path: Path) -> None:
    player = visit(at="#/games", locale="de-DE")
    page = player.page
    file = tmp_path / "games.txt"
    open_game = "4x6 1122:B secret=3632 max-guesses=10 started=2026-01-09T12:00:00Z"
    file.write_text("\n".join([*LINES, "# mine", "4x6 1122:XY", "", LINES[0], open_game]), "utf-8")
    page.locator("#games-file").set_input_files(file)
    told = page.locator(".taken")
    expect(told).to_contain_text("9 Partien hinzugefügt. 1 war schon da.")
    expect(told).to_contain_text("1 Zeile ist keine Partie:")
    expect(told).to_contain_text("Zeile 10, „4x6 1122:XY“: Versuch 1: „XY“ ist keine Bewertung.")
    page.locator("#lines").fill(f"{LINES[3]}\n{open_game} \n")
    player.button("Diese Zeilen importieren").click()
    expect(told).to_contain_text("0 Partien hinzugefügt. 2 waren schon da.")
    with page.expect_download() as saved:
        player.button("Als Datei speichern").click()
    lines = Path(saved.value.path()).read_text("utf-8").splitlines()
    assert lines == [pegwise.game_name(parse_game(line)) for line in [*LINES, open_game]]
    page.locator("#kind").select_option("3x4 adversary")
    expect(page.locator(".games-list > li")).to_have_count(2)
    assert violations(page) == []


@pytest.mark.exhaustive
def test_what_is_too_much_goes_by_a_clear_rule(visit: Visits) -> None:
    player = visit(at="#/games")
    told = player.page.evaluate(
        """async () => {
          const { add, all, MOST } = await import('/core/saved-games.js');
          const line = at => `4x6 1122:B max-guesses=${at + 1}`;
          const games = Array.from({ length: MOST + 2 }, (_, at) => (
            { id: `g${at}`, line: line(at), sealed: null, begun: at, finished: at > 0 }));
          const { added, forgotten } = await add(games);
          const left = (await all()).map(({ id }) => id);
          const has = ['g0', 'g2', 'g3'].map(id => left.includes(id));
          return [added - MOST, forgotten, left.length - MOST, ...has];
        }"""
    )
    assert told == [2, 2, 0, True, False, True]  # the oldest that is not over stays


def test_the_figures_are_those_of_the_library(visit: Visits) -> None:
    player = visit(at="#/games")
    facts = []
    for line in LINES:
        record = parse_game(line)
        review = pegwise.review(record).to_dict()
        maker: Any = Adversary(record.rules) if record.codemaker == "adversary" else record.secret
        needed = len(play_out(record.rules, maker, strategy=make("knuth")).rows) if record.won else None
        facts.append(
            {
                "review": {
                    "accuracy": review["accuracy"],
                    "regrets": [move["regret"] for move in review["moves"]],
                    "known": [move["known"] for move in review["moves"]],
                },
                "needed": {"knuth": needed} if needed else {},
            }
        )
    told = player.run(
        "core/statistics.js",
        """async ({ figures, kinds, read }, [lines, facts]) => {
          const { readGames } = await import('/core/exchange.js');
          const { games } = readGames(lines.join('\\n'));
          const played = games.map((game, at) => read({ ...game, ...facts[at] }));
          return [...kinds(played).values()].map(figures);
        }""",
        [list(LINES), facts],
    )
    wanted = [each.to_dict() for each in statistics(LINES, strategies=["knuth"], limit=None)]
    rounded = [{**each, "regret": each["regret"] and round(each["regret"], 5)} for each in told]
    assert rounded == [{**each, "regret": each["regret"] and round(each["regret"], 5)} for each in wanted]
    assert sum(each["games"] for each in wanted) == 7


def test_all_games_are_reviewed_on_demand(visit: Visits) -> None:
    player = visit(at="#/games")
    page = player.page
    _keep(page, *LINES[:2])
    player.button("Review all my games").click()
    player.says("Done: 2 games.")
    games = page.locator(".games-list > li")
    accuracy = pegwise.review(LINES[1]).to_dict()["accuracy"]
    expect(games.nth(0)).to_contain_text(f"accuracy {accuracy:.1f} %")
    expect(games.nth(0)).to_contain_text("knuth: 1 guess")
    figures = page.locator(".figures-panel")
    expect(figures).to_contain_text("2 now, 2 at most")
    expect(figures.get_by_role("table", name="Strategies on the codes that you found")).to_contain_text(
        "knuth"
    )
    page.reload()  # it is kept
    expect(games.nth(0)).to_contain_text("accuracy")
    expect(player.button("Review all my games")).to_be_hidden()
    assert violations(page) == []


@pytest.mark.exhaustive
def test_a_store_that_is_damaged(visit: Visits) -> None:
    player = visit(at="#/games")
    page = player.page
    _keep(page, *LINES[:2])
    page.evaluate(
        """() => new Promise((resolve) => {
          const asked = indexedDB.open('pegwise', 1);
          asked.onsuccess = () => {
            const store = asked.result.transaction('games', 'readwrite').objectStore('games');
            const line = '3x4 111:BBB', begun = 5, finished = true;
            store.put({ id: 'a' });
            store.put({ id: 'b', line: 7, begun });
            store.put({ id: 'c', line, begun: 'never' });
            store.put({ id: 'd', line, begun, finished, review: { accuracy: 'best' } });
            store.transaction.oncomplete = resolve;
          };
        })"""
    )
    page.reload()
    expect(page.locator(".games-list > li")).to_have_count(3)  # two, and the one with a damaged review
    expect(page.locator(".figures-panel")).to_contain_text("Won")


def test_games_that_began_with_rows_are_not_in_the_figures(visit: Visits) -> None:
    player = visit(at="#/games")
    player.run(
        "core/saved-games.js",
        """async ({ add }, lines) => add(lines.map((line, at) => (
          { id: `g${at}`, line, sealed: null, begun: at, finished: true, given: at })))""",
        LINES[:2],
    )
    page = player.page
    expect(page.locator(".games-list > li")).to_have_count(2)
    games = page.locator(".figures-panel dl.figures > div").first
    expect(games.locator("dd")).to_have_text("1")


def test_an_adversary_that_is_imported_has_no_code_before_the_end(visit: Visits) -> None:
    player = visit()
    told = player.run(
        "core/exchange.js",
        "({ readGames }, line) => readGames(line).games.map(({ line, sealed }) => [line, sealed])",
        "3x4 123:WW max-guesses=10 codemaker=adversary secret=341",
    )
    assert told == [["3x4 123:WW max-guesses=10 codemaker=adversary", None]]
