"""A walk through the page with the keyboard alone: the focus is seen at every step, and never lost."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from pegwise import Position, Rules, hint
from tests.web.page.access import drawn
from tests.web.page.test_listed import WORDS

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

_LOST = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return 'nothing has the focus';
  const { top, bottom, left, right } = at.getBoundingClientRect();
  const above = bottom <= 0 || right <= 0;
  if (above || top >= innerHeight || left >= innerWidth) return `out of sight: ${at.outerHTML}`;
  // A region that a person is taken to is read from its beginning; it is no control.
  const drawn = at.tabIndex < 0 || getComputedStyle(at).outlineStyle !== 'none';
  return drawn ? '' : `nothing shows the focus of ${at.outerHTML}`;
}"""
_STOPS = """() => [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
  .filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())
  .map(each => [each.getBoundingClientRect().top, each.outerHTML.slice(0, 90)])"""
_LINE = 60
"""Pixels that what stands in one line may differ in height."""


def _sees(player: Player) -> None:
    """The focus is somewhere, and it is seen."""
    drawn(player.page)
    assert player.page.evaluate(_LOST) == ""


def _press(player: Player, *keys: str) -> None:
    for key in keys:
        player.page.keyboard.press(key)
        _sees(player)


def _tab_to(player: Player, wanted: Locator, *, back: bool = False, limit: int = 40) -> None:
    """Press Tab until this has the focus."""
    for _ in range(limit):
        _press(player, "Shift+Tab" if back else "Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{wanted} cannot be reached")


def _goes_down(player: Player) -> None:
    """In one column, Tab goes down the page."""
    stops = player.page.evaluate(_STOPS)
    for (top, above), (next_top, below) in pairwise(stops):
        assert next_top > top - _LINE, f"{below} comes after {above}"


def test_play_solve_and_review_with_the_keyboard_alone(visit: Visits) -> None:
    player = visit(390, 844, permissions=["clipboard-read", "clipboard-write"])
    page = player.page
    _plays(player)
    _opens(player, "Solve")
    _chooses_words(player)
    rules = Rules.listed(WORDS, feedback="marks")
    position = Position(rules)
    _enters(player, "slate", "..GYG", 1)
    position = Position(rules, "slate:..GYG")
    best = str(hint(position).guess)
    expect(page.locator(".best .code .sr")).to_have_text(best)
    player.said(rf"Row 1: slate\..* The best next guess is {best}")
    _goes_down(player)
    _tab_to(player, page.locator("summary", has_text="Compare with other good guesses"))
    _press(player, "Enter")
    _enters(player, "trace", "GGGGG", 2)
    _goes_down(player)
    expect(page.get_by_role("link", name="Review this game")).to_be_focused()
    _press(player, "Enter")
    expect(page.locator(".move")).to_be_visible()
    _sees(player)
    _goes_down(player)
    _tab_to(player, page.get_by_role("button", name=re.compile("Previous")))
    _press(player, "Enter", "ArrowRight", "ArrowLeft")
    expect(page.locator(".move")).to_contain_text("Row 1 of 2")


def _plays(player: Player) -> None:
    """A guess and hints, and another game."""
    page = player.page
    _press(player, "Tab")
    expect(page.locator("#skip")).to_be_focused()
    _press(player, "Enter")
    _tab_to(player, page.locator(".hole.current"))
    _press(player, *"1122", "Enter")
    expect(player.rows).to_have_count(1)
    expect(page.locator(".hole").first).to_be_focused()
    more = page.locator(".hints > button")
    _tab_to(player, more)
    for told in (1, 2):
        _press(player, "Enter")
        expect(page.locator(".said > li")).to_have_count(told)
        expect(more).to_be_focused()
        _sees(player)
    _goes_down(player)
    here = page.locator("[name=codemaker][value=here]")
    _tab_to(player, page.locator("[name=codemaker]:checked"))
    while not here.is_checked():
        _press(player, "ArrowDown")
    start = player.button("Start this game")
    _tab_to(player, start)
    _press(player, "Enter")
    expect(page.locator("dialog .hole.current")).to_be_focused()
    _press(player, "Escape")
    expect(start).to_be_focused()


def _opens(player: Player, name: str) -> None:
    _tab_to(player, player.page.get_by_role("link", name=name, exact=True), back=True, limit=60)
    _press(player, "Enter")
    expect(player.page.get_by_role("heading", name=name, level=1)).to_be_visible()
    _sees(player)


def _chooses_words(player: Player) -> None:
    page = player.page
    menu = page.get_by_label("Game", exact=True)
    _tab_to(player, menu)
    while menu.input_value() != "words":
        _press(player, "ArrowDown")
        expect(menu).to_be_focused()
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(WORDS))
    _tab_to(player, page.get_by_label("Words that can be the secret"))
    _press(player, "Control+v")
    _goes_down(player)
    _tab_to(player, player.button("Play with these words"))
    _press(player, "Enter")
    expect(page.locator(".word")).to_be_focused()
    _sees(player)


def _enters(player: Player, word: str, marks: str, number: int) -> None:
    """Type a row; its letters and marks come from wherever the focus is."""
    _press(player, *word, "Enter")
    expect(player.page.locator(".marked").first).to_be_focused()
    _press(player, *marks, "Enter")
    expect(player.rows).to_have_count(number)
    _sees(player)
