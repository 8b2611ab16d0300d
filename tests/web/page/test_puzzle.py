"""Puzzles: the day's, its levels and past days, notes, the deduction step by step, and the rush."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import pegwise
from tests.web.page.access import small, violations
from tests.web.page.player import COLORS, Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

    from tests.web.page.conftest import Visits

NOON = "2026-03-05T12:00:00Z"
"""A Thursday on which the tests take place."""
RINGED = """row => [...row.querySelectorAll('.code .peg')].flatMap(
  (peg, at) => peg.classList.contains('spoken') ? [at + 1] : [])"""


def _puzzle(day: str, level: str | None = None) -> pegwise.Puzzle:
    return pegwise.puzzle("4x6", seed=f"daily {day}", difficulty=level)


def _at(visit: Visits, place: str, *, width: int = 1280, now: str = NOON, **options: Any) -> Player:
    page = visit.context(width, 800, timezone_id="Europe/Berlin", **options).new_page()
    page.clock.set_fixed_time(now)
    return visit.enter(page, place)


def _enter(player: Player, code: str) -> None:
    """An answer by the keyboard."""
    player.page.locator(".hole.current").focus()
    player.page.keyboard.press("Home")
    for key in code:
        player.page.keyboard.press(key)
    player.page.keyboard.press("Enter")


def _cell(player: Player, color: int, peg: int) -> Locator:
    return player.page.get_by_role("button", name=re.compile(f"^{COLORS[color - 1]}, peg {peg}: "))


def test_a_day_is_solved_and_stays_solved(visit: Visits) -> None:
    """The old address leads there, a wrong answer names the row, and the streak and the card are right."""
    puzzle = _puzzle("2026-03-05")
    player = _at(visit, "#/play/daily")
    page = player.page
    expect(page).to_have_url(re.compile("#/puzzle$"))
    expect(player.rows).to_have_count(len(puzzle.rows))
    expect(page.get_by_text("Thursday, March 5, 2026").first).to_be_visible()
    expect(page.locator(".levels [aria-current]")).to_have_text(puzzle.level.name)
    expect(page.get_by_text(re.compile(r"change at midnight UTC \(1:00.AM on your clock\)"))).to_be_visible()
    wrong = "1111" if str(puzzle.secret) != "1111" else "2222"
    _enter(player, wrong)
    (row, *_) = puzzle.contradicted_rows(wrong)
    player.said(f"is not consistent with row {row}: ")
    expect(player.rows.nth(row - 1)).to_have_class(re.compile("spoken"))
    _enter(player, str(puzzle.secret))
    player.said("is the only possible code")
    ending = page.get_by_role("region", name="Solved")
    expect(ending).to_be_focused()
    ending.get_by_text("Share").click()
    preview = ending.locator(".card")
    expect(preview).to_contain_text("Wrong answers: 1.")
    card = preview.inner_text()
    assert "March 5, 2026 (" in card
    expect(preview.locator(".key.black")).to_have_count(sum(row.feedback.black for row in puzzle.rows))
    assert not any(color in card for color in COLORS[:6])
    expect(page.get_by_text("without its solution: 1. Your longest: 1.")).to_be_visible()
    today = page.locator(".calendar [aria-current=date]")
    expect(today).to_have_attribute("aria-label", re.compile(f"solved: {puzzle.level.name}$"))
    expect(page.locator(".levels [aria-current]")).to_have_accessible_name(f"{puzzle.level.name}, solved")
    page.reload()  # it is still solved, and nobody is told again
    expect(ending).to_contain_text("Correct: ")
    page.clock.set_fixed_time("2026-03-06T23:30:00Z")  # in Berlin it is the 7th
    page.goto(page.url.partition("#")[0] + "#/puzzle/2026-03-06/easy")
    page.get_by_text("Friday, March 6").first.wait_for()
    _enter(player, str(_puzzle("2026-03-06", "easy").secret))
    expect(page.get_by_text("without its solution: 2. Your longest: 2.")).to_be_visible()


@pytest.mark.exhaustive
def test_past_days_are_found_by_mouse_and_keyboard(visit: Visits) -> None:
    player = _at(visit, "#/play")
    page = player.page
    held: list[Route] = []
    page.route("**/api/v1/puzzle?*", lambda route: held.append(route))
    player.go("#/puzzle")
    page.get_by_role("button", name="The month before").click()
    player.becomes(1, lambda: len(held))
    held[0].continue_()
    page.unroute("**/api/v1/puzzle?*")
    # The month stays when the puzzle is there.
    expect(page.locator(".levels [aria-current]")).to_have_count(1)
    page.get_by_role("link", name=re.compile("^Monday, February 16, 2026: not solved yet")).click()
    expect(page.get_by_text("Monday, February 16, 2026").first).to_be_visible()
    past = _puzzle("2026-02-16", "expert")
    page.get_by_role("link", name="expert").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".levels [aria-current]")).to_have_text("expert")
    expect(player.rows).to_have_count(len(past.rows))
    _enter(player, str(past.secret))
    expect(page.get_by_text("without its solution: 0. Your longest: 0.")).to_be_visible()  # not on its day
    page.get_by_role("link", name="The day after").click()
    expect(page).to_have_url(re.compile("#/puzzle/2026-02-17$"))
    for wrong in ("2026-03-06", "2025-12-31", "2026-02-30", "2026-02-14/harder", "tomorrow"):
        player.go(f"#/puzzle/{wrong}")
        expect(page.get_by_text("There is no such puzzle.")).to_be_visible()
        page.get_by_role("link", name="Today’s puzzle").click()
        expect(page.locator(".notes")).to_be_visible()


def test_notes_by_mouse_keyboard_and_touch(visit: Visits) -> None:
    puzzle = _puzzle("2026-03-05")
    first = puzzle.secret[0]
    player = _at(visit, "#/puzzle", has_touch=True)
    page = player.page
    _cell(player, first, 1).click()
    expect(_cell(player, first, 1)).to_have_accessible_name(re.compile("crossed out"))
    player.button("Check my notes").click()
    player.says("1 mark is wrong.")
    _cell(player, first, 1).tap()
    expect(_cell(player, first, 1)).to_have_accessible_name(re.compile("certain"))
    player.button("Check my notes").tap()
    player.says("No mark is wrong.")
    _cell(player, 1, 1).focus()
    for key in ("ArrowRight", "x", "ArrowDown", "o", "ArrowLeft", "x", "Delete"):
        page.keyboard.press(key)
    expect(_cell(player, 1, 2)).to_have_accessible_name(re.compile("crossed out"))
    expect(_cell(player, 2, 2)).to_have_accessible_name(re.compile("certain"))
    expect(_cell(player, 2, 1)).to_be_focused()
    expect(_cell(player, 2, 1)).to_have_accessible_name(re.compile("open"))
    assert page.locator(".cell[tabindex='0']").count() == 1
    expect(page.locator(".hole .peg.open")).to_have_count(4)  # no key went to the answer
    player.button("Cross out orange everywhere").click()
    expect(page.locator(".notes tr").nth(5).locator("[data-state=x]")).to_have_count(4)
    page.reload()
    expect(_cell(player, 2, 2)).to_have_accessible_name(re.compile("certain"))
    page.locator("section", has_text="Your notes").last.get_by_role("button", name="Clear").click()
    expect(page.locator(".cell:not([data-state='.'])")).to_have_count(0)


def test_the_deduction_is_revealed_step_by_step(visit: Visits) -> None:
    puzzle = _puzzle("2026-03-05")
    sentences = [each for step in puzzle.deduction.to_dict()["steps"] for each in step]
    player = _at(visit, "#/puzzle")
    page = player.page
    player.button("Show the solution, step by step").click()
    shown = page.locator(".sentence")
    for number, sentence in enumerate(sentences[:6], 1):
        expect(shown).to_have_count(number)
        expect(shown.last).to_have_attribute("aria-pressed", "true")
        lead, facts = sentence["lead"], sentence["because"] + sentence["so"]
        rows = page.locator(".board tr.spoken")
        expect(rows).to_have_count(int(bool(lead and lead["row"])))
        if lead and lead["row"]:
            guess = puzzle.rows[lead["row"] - 1].guess
            meant = [
                peg
                for peg, color in enumerate(guess, 1)
                if any(fact["color"] == color and fact.get("peg", peg) == peg for fact in facts)
            ]
            assert rows.evaluate(RINGED) == meant
            assert page.locator(".solution .beside-sentence").evaluate(RINGED) == meant
        cells = {(fact["peg"], fact["color"]) for fact in facts if "peg" in fact}
        expect(page.locator(".cell.spoken")).to_have_count(len(cells))
        page.keyboard.press("Tab") if number == 1 else None
        player.button("Next step").press("Enter")
    shown.first.click()
    expect(shown.first).to_have_attribute("aria-pressed", "true")
    player.button("All steps").click()
    expect(shown).to_have_count(len(sentences))
    expect(page.locator(".solution > li")).to_have_count(len(puzzle.deduction.steps))
    assert not re.search(r"\b[BW]+\b|\d{4}", page.locator(".solution").inner_text())
    _enter(player, str(puzzle.secret))
    expect(page.get_by_role("region", name="Solved")).to_contain_text("You opened the solution first.")
    expect(page.get_by_text("without its solution: 0.")).to_be_visible()


def _served(made: list[pegwise.Puzzle]) -> Any:
    """A server of these puzzles in their order, which keeps what it is asked for."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json=made[(len(asked) - 1) % len(made)].to_dict())

    return answer, asked


def test_a_rush_by_the_clock(visit: Visits) -> None:
    """Right answers count, the third mistake ends it, the best result is kept; the next one ends in time."""
    made = [pegwise.puzzle("3x4", seed=seed, difficulty="easy") for seed in range(8)]
    player = _at(visit, "#/play", has_touch=True)
    page = player.page
    answer, asked = _served(made)
    page.route("**/api/v1/puzzle?*", answer)
    player.go("#/puzzle")
    page.clock.install(time=NOON)
    player.go("#/puzzle/rush")
    player.button("Start the clock").tap()
    timer = page.get_by_role("timer")
    expect(timer).to_have_text(re.compile("^5:00$|^4:[3-5]"))  # so long a busy computer may take

    def left() -> int:
        minutes, seconds = timer.inner_text().split(":")
        return 60 * int(minutes) + int(seconds)

    player.becomes(True, lambda: any("rules=3x4" in url and "level=easy" in url for url in asked))
    first = next(index for index, url in enumerate(asked) if "rules=3x4" in url and "level=easy" in url)
    puzzles = [made[(first + at) % len(made)] for at in range(5)]
    for number in range(2):
        expect(player.rows).to_have_count(len(puzzles[number].rows))
        _enter(player, str(puzzles[number].secret))
        player.said(f"Solved: {number + 1}.")
    page.clock.set_system_time("2026-11-22T18:00:00Z")  # somebody sets the clock of the computer
    before = left()
    page.clock.run_for(65_000)
    assert 64 <= before - left() <= 95  # up to 30 s for a busy computer
    wrong = next(code for code in ("111", "222") if code != str(puzzles[2].secret))
    _enter(player, wrong)
    player.said("is not consistent with row")
    expect(page.get_by_text("Solved: 2. Mistakes: 1 of 3.")).to_be_visible()
    player.button("Skip").click()
    player.said("Skipped")
    player.button("Skip").click()
    player.said("That was mistake number 3. You solved 2 puzzles.")
    expect(page.get_by_text("This is your best result.")).to_be_visible()
    player.button("Again").click()
    expect(page.get_by_text("Your best: 2.")).to_be_visible()
    player.button("Start the clock").click()
    page.locator(".hole").first.wait_for()
    page.clock.run_for(241_000)
    player.said("One minute left.")
    page.clock.run_for(60_000)
    player.said("The time is over. You solved 0 puzzles.")
    expect(page.get_by_text("Your best: 2.")).to_be_visible()
    assert any("rules=3x6" in url for url in asked)  # what comes later is made meanwhile


ALONE = """
export const ALONE = true;
export const PYTHON = null;
export const STRATEGIES = [];
export const STOCK = ['puzzles/2026-03-05.json', 'puzzles/rush.json'];
"""
"""What the page is where nothing answers its questions."""


@pytest.mark.exhaustive
def test_without_the_server_the_stock_has_the_puzzles(visit: Visits) -> None:
    """In German; what is not in the stock says so."""
    visit.allowed = ("Failed to load resource",)
    puzzle, rush = _puzzle("2026-03-05", "hard"), pegwise.puzzle("3x4", seed=1, difficulty="easy")
    told = puzzle.to_dict(solution=True)
    page = visit.context(1280, 800, locale="de-DE").new_page()
    page.clock.set_fixed_time(NOON)
    page.route("**/core/site.js", lambda route: route.fulfill(body=ALONE, content_type="text/javascript"))
    page.route(
        "**/puzzles/2026-03-05.json",
        lambda route: route.fulfill(json={"level": "hard", "levels": {"hard": told}}),
    )
    page.route("**/puzzles/rush.json", lambda route: route.fulfill(json={"stages": [[rush.to_dict()]] * 5}))
    player = visit.enter(page, "#/puzzle")
    expect(player.rows).to_have_count(len(puzzle.rows))
    expect(page.locator(".levels [aria-current]")).to_have_text("schwer")
    player.button("Lösung Schritt für Schritt zeigen").click()
    expect(page.locator(".sentence").first).to_contain_text(re.compile("Zeile|Angenommen"))
    _enter(player, str(puzzle.secret))
    player.said("ist der einzige mögliche Code")
    player.go("#/puzzle/rush")
    player.button("Uhr starten").click()
    expect(player.rows).to_have_count(len(rush.rows))
    player.go("#/puzzle/2026-03-04")
    player.said("^Diese Kopie der Seite")


@pytest.mark.some(1)
@pytest.mark.exhaustive
@pytest.mark.parametrize("state", ["solved", "rush"])
def test_puzzles_are_for_everybody(visit: Visits, state: str) -> None:
    player = _at(visit, "#/puzzle" if state == "solved" else "#/puzzle/rush")
    if state == "solved":
        player.button("Show the solution, step by step").click()
        player.button("All steps").click()
        _cell(player, 1, 2).click()
        _enter(player, str(_puzzle("2026-03-05").secret))
        player.said("is the only possible code")
    else:
        player.button("Start the clock").click()
        player.page.locator(".hole").first.wait_for()
    for width in (1280, 390, 320):
        player.page.set_viewport_size({"width": width, "height": 800})
        assert player.overflow() == 0
        assert small(player.page) == []
    for scheme in ("light", "dark"):
        player.page.emulate_media(color_scheme=scheme)
        assert violations(player.page) == []


@pytest.mark.exhaustive
def test_two_tabs_forget_nothing_of_a_puzzle(visit: Visits) -> None:
    player = _at(visit, "#/puzzle")
    page = player.page
    cell = _cell(player, 1, 1)
    cell.wait_for()
    level = page.evaluate(
        """() => {
          const level = document.querySelector('.levels [aria-current]').href.split('/').pop();
          const day = document.querySelector('.levels a').href.split('/').at(-2);
          localStorage.setItem('pegwise.puzzles', JSON.stringify({ [`${day}/${level}`]: { solved: day } }));
          return `${day}/${level}`;
        }"""
    )
    cell.click()
    kept = page.evaluate("JSON.parse(localStorage.getItem('pegwise.puzzles'))")[level]
    assert kept["solved"] == level.split("/")[0]
    assert kept["marks"]


@pytest.mark.exhaustive
def test_one_guess_puzzles(visit: Visits) -> None:
    player = visit(at="#/puzzle")
    page = player.page
    page.get_by_role("link", name="To the one-guess puzzles").click()
    one_guess(player)
    assert violations(page) == []
    player.button("Another puzzle").click()
    expect(page.get_by_text("Correct: after")).to_have_count(0)


def one_guess(player: Player) -> None:
    """A guess that tells all codes apart, then one that does not."""
    page = player.page
    expect(page.get_by_text("Show all guesses that do")).to_be_visible()
    assert 4 <= page.locator("main ul.codes").first.locator("li").count() <= 8
    page.get_by_text("Show all guesses that do").click()
    solution = page.locator("details ul.codes li .sr").first.inner_text()
    names = {name: str(number) for number, name in enumerate(COLORS, 1)}
    _enter(player, "".join(names[word] for word in solution.split(", ")))
    player.said("^Correct: after .* the feedback is different for each")
    _enter(player, "6666")  # tells no four codes apart that fit to rows of a puzzle
    player.said("^No: after ")
