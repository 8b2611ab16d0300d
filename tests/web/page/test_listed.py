"""Games whose guesses and secrets differ, totals and marks on Play and Solve, and games of words on Solve."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pegwise import Position, Rules, hint, parse_code, parse_rules
from tests.web.page.access import THEMES, settled, small, violations

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

WORDS = ["crane", "slate", "trace", "crate", "caret", "react", "grate", "great", "irate", "stare", "tears"]
WORDS += ["rates", "tread", "trade", "adore"]
_TOLD = """async ({ feedback, feedbacks, size, isWin }, [name, pairs]) => {
  const notation = await import('/core/notation.js');
  const { parseRules, parseSecret, parseCode, feedbackName, parseFeedback, rulesName } = notation;
  const rules = parseRules(name);
  const told = pairs.map(([secret, guess]) =>
    feedback(rules, parseSecret(secret, rules), parseCode(guess, rules)));
  const same = each => feedbackName(parseFeedback(feedbackName(each), rules)) === feedbackName(each);
  const again = told.every(same);
  return [told.map(feedbackName), told.map(each => isWin(rules, each)), size(rules), rulesName(rules), again,
          feedbacks(rules).map(feedbackName).sort()];
}"""


@pytest.mark.parametrize(
    "name", ["4x10-distinct-any", "4x6-holes", "4x6-total", "4x6-marks", "4x10-distinct-any-holes-total"]
)
def test_the_page_gives_the_feedback_of_the_library(player: Player, name: str) -> None:
    rules, draw = parse_rules(name), random.Random(name)
    secrets = list(islice(Position(rules).candidates, 2000))
    symbols = "0123456789" if rules.pegs and "10" in name else "123456"
    pairs = []
    for _ in range(60):
        guess = "".join(draw.choices(symbols + ("." if "holes" in name else ""), k=rules.pegs))
        pairs.append((str(draw.choice(secrets)), guess))
    pairs.append((pairs[0][0], pairs[0][0]))
    told, won, size, called, again, every = player.run("core/rules.js", _TOLD, [name, pairs])
    assert told == [str(rules.feedback(secret, guess)) for secret, guess in pairs]
    assert won == [secret == guess for secret, guess in pairs]
    assert (size, called, again) == (rules.size, name, True)
    assert every == sorted(map(str, rules.feedbacks))


def test_rules_that_no_game_can_have(player: Player) -> None:
    for name in ("4x6-any", "4x6-total-marks", "4x6-black-total", "4x6-blanks-holes", "11x6-marks"):
        assert player.read("core/notation.js", "parseRules", "value", name) == "wrong", name


def test_a_game_with_marks_from_the_menu_to_the_card(visit: Visits) -> None:
    player = visit(390, 844)
    page = player.page
    page.get_by_text("More rules").click()
    page.get_by_label("Feedback", exact=True).select_option("marks")
    player.button("Start this game").click()
    expect(page.locator(".about")).to_contain_text("Each peg is told.")
    player.break_code("3632", "4x6-marks")
    player.type("1366")
    player.said(r"^Guess 1: red, green, purple, purple\. Feedback: absent, elsewhere, elsewhere, absent\.")
    squares = player.rows.first.locator(".key")
    assert [each.get_attribute("class") for each in squares.all()] == [
        f"key mark-{name}" for name in ("absent", "elsewhere", "elsewhere", "absent")
    ]
    signs = squares.locator("path")
    assert signs.nth(0).get_attribute("d") != signs.nth(1).get_attribute("d")  # not by color alone
    assert player.overflow() <= 0
    player.type("3632")
    expect(page.get_by_role("heading", name="You found the secret in 2 guesses.")).to_be_visible()
    assert "4x6-marks 1366:.YY. 3632:GGGG" in page.locator("#line").input_value()
    page.get_by_text("Share the result").click()
    assert violations(page) == []


def test_a_guess_repeats_colors_and_leaves_holes_and_the_total_is_told(visit: Visits) -> None:
    player = visit()
    player.break_code("3412", "4x6-distinct-any-holes-total")
    expect(player.page.locator(".about")).to_contain_text(
        "A guess may repeat colors. A guess may leave holes empty"
    )
    player.type("11.4")
    player.said(r"^Guess 1: red, red, empty, yellow\. Feedback: 2 hits\.")
    expect(player.rows.first.locator(".total")).to_have_text("2")
    expect(player.page.locator(".status")).to_contain_text("144 codes are possible.")
    player.button("Get a hint").click()
    expect(player.page.locator(".said")).to_contain_text("It is certain that red occurs")
    player.type("3412")
    expect(player.page.get_by_role("heading", name="You found the secret in 2 guesses.")).to_be_visible()


def test_totals_are_entered_and_repaired_on_solve(visit: Visits) -> None:
    visit.allowed = ("422",)
    player = visit(at="#/solve/4x6-holes/")
    page = player.page
    expect(page.get_by_label("A guess may leave holes empty")).to_be_checked()
    page.get_by_label("Feedback", exact=True).focus()
    page.get_by_label("Feedback", exact=True).select_option("total")
    expect(page).to_have_url(re.compile("/4x6-holes-total/"))
    expect(page.locator("[name=told]")).to_be_focused()
    expect(page.locator(".best .code")).to_be_visible()
    page.locator(".hole.current").focus()
    for key in ("1", "1", "Enter"):
        page.keyboard.press(key)
    player.said("Enter the feedback of this guess first")
    for key in ("2", "Enter"):
        page.keyboard.press(key)
    player.said(r"Row 1: red, red, empty, empty\. Feedback: 2 hits\.")
    expected = hint(Position("4x6-holes-total", "11..:2")).guess
    names = ("", "red", "blue", "green", "yellow", "orange", "purple", "empty")
    expect(page.locator(".best .code .sr")).to_have_text(", ".join(names[peg] for peg in expected))
    player.go("#/solve/4x6-total/1111:1 1111:2")
    expect(page.locator(".repairs button").first).to_be_visible()
    page.locator(".repairs button").first.click()
    expect(page.locator(".repairs")).to_have_count(0)


def test_marks_are_clicked_and_typed_on_solve(visit: Visits) -> None:
    player = visit(390, 844, at="#/solve/4x6-marks/")
    page = player.page
    player.button("Use this guess").click()
    guess = hint(Position("4x6-marks")).guess
    marks = page.get_by_role("group", name="Marks of the guess").get_by_role("button")
    expect(marks).to_have_count(4)
    marks.nth(3).click()
    marks.nth(0).focus()
    for key in ("g", "."):
        page.keyboard.press(key)
    expect(marks.nth(0)).to_have_accessible_name(re.compile(r"^1, \w+: right$"))
    player.button("Add row").click()
    expect(player.rows).to_have_count(1)
    expect(page).to_have_url(re.compile(f"{guess}%3AG..Y$"))
    position = Position("4x6-marks", f"{guess}:G..Y")
    player.said(rf"{position.count().value} codes? (is|are) possible")


def test_a_game_of_words(visit: Visits) -> None:
    visit.allowed = ("422",)
    player = visit(390, 844, at="#/solve")
    page = player.page
    page.get_by_label("Game", exact=True).select_option("words")
    field, use = page.get_by_label("Words that can be the secret"), player.button("Play with these words")
    for text, said in (("", "at least one word"), ("crane\nslates", "slates"), ("crane\ncrane", "twice")):
        field.fill(text)
        use.click()
        expect(page.locator(".word-list .note")).to_contain_text(said)
    field.fill("\n".join(WORDS))
    page.locator("summary", has_text="Further words").click()
    page.get_by_label("Further words that may be guessed").fill("mouse\nlight")
    use.click()
    expect(page.locator("main")).to_contain_text(
        "15 words can be the secret, 17 may be guessed. Each letter is told."
    )
    expect(page.locator(".word")).to_be_focused()
    rules = Rules.listed(WORDS, [*WORDS, "mouse", "light"], feedback="marks")
    secret, position = parse_code("tread", rules), Position(rules)
    expect(page.locator(".best .code .sr")).to_have_text(str(hint(position).guess))
    page.keyboard.type("xyzzy")
    page.keyboard.press("Enter")
    player.said("“xyzzy” is not in your lists.")
    page.locator(".word").fill("")
    guesses = ["slate"]
    while guesses:
        guess = parse_code(guesses.pop(), rules)
        told = rules.feedback(secret, guess)
        page.locator(".word").fill(str(guess))
        page.keyboard.press("Enter")  # to the marks
        page.keyboard.type(str(told))
        page.keyboard.press("Enter")
        expect(player.rows).to_have_count(len(position.history) + 1)
        position = position.after(guess, told)
        if told != rules.win:
            best = str(hint(position).guess)
            expect(page.locator(".best .code .sr")).to_have_text(best)
            guesses.append(best)
    count = len(position.history)
    expect(page.get_by_role("heading", name=f"Solved in {count} guesses")).to_be_visible()
    page.reload()
    expect(player.rows).to_have_count(count)  # the lists are kept
    page.get_by_role("link", name="Review this game").click()
    expect(page.locator(".board tbody tr")).to_have_count(count)
    expect(page.locator(".move")).to_contain_text(re.compile(rf"Row \d of {count}"))


@pytest.mark.exhaustive
def test_lists_that_are_checked_for_long(visit: Visits) -> None:
    """The person sees it, and may go on to another place."""
    player = visit(390, 844, at="#/solve/words")
    page = player.page
    asked: list[Route] = []
    page.route("**/api/v1/candidates", lambda route: asked.append(route))
    page.get_by_label("Words that can be the secret").fill("\n".join(WORDS))
    player.button("Play with these words").click()
    expect(page.locator(".word-list .working")).to_be_in_viewport()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/v1/candidates")):
        player.go("#/play")  # where nobody waits for the answer
    settled(page)
    expect(page.locator(".playing")).to_be_visible()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "at", ["#/solve/4x6-marks/1122:GY..", "#/solve/4x6-holes-total/11..:1", "#/solve/words"]
)
def test_everyone_can_use_it(visit: Visits, at: str) -> None:
    player = visit(320, 640, at=at, has_touch=True)
    expect(player.page.locator(".best .code, .word-list textarea").first).to_be_visible()
    for theme in THEMES:
        player.page.emulate_media(color_scheme=theme)
        assert violations(player.page) == []
    assert small(player.page) == []
    assert player.overflow() <= 0
