"""Play for everybody: no violation that axe knows of, in any state; pictures to be looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.web.page.access import violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player


def _new(player: Player) -> None:
    player.page.get_by_label("Game", exact=True).select_option("Other rules …")


def _wrong(player: Player) -> None:
    _new(player)
    player.button("Start this game").click()
    player.page.get_by_text("is not a set of rules").first.wait_for()


def _begun(player: Player) -> None:
    player.break_code("3632")
    player.type("1122")
    player.type("1344")
    player.page.keyboard.press("3")


def _hinted(player: Player) -> None:
    _begun(player)
    for key in "135":
        player.page.keyboard.press(key)
    player.button("Get a hint").click()
    player.said("cannot be the secret")
    for words in ("certain", "A good guess", "How many codes"):
        player.button("Get another hint").click()
        player.said(words)


def _asked(player: Player) -> None:
    _begun(player)
    player.button("Resign").click()


def _shared(player: Player) -> None:
    _begun(player)
    player.button("Share this game").click()
    player.page.get_by_label("Link to this game").wait_for()


def _won(player: Player) -> None:
    _begun(player)
    player.page.keyboard.press("Backspace")
    player.type("3632")
    player.said("You won")


def _resigned(player: Player) -> None:
    _asked(player)
    player.button("Yes, resign").click()
    player.said("You resigned")


def _colorful(player: Player) -> None:
    player.break_code("1-2-3-4-5-6-7-8", "8x12")
    player.page.get_by_text("Settings").click()


STATES = {
    "begun": _begun,
    "new": _new,
    "wrong": _wrong,
    "hinted": _hinted,
    "asked": _asked,
    "shared": _shared,
    "won": _won,
    "resigned": _resigned,
    "colorful": _colorful,
}


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.some(1)
@pytest.mark.parametrize("state", STATES)
def test_every_state_is_for_everybody(visit: Visits, state: str) -> None:
    """Nothing that axe knows of is wrong, wide and light or narrow and dark; nothing runs over the edge."""
    player = visit()
    STATES[state](player)
    for width in (1280, 390, 320):
        player.page.set_viewport_size({"width": width, "height": 800})
        assert player.overflow() == 0
        for scheme in SCHEMES:
            player.page.emulate_media(color_scheme=scheme)
            _picture(player, f"play-{state}-{scheme}-{width}")
            if (width, scheme) in {(1280, "light"), (320, "dark")}:
                assert violations(player.page) == []


def _picture(player: Player, name: str) -> None:
    """A picture for a person, where a folder for them is named."""
    folder = os.environ.get("PEGWISE_PICTURES")
    if folder:
        Path(folder).mkdir(exist_ok=True)
        player.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("state", ["begun", "hinted"])
def test_at_400_percent_the_focus_is_seen(visit: Visits, state: str) -> None:
    """A window of 1280 by 1024 pixels at 400 % shows 320 by 256."""
    player = visit(320, 256)
    STATES[state](player)
    assert player.overflow() == 0
    for _ in range(25):
        player.page.keyboard.press("Tab")
        box = player.page.evaluate(
            "(({ top, bottom }) => [top, bottom])(document.activeElement.getBoundingClientRect())"
        )
        assert player.page.evaluate("document.activeElement === document.body") or (
            box[1] > 0 and box[0] < 256
        )


def test_pegs_differ_in_color_shape_and_character(visit: Visits) -> None:
    player = visit()
    player.break_code("1-2-3-4-5-6-7-8", "8x12")
    looks = player.page.evaluate(
        """() => [...document.querySelectorAll('.palette .peg')].map((peg) => {
          const path = peg.querySelector('path:not(.rim)');
          const { fill, stroke } = getComputedStyle(path);
          const digit = peg.querySelector('.digit').textContent;
          return { fill, stroke, shape: path.getAttribute('d'), digit };
        })"""
    )
    for aspect in ("fill", "shape", "digit"):
        assert len({look[aspect] for look in looks}) == 12
    assert {look["stroke"] for look in looks} == {"rgb(29, 35, 41)"}


@pytest.mark.some(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_peg_stands_out_from_its_ground(visit: Visits, scheme: Literal["light", "dark"]) -> None:
    """Its edge, or in the dark the rim around it, has a contrast of 3 to 1 at least (WCAG 1.4.11)."""
    player = visit(color_scheme=scheme)
    rim, edge, ground = player.page.evaluate(
        """() => {
          const look = (name) => getComputedStyle(document.querySelector(name));
          const stroke = (name) => look(name).stroke;
          return [stroke('.palette .rim'), stroke('.palette path:not(.rim)'), look('body').backgroundColor];
        }"""
    )
    outer = edge if rim.endswith(", 0)") else rim
    lighter, darker = sorted((_luminance(outer), _luminance(ground)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 3


def _luminance(color: str) -> float:
    """Relative luminance, as WCAG 2 defines it, of ``rgb(r, g, b)``."""
    parts = [int(part) / 255 for part in color[4:-1].split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.exhaustive
def test_nothing_moves_for_those_who_would_rather_not(visit: Visits) -> None:
    moving: Callable[[Player], str] = lambda player: player.page.evaluate(  # noqa: E731
        "getComputedStyle(document.querySelector('.tray tbody tr:last-child .keys')).animationName"
    )
    still, lively = visit(), visit(reduced_motion="no-preference")
    for player in (still, lively):
        player.type("1122")
    assert moving(still) == "none"
    assert moving(lively) == "arrive"


def test_forced_colors_keep_the_pegs(visit: Visits) -> None:
    player = visit(forced_colors="active")
    assert (
        player.page.evaluate("getComputedStyle(document.querySelector('.palette .c4 path:not(.rim)')).fill")
        == "rgb(247, 212, 23)"
    )


@pytest.mark.some(1)
@pytest.mark.parametrize("width", [1280, 390])
def test_long_codes_stand_in_groups_of_five(visit: Visits, width: int) -> None:
    player = visit(width)
    player.break_code("-".join(map(str, range(1, 21))), rules="20x20", allowed=50)
    player.type("123" * 6 + "12")
    groups = player.rows.first.locator(".five")
    expect(groups).to_have_count(4)
    for group in groups.all():
        places = [peg.bounding_box() for peg in group.locator(".peg").all()]
        assert len(places) == 5
        assert len({round(place["y"]) for place in places if place}) == 1  # a group is never torn apart
    assert player.overflow() <= 0
