"""The first minute: the rules, the lesson, keys from anywhere, pegs that are dragged, the next game."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pegwise import parse_rules
from tests.web.page.access import THEMES, small, violations

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player


def _holds(player: Player, *colors: str) -> None:
    """Wait until these are in the first holes."""
    for index, color in enumerate(colors):
        expect(player.holes.nth(index)).to_have_accessible_name(re.compile(f": {color}$"))


EMPTY = ("no color yet",) * 4


def test_the_rules_stand_beside_the_board_until_they_are_read(visit: Visits) -> None:
    player = visit()
    page = player.page
    card = page.get_by_role("region", name="The rules")
    expect(card).to_contain_text(
        "Find the secret code of 4 colored pegs. After each guess, black and white dots"
    )
    example = card.get_by_role("figure")
    expect(example.locator("dd .key")).to_have_count(2)
    expect(example).to_contain_text("White dot: green is in the secret, but in another place.")
    box = example.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 800  # without scrolling
    legend = card.get_by_text("Black: right color, right place")
    player.button("Got it").click()
    expect(example).to_be_hidden()
    expect(legend).to_be_visible()  # what the dots mean stays
    page.reload()
    expect(page.locator(".playing")).to_be_visible()
    expect(example).to_be_hidden()
    player.button("Show the rules").click()
    expect(example).to_be_visible()
    player.break_code("365", "3x6-black")
    expect(card).to_contain_text("Find the secret code of 3 colored pegs. After each guess, black dots")
    expect(card).not_to_contain_text("White")


@pytest.mark.some(1)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_lesson_with_the_keyboard_alone(visit: Visits, language: str) -> None:
    player = visit(locale=language)
    page, press = player.page, player.page.keyboard.press
    german = language == "de"
    page.get_by_role("link", name="So wird gespielt" if german else "How to play").first.click()
    step = page.locator(".step")
    expect(step).to_contain_text("Schritt 1 von 3" if german else "Step 1 of 3")
    rules = parse_rules("2x3")
    guess = "12"
    rows: list[tuple[str, tuple[int, int]]] = []
    codes = ["".join(map(str, pair)) for pair in itertools.product((1, 2, 3), repeat=2)]
    while True:
        before = len(rows)
        for key in (*guess, "Enter"):
            press(key)  # from wherever the focus is
        expect(player.rows).to_have_count(before + 1)
        keys = player.rows.last.locator(".keys")
        told = (keys.locator(".black").count(), keys.locator(".white").count())
        rows.append((guess, told))
        if told == (2, 0):
            break
        expect(step).to_contain_text("Schritt 2 von 3" if german else "Step 2 of 3")
        press("Enter")  # Next has the focus
        expect(step).to_contain_text("Schritt 3 von 3" if german else "Step 3 of 3")
        grid = step.locator(".crossing button")
        expect(grid.first).to_be_focused()
        if not before:
            step.locator(".primary").click()  # nothing is crossed out yet
            player.said("Sieh dir .* noch einmal an" if german else "If it were the secret, the guess")
        left = [
            code
            for code in codes
            if all(
                tuple(rules.feedback(rules.code(map(int, code)), rules.code(map(int, old)))) == said
                for old, said in rows
            )
        ]
        for index, code in enumerate(codes):
            crossed = grid.nth(index).get_attribute("aria-pressed") == "true"
            if crossed == (code in left):
                grid.nth(index).focus()
                press("Space")
        step.locator(".primary").click()
        expect(step).to_contain_text("Schritt 1 von 3" if german else "Step 1 of 3")
        guess = left[0]
    assert rows[0][1] in {(1, 0), (0, 1)}  # the first answer has something to read
    heading = "Du hast den Geheimcode" if german else "You found the"
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.get_by_role("link", name="Das richtige Spiel" if german else "Play the real game").click()
    expect(player.holes).to_have_count(4)


@pytest.mark.exhaustive
def test_the_lesson_by_touch(visit: Visits) -> None:
    player = visit(390, 844, at="#/how", has_touch=True, is_mobile=True)
    page = player.page
    player.color(1).tap()
    player.color(1).tap()
    player.button("Guess").tap()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []
    player.button("Next").tap()
    grid = page.locator(".crossing button")
    grid.last.tap()
    expect(grid.last).to_have_accessible_name("green, green, crossed out")
    assert violations(page) == []
    assert small(page) == []
    assert player.overflow() == 0


def test_keys_work_anywhere(visit: Visits) -> None:
    player = visit(permissions=["clipboard-read", "clipboard-write"])
    page, press = player.page, player.page.keyboard.press
    player.break_code("3632")
    page.evaluate("document.activeElement.blur()")
    for key in ("1", "c", "Backspace", "b", "ArrowRight", "5"):
        press(key)
    _holds(player, "A", "B", "no color yet", "E")  # a letter was typed: the game is in letters
    player.button("Got it").focus()  # a button has its own Enter, but no digits
    press("3")
    expect(player.holes.nth(2)).to_have_accessible_name("Hole 3: C")
    page.evaluate("document.activeElement.blur()")
    press("h")
    player.says("The code A, B, C, E can be the secret.")
    press("9")
    player.says("This game has only the colors A B C D E F.")
    press("+")
    player.says("The key “+” does nothing here. Press ? to see the keys.")
    expect(page.locator(".tools .note")).to_have_text(
        "The key “+” does nothing here. Press ? to see the keys."
    )
    press("Enter")
    expect(player.rows).to_have_count(1)
    allowed = page.get_by_label("Number of guesses allowed")
    allowed.focus()
    press("7")
    _holds(player, *EMPTY)  # typed in the field
    page.evaluate("document.activeElement.blur()")
    press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("In games with 8 or more colors, H is a color: press Shift+H.")
    press("1")
    assert violations(page) == []
    dialog.get_by_label("These keys work anywhere").uncheck()
    press("Escape")
    expect(dialog).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    press("1")
    _holds(player, *EMPTY)
    page.locator(".hole.current").focus()
    press("1")  # in the row they work all the same
    _holds(player, "A")


def test_h_is_a_color_where_there_are_eight(visit: Visits) -> None:
    player = visit()
    player.break_code("12345", "5x8")
    player.page.keyboard.press("h")
    _holds(player, "H")
    player.page.keyboard.press("Shift+H")
    player.said("codes are possible")
    expect(player.holes.nth(1)).to_have_accessible_name("Hole 2: no color yet")


def test_a_code_is_pasted_in_the_row_and_rows_on_solve(visit: Visits) -> None:
    player = visit()
    paste = """text => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const options = { clipboardData, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new ClipboardEvent('paste', options));
    }"""
    page = player.page
    page.evaluate(paste, "1256")
    _holds(player, "red", "blue", "orange", "purple")
    page.evaluate(paste, "12567")
    player.says("“12567” is not a code of 4 pegs.")
    page.goto("about:blank")
    visit.enter(page, "#/solve/4x6/")
    page.evaluate(paste, "1122:B 1344:W")
    player.said("^2 rows added. 44 codes are possible")
    page.evaluate(paste, "3526:Q")
    player.said("^The page cannot read these rows. Row 1: “Q” is not feedback. For 1 black and 2 white")
    player.button("Paste rows …").click()
    field = page.get_by_role("textbox", name="Rows such as 1122:B")
    field.fill("3526")
    field.fill("5x8 11223:B")
    player.button("Add").click()
    expect(player.holes).to_have_count(5)
    expect(player.rows).to_have_count(1)


def test_solve_has_one_undo_and_one_clear(visit: Visits) -> None:
    visit.allowed = ("422",)  # rows that contradict each other
    player = visit(at="#/solve/4x6/1122:B")
    page = player.page
    for key in "34":
        page.keyboard.press(key)  # from anywhere
    expect(page.get_by_role("button", name="Undo")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("^Clear"))).to_have_count(1)
    player.button("Clear the row").click()
    _holds(player, *EMPTY)
    player.button("Clear the board").click()
    player.said(r"^The board is empty\.")
    player.button("Undo").click()
    expect(player.rows.first.locator(".code .sr")).to_have_text("red, red, blue, blue")
    player.button("Undo").click()
    _holds(player, "green", "yellow")
    page.keyboard.press("Control+z")
    _holds(player, "green", "no color yet")
    for key in "456":
        page.keyboard.press(key)
    for group in ("Black", "White"):
        page.get_by_role("group", name=group).get_by_role("radio", name="0").click()
    player.button("Add row").click()
    expect(player.rows).to_have_count(2)
    player.button("Undo").click()  # the row is to be made again
    expect(player.rows).to_have_count(1)
    _holds(player, "green", "yellow", "orange", "purple")


def _middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 5, start[1] + 12)
    page.mouse.move(*end)
    page.mouse.up()


def _swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger that is put down, moved and lifted."""
    session = page.context.new_cdp_session(page)
    steps = [
        (start[0] + (end[0] - start[0]) * part / 5, start[1] + (end[1] - start[1]) * part / 5)
        for part in range(6)
    ]
    for index, (x, y) in enumerate(steps):
        kind = "touchMove" if index else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.some(1)
@pytest.mark.parametrize("touch", [False, True])
def test_pegs_are_dragged(visit: Visits, touch: bool) -> None:
    player = visit(390, 844, has_touch=True, is_mobile=True) if touch else visit()
    page, move = player.page, _swipe if touch else _drag

    def hole(number: int) -> tuple[float, float]:
        return _middle(player.holes.nth(number - 1))

    move(page, _middle(player.color(3)), hole(3))
    _holds(player, "no color yet", "no color yet", "green", "no color yet")
    move(page, _middle(player.color(5)), hole(1))
    move(page, hole(3), hole(4))  # to another hole
    _holds(player, "orange", "no color yet", "no color yet", "green")
    move(page, hole(4), hole(1))  # they change places
    _holds(player, "green", "no color yet", "no color yet", "orange")
    (player.color(2).tap if touch else player.color(2).click)()  # a press that does not move is a click
    expect(player.holes.nth(1)).to_have_accessible_name("Hole 2: blue")
    x, y = hole(4)
    move(page, (x, y), (x, y + 220))  # out of the row
    _holds(player, "green", "blue", "no color yet", "no color yet")
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".ghost")).to_have_count(0)
    player.button("Undo").click()
    expect(player.holes.nth(3)).to_have_accessible_name("Hole 4: orange")
    if touch:
        _swipe(page, (195, 790), (195, 500))  # elsewhere a finger scrolls
        page.wait_for_function("scrollY > 50")


@pytest.mark.exhaustive
def test_on_a_phone_all_that_a_guess_needs_is_in_sight(visit: Visits) -> None:
    player = visit(390, 844, has_touch=True, is_mobile=True)
    player.break_code("3632")
    for number, code in enumerate(("1111", "1112", "1121", "1211", "2111", "1122", "1212", "2112", "2121")):
        player.type(code)
        assert player.page.evaluate("scrollY") == 0, number
        for part in (player.page.locator(".hole.current"), player.color(6), player.button("Guess")):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 844
    player = visit(390, 600, has_touch=True, is_mobile=True)  # here the page moves along with the board
    player.break_code("12345", "5x8", allowed=20)
    for code in ("11111", "11112", "11121", "11211", "12111", "21111", "11122", "11212", "12112"):
        player.type(code)
    for part in (player.page.locator(".hole.current"), player.button("Guess")):
        expect(part).to_be_in_viewport(ratio=1)


def test_the_next_game_is_a_choice_in_sight(visit: Visits) -> None:
    player = visit()
    page = player.page
    form = page.get_by_role("region", name="New game")
    expect(form.get_by_label("Game", exact=True)).to_be_in_viewport()
    expect(form.get_by_role("link", name="Puzzle of the day")).to_be_in_viewport()
    player.type("1122")
    form.get_by_label("Game", exact=True).select_option("3x6")
    form.get_by_label("Adversary").check()
    player.button("Start this game").click()
    player.button("No, keep playing").click()
    expect(player.holes).to_have_count(4)
    player.button("Start this game").click()
    player.button("Yes, leave it").click()
    expect(player.holes).to_have_count(3)
    expect(player.holes.first).to_be_focused()
    expect(page.locator(".about")).to_contain_text("You play against an adversary")
    page.set_viewport_size({"width": 390, "height": 844})
    player.button("New game").click()
    expect(form.get_by_label("Game", exact=True)).to_be_in_viewport()


def test_the_first_visit_takes_few_clicks(visit: Visits) -> None:
    """To the first guess: four colors and Guess; to the first hint one more; to the review two."""
    player = visit(390, 844, has_touch=True, is_mobile=True)
    page = player.page
    page.evaluate(
        "window.clicks = 0; addEventListener('click', (event) => event.detail && window.clicks++, true)"
    )

    def clicks() -> int:
        return int(page.evaluate("window.clicks"))

    for color in (1, 1, 2, 2):
        player.color(color).tap()
    player.button("Guess").tap()
    player.said("^Guess 1")
    assert clicks() <= 5
    player.button("Get a hint").tap()
    player.said("certain")
    assert clicks() <= 6
    player.button("Resign").tap()
    player.button("Yes, resign").tap()
    player.button("Review this game").tap()
    page.wait_for_url(re.compile("#/review/"))
    assert clicks() <= 9
