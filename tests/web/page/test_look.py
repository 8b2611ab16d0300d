"""The look: settings, sets of colors, large type, sounds, motion, tabs, an address that leads nowhere."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from playwright.sync_api import expect

from pegwise.web.minified_files import PAGE
from tests.web.page.access import THEMES, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

_FILL = "getComputedStyle(document.querySelector('.palette .c1 path:not(.rim)')).fill"
_TYPE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
_SHOWERS = """() => {
  window.showers = 0;
  const count = changes => {
    for (const { addedNodes } of changes) {
      window.showers += [...addedNodes].filter(each => each.classList?.contains('shower')).length;
    }
  };
  new MutationObserver(count).observe(document.body, { childList: true });
}"""
"""Counts how often paper falls: it is gone after some seconds."""
_EARLY = """document.addEventListener('readystatechange', () => {
  window.early ??= { ...document.documentElement.dataset };  // modules have not run yet
})"""


def _settings(player: Player) -> None:
    player.page.locator("#settings summary").click()


def test_settings_apply_at_once_and_stay(visit: Visits) -> None:
    player = visit.enter(visit.context().new_page())
    page = player.page
    player.break_code("1230", "4x10-distinct")
    _settings(player)
    page.get_by_label("For color blindness").check()
    assert page.evaluate(_FILL) == "rgb(213, 94, 0)"
    expect(player.color(1)).to_have_attribute("aria-label", "vermilion")
    expect(page.get_by_label("For color blindness")).to_be_focused()
    page.get_by_label("Symbols on pegs").select_option("Digits 1 to 9, then 0")
    expect(player.color(10).locator("text:visible")).to_have_text("0")
    page.get_by_label("Appearance").select_option("Dark")
    page.keyboard.press("Escape")
    expect(page.locator("#settings .sheet")).to_be_hidden()
    expect(page.locator("#settings summary")).to_be_focused()

    player.holes.first.click()
    page.keyboard.press("0")
    expect(player.holes.first.locator("text:visible")).to_have_text("0")
    expect(page.locator(".tools .note")).to_be_empty()  # nothing was wrong with the key

    page.add_init_script(_EARLY)
    page.reload()
    page.locator("main h1").wait_for()
    chosen = {"theme": "dark", "colors": "safe", "symbols": "digits"}
    assert page.evaluate("window.early") == chosen
    assert page.evaluate(_FILL) == "rgb(213, 94, 0)"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    _settings(player)
    expect(page.get_by_label("For color blindness")).to_be_checked()
    page.get_by_label("Shapes without colors").check()
    expect(player.color(3)).to_have_attribute("aria-label", "triangle")
    page.get_by_label("Symbols on pegs").select_option("No symbols")
    expect(player.color(3).locator("text:visible")).to_have_count(0)
    page.get_by_label("All pegs are round").check()  # then it needs its number, to the eye and in words
    expect(player.color(3).locator("text:visible")).to_have_text("3")
    expect(player.color(3)).to_have_attribute("aria-label", "color 3")
    shapes = page.locator(".palette path:not(.rim)").evaluate_all(
        "all => all.map(each => each.getAttribute('d'))"
    )
    assert len(set(shapes)) == 1
    page.get_by_label("All pegs are round").uncheck()
    page.get_by_label("Classic").check()
    page.get_by_label("Symbols on pegs").select_option("Letters")
    expect(player.color(3).locator("text:visible")).to_have_text("C")
    expect(player.color(3)).to_have_attribute("aria-label", "green")


@pytest.mark.exhaustive
def test_large_type_by_the_keyboard(visit: Visits) -> None:
    """The button on every page makes type and board larger, and nothing runs over the edge."""
    player = visit(1280, 800)
    page = player.page
    small = page.evaluate(_TYPE)
    pegs = page.locator(".tray > .making .peg").first
    size = pegs.evaluate("each => each.getBoundingClientRect().width")
    button = page.get_by_role("button", name="Large type")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.focus()
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(_TYPE) >= 1.3 * small
    assert pegs.evaluate("each => each.getBoundingClientRect().width") >= 1.2 * size
    page.reload()
    page.locator("main h1").wait_for()
    expect(button).to_have_attribute("aria-pressed", "true")
    for place in ("play", "puzzle", "learn", "explore"):
        player.go(f"#/{place}")
        expect(page.locator(f"#nav a[href='#/{place}']")).to_have_attribute("aria-current", "page")
        for width in (1920, 1280, 900, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert player.overflow() == 0, (place, width)
            assert page.evaluate(_TYPE) > small
    player.go("#/play")
    _settings(player)
    expect(page.get_by_label("Large type").and_(page.locator("input"))).to_be_checked()
    page.get_by_label("Large type").and_(page.locator("input")).uncheck()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(_TYPE) == small


def test_nothing_sounds_until_it_is_asked_to(visit: Visits) -> None:
    player = visit()
    page = player.page
    count = """
      window.tones = []; window.contexts = 0;
      const Old = AudioContext;
      window.AudioContext = class extends Old { constructor() { super(); window.contexts++; } };
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        window.tones.push(this.frequency.value);
        start.call(this, when);
      };
      null"""
    page.evaluate(count)
    player.break_code("3632")
    player.type("1122")
    assert page.evaluate("[contexts, tones.length]") == [0, 0]
    _settings(player)
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    page.evaluate("tones.length = 0")
    player.type("2631")
    # Four pegs, then a key peg for each black and for each white.
    assert page.evaluate("[contexts, tones]") == [1, [330, 330, 330, 330, 620, 620, 930]]
    page.evaluate("tones.length = 0")
    player.type("3632")
    player.said("You won")
    assert page.evaluate("tones").count(620) == 4
    assert 1047 in [round(pitch) for pitch in page.evaluate("tones")]


@pytest.mark.exhaustive
@pytest.mark.parametrize("motion", ["no-preference", "reduce", "setting"])
def test_a_win_is_celebrated(visit: Visits, motion: str) -> None:
    """With paper that falls, or only with flags for those who want nothing to move; nothing waits for it."""
    lively = motion == "no-preference"
    player = visit(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    page = player.page
    if motion == "setting":
        _settings(player)
        page.get_by_label("No motion").check()
        page.keyboard.press("Escape")
    player.break_code("3632")
    place = page.locator(".tray").bounding_box()
    page.evaluate(_SHOWERS)
    page.locator(".hole.current").focus()
    page.keyboard.press("1")
    assert _moves(page, ".hole .peg") is lively
    assert page.locator(".tray").bounding_box() == place
    page.keyboard.press("Backspace")
    player.type("2631")
    assert _moves(page, ".fresh .key:nth-child(3)") is lively
    delays = page.locator(".fresh .key").evaluate_all(
        "keys => keys.map(key => getComputedStyle(key).animationDelay)"
    )
    assert len(set(delays)) == (3 if lively else 1)  # one by one
    player.type("3632")
    expect(page.locator(".ending .flags i").first).to_be_visible()
    assert page.evaluate("showers") == (1 if lively else 0)
    assert player.overflow() == 0
    player.button("Play again").click()  # through the falling paper
    expect(player.rows).to_have_count(0)
    expect(page.locator(".shower")).to_have_count(0)


def _moves(page: Page, what: str) -> bool:
    name = page.locator(what).first.evaluate("each => getComputedStyle(each).animationName")
    return bool(name != "none")


def test_an_unknown_address_says_so_to_the_eye(visit: Visits) -> None:
    player = visit(390, 844, at="#/nowhere/at/all")
    page = player.page
    expect(page.get_by_role("heading", name="There is no page here")).to_be_visible()
    expect(page.get_by_text("“#/nowhere/at/all”")).to_be_visible()
    player.says("There is no page here")
    assert page.title() == "There is no page here · pegwise"
    expect(page.locator("#nav [aria-current]")).to_have_count(0)
    hrefs = "links => links.map(link => link.getAttribute('href'))"
    tabs = page.locator("#nav a").evaluate_all(hrefs)
    assert len(tabs) >= 7
    assert set(tabs) <= set(page.locator("main a").evaluate_all(hrefs))
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    page.locator("main a").first.click()
    expect(page.locator("#nav [aria-current]")).to_have_text("Play")
    expect(page.locator(".tray")).to_be_visible()


@pytest.mark.exhaustive
def test_the_frame_in_a_narrow_window(visit: Visits) -> None:
    """The tabs scroll in their row, the current one is in sight, each can be touched; so can the settings."""
    player = visit(320, 640, at="#/explore")
    page = player.page
    for link in page.locator("#nav a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 640})
        expect(page.locator("#nav [aria-current]")).to_be_in_viewport(ratio=1)
    page.locator("#nav a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#nav [aria-current]")).to_have_text("Play")
    _settings(player)
    sheet = page.locator("#settings .sheet").bounding_box()
    assert sheet is not None
    assert sheet["x"] >= 0
    assert sheet["x"] + sheet["width"] <= 320
    assert sheet["y"] + sheet["height"] <= 640  # longer ones scroll
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert player.overflow() == 0
        for scheme in THEMES:
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []


# What the cones of a dichromat make of linear RGB (Machado, Oliveira and Fernandes, 2009, severity 1).
_SIGHT = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])


def _linear(color: str) -> np.ndarray:
    """Linear RGB of ``#rgb`` or ``#rrggbb``."""
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = np.array([int(digits[at : at + 2], 16) for at in (0, 2, 4)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def _lab(linear: np.ndarray) -> np.ndarray:
    x, y, z = np.cbrt(_XYZ @ np.clip(linear, 0, 1) / _WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def _sets() -> dict[str, tuple[list[str], list[str]]]:
    """The colors of each set, and the ink of the symbols on them."""
    style = (PAGE / "css" / "pegs.css").read_text()
    blocks = re.findall(r"\[data-colors='(\w+)'\] \{(.*?)\}", style, re.DOTALL)
    return {
        name: (re.findall(r"--p\d+: (#\w+)", body), re.findall(r"--i\d+: (#\w+)", body))
        for name, body in blocks
    }


def test_colors_can_be_told_apart_and_symbols_read() -> None:
    """In the sets for color blindness and for contrast any two colors differ, to each kind of sight."""
    sets = _sets()
    assert list(sets) == ["classic", "safe", "contrast", "shapes"]
    least = {"classic": 4.5, "safe": 4.5, "contrast": 7, "shapes": 7}
    for name, (colors, inks) in sets.items():
        assert len(colors) == len(inks) == 12
        for color, ink in zip(colors, inks, strict=True):
            darker, lighter = sorted(float(_XYZ[1] @ _linear(each)) for each in (color, ink))
            assert (lighter + 0.05) / (darker + 0.05) >= least[name], (name, color)
    for name in ("safe", "contrast"):
        for sight, seen in _SIGHT.items():
            for one, other in combinations(sets[name][0], 2):
                distance = np.linalg.norm(_lab(seen @ _linear(one)) - _lab(seen @ _linear(other)))
                assert distance >= 15, (name, sight, one, other)
    for language in ("en", "de"):
        words = (PAGE / "strings" / f"{language}-frame.js").read_text(encoding="utf-8")
        names = re.findall(r"'colors\.\w+\.names': '(.*)'", words)
        assert [len(set(each.split(", "))) for each in names] == [12, 12, 12, 12]
