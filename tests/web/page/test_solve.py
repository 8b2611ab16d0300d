"""Solve: a board is entered, changed and repaired, and the next guess is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pegwise import Position, hint, parse_code, parse_rules
from tests.web.page.access import THEMES, small, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.page.conftest import Visits

CLASH = "#/solve/4x6/1122:B 1122:W 3456:BB"


def answer(page: Page, black: int, white: int) -> None:
    """Choose what was answered, with the mouse."""
    page.get_by_role("group", name="Black").get_by_role("radio", name=str(black)).click()
    page.get_by_role("group", name="White").get_by_role("radio", name=str(white)).click()


def best(page: Page, code: str) -> None:
    """Wait until this is the guess that is advised."""
    names = ", ".join(
        ("", "red", "blue", "green", "yellow", "orange", "purple")[peg] for peg in map(int, code)
    )
    expect(page.locator(".best .code .sr")).to_have_text(names)


def test_a_board_is_solved_with_the_mouse(visit: Visits) -> None:
    player = visit(at="#/solve")
    page, rules = player.page, parse_rules("4x6")
    secret, position = parse_code("3632", rules), Position("4x6")
    while True:
        guess = hint(position).guess
        best(page, str(guess))
        player.button("Use this guess").click()
        feedback = rules.feedback(secret, guess)
        answer(page, *feedback)
        player.button("Add row").click()
        expect(player.rows.first).to_be_visible()
        if feedback == rules.win:
            break
        position = position.after(guess, feedback)
        count = len(position.history)
        expect(player.rows).to_have_count(count)
        code = page.locator(".board tbody tr").nth(count - 1).locator(".code .sr").text_content()
        left = position.count().value
        player.said(rf"Row {count}: {code}\. .*{left} codes? (is|are) possible\. The best next guess is ")
    count = len(position.history) + 1
    expect(page.get_by_role("heading", name=f"Solved in {count} guesses")).to_be_visible()
    page.get_by_role("link", name="Review this game").click()
    expect(page.get_by_role("heading", name="Review a game")).to_be_visible()
    expect(page.locator(".board tbody tr")).to_have_count(count)


def test_the_reasons_are_the_hints(visit: Visits) -> None:
    page = visit(at="#/solve/4x6/1122:B 1344:W").page
    found = hint(Position("4x6", "1122:B 1344:W"), alternatives=4)
    best(page, str(found.guess))
    expect(page.locator(".best")).to_contain_text(
        "Its feedback splits the 44 possible codes into 13 classes. "
        "On average 4.5 codes stay possible, in the worst case 7. This guess can be the secret itself."
    )
    page.get_by_text("Show the numbers in a table").click()
    table = page.get_by_role("table", name="How many codes each feedback leaves possible")
    sizes = sorted(map(int, table.locator("td").all_inner_texts()))
    assert sizes == sorted(found.best.classes.values())
    page.locator("summary", has_text="Compare with other good guesses").click()
    others = page.get_by_role("table", name="Compare with other good guesses")
    expect(others.locator("tbody tr")).to_have_count(1 + len(found.to_dict()["alternatives"]))
    page.get_by_text("Show the possible codes").click()
    expect(page.locator(".codes li")).to_have_count(44)
    page.get_by_label("Strategy").select_option("entropy")
    best(page, str(hint(Position("4x6", "1122:B 1344:W"), strategy="entropy").guess))


def test_a_contradiction_and_its_repair_with_the_keyboard_alone(visit: Visits) -> None:
    visit.allowed = ("422",)
    player = visit(at="#/solve/4x6/1122:B")
    page = player.page
    best(page, "1344")
    page.locator(".hole.current").focus()
    for key in ("1", "1", "2", "2", "Enter"):
        page.keyboard.press(key)
    player.said("Enter the feedback of this guess first")  # and the focus is where it is said
    for key in ("0", "Tab", "1", "Enter"):
        page.keyboard.press(key)
    player.said(
        r"Row 2: red, red, blue, blue\. Feedback: 0 black, 1 white\. "
        r"Rows 1 and 2 contradict each other\. 2 changes of feedback would repair this\."
    )
    expect(page.get_by_role("heading", name="Rows 1 and 2 contradict each other")).to_be_visible()
    expect(page.locator(".clash")).to_have_count(2)
    group = page.get_by_role("group", name="Changes of feedback that repair the contradiction")
    repairs = group.get_by_role("button")
    assert [button.get_attribute("aria-label") for button in repairs.all()] == [
        "Change the feedback of row 1 from 1 black, 0 white to 0 black, 1 white",
        "Change the feedback of row 2 from 0 black, 1 white to 1 black, 0 white",
    ]
    one = page.get_by_role("group", name="Row 1 should have this feedback:")
    assert one.get_by_role("button").locator(".key").count() == 1  # a white key peg
    while not page.evaluate("document.activeElement.closest('.repairs') !== null"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    player.said(r"Row 2 now has the feedback 1 black, 0 white\. 256 codes are possible\.")
    expect(page.locator(".clash")).to_have_count(0)
    expect(repairs).to_have_count(0)
    expect(page).to_have_url(re.compile("/4x6/1122%3AB%201122%3AB$"))
    expect(page.locator(":focus")).to_have_class("hole current")


def test_rows_are_changed_deleted_and_brought_back(visit: Visits) -> None:
    player = visit(at="#/solve/4x6/1122:B 1344:W")
    page = player.page
    player.button("Change row 1").click()
    expect(page.get_by_role("heading", name="Change row 1")).to_be_visible()
    expect(page.locator(":focus")).to_have_class("hole current")
    page.keyboard.press("3")
    answer(page, 0, 0)
    player.button("Save row").click()
    player.said(r"Row 1: green, red, blue, blue\. Feedback: no hits\.")
    expect(player.rows).to_have_count(2)
    expect(page).to_have_url(re.compile("3122%3A-%201344%3AW"))
    player.button("Change row 2").click()
    player.button("Keep the row as it is").click()
    expect(player.button("Change row 2")).to_be_focused()
    player.button("Change row 2").click()
    player.button("Delete row").click()
    player.said(r"Row 2 is deleted\.")
    expect(player.rows).to_have_count(1)
    player.button("Undo").click()
    expect(player.rows).to_have_count(2)
    player.button("Undo").click()
    expect(page).to_have_url(re.compile("1122%3AB%201344%3AW"))
    page.goto("about:blank")
    visit.enter(page, "#/solve")  # what was there is there again
    expect(player.rows).to_have_count(2)


def test_answers_that_cannot_be_are_explained(visit: Visits) -> None:
    player = visit(at="#/solve")
    best(player.page, "1122")  # which is announced too
    player.page.locator(".hole.current").focus()
    for key in "1122":
        player.page.keyboard.press(key)
    answer(player.page, 3, 1)
    player.button("Add row").click()
    player.said("If 3 of 4 pegs are right, only one place remains.")
    expect(player.page.locator(".answer .note")).to_be_visible()
    expect(player.page.locator(".board tbody")).to_contain_text("No rows yet")


def _in_five_seconds(route: Route) -> None:
    """Ask what the page asks, but to be answered sooner: a sample takes longer if it has more time."""
    asked = route.request.post_data_json or {}
    route.continue_(post_data={**asked, "seconds": 5})


def test_other_games_and_rows_that_cannot_be_read(visit: Visits) -> None:
    player = visit(at="#/solve/4x6/1122:Q")
    expect(player.page.locator("main > .columns .note").first).to_contain_text("“Q” is not feedback")
    player.page.get_by_label("Game", exact=True).select_option("4x10-distinct")
    expect(player.page.locator(".palette button")).to_have_count(10)
    expect(player.page.locator("select:focus")).to_have_count(1)
    expect(player.page.locator(".best")).to_contain_text("5,040 possible codes")
    player.page.route("**/api/v1/hint", _in_five_seconds)
    player.go("#/solve/12x12-black/1-2-3-4-5-6-7-8-9-10-11-12:BBB")
    expect(player.page.locator(".best")).to_contain_text("In a sample of")
    expect(player.page.get_by_role("combobox", name="Black")).to_be_visible()


def test_without_a_server_it_goes_on(visit: Visits) -> None:
    """The page works out the advice of a small game by itself."""
    visit.allowed = ("ERR_",)
    context = visit.context()
    player = visit.enter(context.new_page(), at="#/solve/4x6/1122:B")
    best(player.page, "1344")
    context.set_offline(True)
    player.button("Use this guess").click()
    answer(player.page, 0, 1)
    player.button("Add row").click()
    best(player.page, "3526")
    expect(player.page.locator("main")).to_contain_text("44 codes are possible.")  # the page counts by itself


@pytest.mark.exhaustive
@pytest.mark.parametrize("at", ["#/solve/4x6/1122:B 1344:W", CLASH, "#/solve/4x6/1122:BBBB"])
def test_everyone_can_use_it(visit: Visits, at: str) -> None:
    visit.allowed = ("422",)
    player = visit(320, 640, at=at, has_touch=True)
    expect(player.page.locator(".codes li, .repairs li, a.primary, .best .code").first).to_be_visible()
    for theme in THEMES:
        player.page.emulate_media(color_scheme=theme)
        assert violations(player.page) == []
    assert small(player.page) == []
    assert player.overflow() <= 0
