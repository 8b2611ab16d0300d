"""Play, as people play: with a mouse, by touch, with the keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from pegwise.play.codemakers import Adversary
from pegwise.play.game_line import parse_game
from pegwise.position import Position

if TYPE_CHECKING:
    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player


def test_a_whole_game_with_a_mouse(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    for color in (1, 1, 2, 2):
        player.color(color).click()
    player.button("Guess").click()
    player.says("Guess 1: red, red, blue, blue. Feedback: 1 black, 0 white. 256 codes are possible.")
    expect(player.rows).to_have_count(1)
    expect(player.rows.locator("td").nth(0)).to_contain_text("red, red, blue, blue")
    expect(player.rows.locator("td").nth(1)).to_contain_text("1 black, 0 white")
    for hole, color in ((2, 3), (3, 2), (0, 3), (1, 6)):
        player.holes.nth(hole).click()
        player.color(color).click()
    player.page.keyboard.press("Enter")  # the keyboard goes on where the mouse was
    player.says("Guess 2: green, purple, green, blue. This is the secret. You won in 2 guesses.")
    expect(player.page.get_by_role("heading", name="You found the secret in 2 guesses.")).to_be_visible()
    line = player.page.get_by_label("This game as a line of text").input_value()
    record = parse_game(line)
    assert record.won
    assert str(record.secret) == "3632"


def test_a_finished_game_goes_to_the_review(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    player.type("1122")
    player.type("3632")
    player.button("Review this game").click()
    player.page.wait_for_url(re.compile("#/review/"))
    record = parse_game(unquote(player.page.url.partition("#/review/")[2]))
    assert [str(row) for row in record.rows] == ["1122:B", "3632:BBBB"]


@pytest.mark.some(1)
@pytest.mark.parametrize("width", [320, 390])
def test_a_whole_game_by_touch(visit: Visits, width: int) -> None:
    player = visit(width, 740, has_touch=True, is_mobile=True)
    player.break_code("2154")
    for guess in ((1, 2, 4, 5), (2, 1, 5, 4)):
        for color in guess:
            player.color(color).tap()
        assert player.overflow() == 0
        assert _small_targets(player) == []
        player.button("Guess").tap()
        player.said("^Guess ")
    player.says("Guess 2: blue, red, orange, yellow. This is the secret. You won in 2 guesses.")
    assert player.overflow() == 0
    assert _small_targets(player) == []


def _small_targets(player: Player) -> list[str]:
    """What can be pressed and is less than 44 pixels wide or high; links within text may be."""
    found: list[str] = player.page.evaluate(
        """() => [...document.querySelectorAll('button, select, summary, input, nav a, a.button, a.brand')]
          .map((one) => one.matches('[type=checkbox], [type=radio]') ? one.closest('label') : one)
          .filter((one) => one.checkVisibility() && !one.closest('.sr'))
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
          .map(([what, box]) => `${what}: ${box.width} x ${box.height}`)"""
    )
    return found


def test_a_whole_game_with_the_keyboard_alone(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    press = player.page.keyboard.press
    player.page.locator("body").focus()
    _tab_to(player, ".hole")
    for key in ("1", "b", "ArrowRight", "4"):  # a digit, a letter; the third hole is left open
        press(key)
    expect(player.holes.nth(1)).to_have_accessible_name("Hole 2: B")
    expect(player.holes.nth(3)).to_have_accessible_name("Hole 4: D")
    press("Enter")
    player.says("1 hole has no color yet. Choose a color for each hole.")
    expect(player.holes.nth(2)).to_be_focused()
    press("ArrowUp")
    expect(player.holes.nth(2)).to_have_accessible_name("Hole 3: A")
    press("Control+z")
    expect(player.holes.nth(2)).to_have_accessible_name("Hole 3: no color yet")
    press("5")
    press("Home")
    press("Delete")
    expect(player.holes.nth(0)).to_have_accessible_name("Hole 1: no color yet")
    press("6")
    press("Enter")
    player.said(
        r"^Guess 1: F, B, E, D\. Feedback: 0 black, 2 white\. "
        r"[0-9]+ codes are possible\.$"
    )
    expect(player.holes.nth(0)).to_be_focused()  # and on it goes
    for key in "3632":
        press(key)
    press("Enter")
    player.said("You won in 2 guesses")
    _tab_to(player, "text=Play again")
    press("Enter")
    expect(player.rows).to_have_count(0)
    expect(player.holes.nth(0)).to_be_focused()
    _tab_to(player, "text=Resign")
    press("Enter")
    _tab_to(player, "text=Yes, resign", limit=3, back=True)
    press("Enter")
    player.said("^You resigned. The secret was ")


def _tab_to(player: Player, selector: str, limit: int = 30, back: bool = False) -> None:
    """Press Tab until this has the focus."""
    wanted = player.page.locator(selector).first
    for _ in range(limit):
        if wanted.evaluate("one => document.activeElement?.matches('.hole') && one.matches('.hole')"):
            return
        if wanted.evaluate("one => document.activeElement === one"):
            return
        player.page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"{selector} cannot be reached")


def test_the_row_and_the_colors_are_one_tab_stop_each(visit: Visits) -> None:
    player = visit()
    assert player.page.locator(".hole[tabindex='0']").count() == 1
    player.holes.nth(0).focus()
    player.page.keyboard.press("Tab")
    expect(player.color(1)).to_be_focused()
    player.page.keyboard.press("ArrowRight")
    expect(player.color(2)).to_be_focused()
    player.page.keyboard.press("Enter")
    expect(player.holes.nth(0)).to_have_accessible_name("Hole 1: blue")
    player.page.keyboard.press("Tab")
    expect(player.button("Guess")).to_be_focused()


def test_the_adversary_answers_as_the_librarys_does(visit: Visits) -> None:
    player = visit()
    player.page.get_by_label("Game", exact=True).select_option("3x6")
    player.page.get_by_label("Adversary").check()
    player.button("Start this game").click()
    expect(player.holes).to_have_count(3)
    maker, position = Adversary(Position("3x6").rules), Position("3x6")
    for code in ("112", "345", "161"):
        player.type(code)
        guess = position.rules.code(map(int, code))
        told = maker.feedback(position, guess)
        position = position.after(guess, told)
        expect(player.rows.last.locator("td").nth(1)).to_contain_text(
            f"{told.black} black, {told.white} white" if sum(told) else "no hits"
        )
    player.button("Resign").click()
    player.button("Yes, resign").click()
    line = player.page.get_by_label("This game as a line of text").input_value()
    record = parse_game(line)
    assert record.secret == maker.reveal(position)
    assert record.codemaker == "adversary"
    player.button("Share this game").click()
    player.said("^You cannot share a game against the adversary")


def test_holes_may_stay_empty(visit: Visits) -> None:
    player = visit()
    player.break_code("1.22", "4x6-blanks")
    player.page.locator(".hole.current").focus()
    for key in ("1", ".", "2"):
        player.page.keyboard.press(key)
    player.page.keyboard.press("Enter")  # the last hole is left as it is
    player.said("^Guess 1: red, empty, blue, empty. Feedback: 3 black, 0 white.")
    player.type("33..")
    player.said(r"^Guess 2: green, green, empty, empty\. Feedback: 0 black, 1 white\.")
    player.type("4444")
    player.said(r"^Guess 3: yellow, yellow, yellow, yellow\. Feedback: no hits\.")
    for words in ("^It is certain that .*yellow does not occur", "^A good guess is "):
        player.page.get_by_role("button", name=re.compile("^Get (a|another) hint$")).click()
        player.said(words)
    player.type("1.22")
    player.said("You won in 4 guesses.")
    line = player.page.get_by_label("This game as a line of text").input_value()
    assert parse_game(line).rules.has_blanks
    assert line.split()[0] == "4x6-blanks"


def test_a_reload_keeps_the_game_the_row_and_the_hints(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    player.type("1122")
    expect(player.page.locator(".status")).to_contain_text("256 codes are possible")
    player.button("Get a hint").click()
    player.said("certain")
    player.page.keyboard.press("Tab")
    player.page.locator(".hole.current").focus()
    player.page.keyboard.press("5")
    player.page.reload()
    expect(player.rows).to_have_count(1)
    expect(player.holes.nth(0)).to_have_accessible_name("Hole 1: orange")
    status = player.page.locator(".status")
    expect(status).to_have_text("9 guesses left · 1 hint taken · 256 codes are possible.")
    player.page.locator(".hole.current").focus()
    player.page.keyboard.press("Backspace")
    player.type("3632")
    player.said("You won in 2 guesses.")
    assert parse_game(player.page.get_by_label("This game as a line of text").input_value()).hints == 1


def test_rows_left_and_a_lost_game(visit: Visits) -> None:
    player = visit()
    player.break_code("3632", allowed=2)
    expect(player.page.locator(".status")).to_contain_text("2 guesses left")
    player.type("1122")
    expect(player.page.locator(".status")).to_contain_text("1 guess left")
    player.type("1123")
    player.said("You have no guesses left. The secret was green, purple, green, blue.$")
    assert parse_game(player.page.get_by_label("This game as a line of text").input_value()).outcome == "lost"


def test_a_shared_code_is_not_to_be_read(visit: Visits) -> None:
    player = visit(permissions=["clipboard-read", "clipboard-write"])
    player.break_code("3632")
    player.type("1122")
    player.button("Share this game").click()
    link = player.page.get_by_label("Link to this game").input_value()
    player.becomes(link, lambda: player.page.evaluate("navigator.clipboard.readText()"))
    fragment = link.partition("#")[2]
    assert fragment
    assert "3632" not in link
    decoded = player.page.evaluate(
        "text => atob(text.replaceAll('-', '+').replaceAll('_', '/'))", fragment.rpartition(".")[2]
    )
    assert "3632" not in decoded
    other = visit(at=f"#{fragment}")
    other.type("3632")
    other.said("You won in 1 guess.")


@pytest.mark.exhaustive
def test_a_link_to_the_code_that_the_page_happens_to_have_drawn(visit: Visits) -> None:
    player = visit()
    drawn = player.run("core/game.js", "({ PlayedGame }) => PlayedGame.resume().secret.join('')")
    player.break_code(drawn, allowed=3)
    expect(player.page.locator(".status")).to_contain_text("3 guesses left")


def test_a_link_does_not_take_the_game_one_is_in(visit: Visits) -> None:
    player = visit()
    player.type("1122")
    sealed = player.run(
        "core/share.js",
        "({ seal }) => seal({ pegs: 4, colors: 6, repeats: true, whites: true }, [1, 1, 1, 1], 10)",
    )
    player.go(f"#/play/code/{sealed}")
    player.button("No, keep playing").click()
    expect(player.rows).to_have_count(1)
    player.go(f"#/play/code/{sealed}")
    player.button("Yes, leave it").click()
    expect(player.rows).to_have_count(0)
    player.go("#/play/code/4x6.nothing")
    player.said("^This link is incomplete or damaged")


def test_rules_that_cannot_be_read_are_told(visit: Visits) -> None:
    player = visit()
    player.page.get_by_label("Game", exact=True).select_option("Other rules …")
    typed = player.page.get_by_label(re.compile("^Rules, such as"))
    expect(typed).to_be_focused()
    typed.fill("five by eight")
    player.button("Start this game").click()
    player.said("“five by eight” is not a set of rules")
    expect(typed).to_have_attribute("aria-invalid", "true")
    typed.fill("2x12-distinct")
    player.button("Start this game").click()
    expect(player.holes).to_have_count(2)
    player.page.locator(".hole.current").focus()
    player.page.keyboard.press("l")
    expect(player.holes.nth(0)).to_have_accessible_name("Hole 1: L")
    player.page.keyboard.press("L")
    # The color can be in one hole only.
    expect(player.holes.nth(0)).to_have_accessible_name("Hole 1: no color yet")


def test_hints_tell_more_each_time(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    player.type("1122")
    player.type("1344")
    status = player.page.locator(".status")
    expect(status).to_contain_text("44 codes are possible.")  # so that no hint needs to say it
    player.page.locator(".hole.current").focus()
    for key in "1135":
        player.page.keyboard.press(key)
    player.button("Get a hint").click()
    player.says(
        "The code red, red, green, orange cannot be the secret: "
        "otherwise row 1 would have the feedback “2 black, 0 white”, not “1 black, 0 white”."
    )
    more = player.button("Get another hint")
    more.click()
    player.says("Nothing is certain about the secret yet.")
    more.click()
    player.said(
        r"^A good guess is [a-z, ]+\. It leaves [0-9.]+ of 44 codes possible on average, "
        r"and [0-9]+ in the worst case\. The strategy “knuth” chose it\.$"
    )
    more.click()
    player.said("How many codes each feedback leaves possible")
    expect(player.page.locator(".classes thead th")).to_have_text(["Feedback", "Suggested guess", "Your row"])
    more.click()
    player.says("There are no more hints for this guess.")
    player.button("Put it in your row").click()
    expect(player.page.locator(".hole .open")).to_have_count(0)
    expect(player.holes.nth(0)).to_be_focused()
    expect(status).to_contain_text("4 hints taken")
    player.page.keyboard.press("h")
    player.said("can be the secret")
    player.page.keyboard.press("h")  # a comparison of the suggested guess with itself says nothing
    player.says("There are no more hints for this guess.")


def test_each_press_in_an_empty_row_says_something_new_where_it_can_be_seen(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    later = ["certain", "A good guess is", "each feedback leaves"]
    press_for_hints(player, ["1,296 codes are possible.", *later])
    player.type("1122")
    expect(player.page.locator(".status")).to_contain_text("256 codes are possible.")  # so no hint says it
    press_for_hints(player, later)


def press_for_hints(player: Player, expected: list[str]) -> None:
    """Press h for each of these, and once more."""
    for number, words in enumerate(expected, 1):
        player.page.keyboard.press("h")
        expect(player.page.locator(".said > li")).to_have_count(number)
        expect(player.page.locator(".said > li").last).to_contain_text(words)
        expect(player.page.locator(".said > li").last).to_be_in_viewport()
    player.page.keyboard.press("h")
    expect(player.page.locator(".hints .note")).to_have_text("There are no more hints for this guess.")
    expect(player.page.locator(".hints .note")).to_be_in_viewport()


@pytest.mark.exhaustive
def test_play_goes_on_where_nothing_can_be_remembered(visit: Visits) -> None:
    context = visit.context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('not allowed'); } })"
    )
    player = visit.enter(context.new_page())
    player.break_code("3632")
    player.type("3632")
    player.said("You won in 1 guess.")


def test_letters_and_theme_are_remembered(visit: Visits) -> None:
    player = visit()
    player.page.get_by_text("Settings").click()
    player.page.get_by_label("Symbols on pegs").select_option("Letters")
    player.page.get_by_label("Appearance").select_option("Dark")
    player.page.reload()
    expect(player.color(1).locator(".letter")).to_be_visible()
    expect(player.color(1).locator(".digit")).to_be_hidden()
    expect(player.page.locator("html")).to_have_css("color-scheme", "dark")


@pytest.mark.exhaustive
def test_links_with_impossible_numbers_of_guesses_are_damaged(player: Player) -> None:
    told = player.run(
        "core/share.js",
        """({ seal, unseal }, rules) => {
          const secret = [3, 6, 3, 2];
          const row = { guess: secret, feedback: { black: 4, white: 0 } };
          const start = (allowed, rows) => unseal(seal(rules, secret, allowed, rows));
          const links = [-3, 2.5, Infinity, NaN, 1e30].map(allowed => start(allowed, []));
          return [...links, start(10, [row]), start(7, []).allowed];
        }""",
        {"pegs": 4, "colors": 6, "repeats": True, "whites": True, "blanks": False},
    )
    assert told == [None] * 6 + [7]
