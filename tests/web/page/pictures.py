"""Reference pictures of the page at half its size: its main states, light on a phone and dark on a desk.

``python -m tests.web.page.pictures`` takes them again; after that, look at them before you commit them.
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageChops
from playwright.sync_api import expect

from tests.web.page.access import THEMES, drawn, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.web.page.player import Player

FOLDER = Path(__file__).parent / "pictures"
FONTS = FOLDER / "fonts.txt"
"""What a text looked like on the computer that took the pictures."""
TAKE = "PEGWISE_TAKE_PICTURES"
"""The variable of the environment that makes the test take the pictures instead."""
WINDOWS = {"light": (390, 844), "dark": (1280, 800)}
DAY = "2026-11-02T12:00:00Z"
"""When the pictures are taken, as the page believes."""
_FAR = 64
"""Levels of 255 by which a pixel differs so that an eye sees it."""
_MOST = 0.004
"""The part of the pixels that may differ so; a button is more than that of the smallest window."""
_SAMPLE = """<p style="font: 16px Avenir, 'Segoe UI', system-ui, Roboto, sans-serif">Hamburgefonstiv 01234</p>
<p style="font: 800 32px Avenir, 'Segoe UI', system-ui, Roboto, sans-serif">Hamburgefonstiv</p>
<p style="font: 14px ui-monospace, monospace">Hamburgefonstiv ●○✓✗▸</p>"""


def _begun(player: Player) -> None:
    player.break_code("3632")
    player.type("1122")
    player.type("1344")
    player.page.keyboard.press("3")
    player.page.keyboard.press("5")


def _won(player: Player) -> None:
    player.break_code("3632")
    for code in ("1122", "1344", "3632"):
        player.type(code)
    player.said("You won")


def _kept(player: Player) -> None:
    _won(player)
    player.go("#/games")
    expect(player.page.locator(".games-list > li.won")).to_be_visible()  # it is written when it is over
    settled(player.page)


def _settings(player: Player) -> None:
    player.page.locator("#settings summary").click()


def _large(player: Player) -> None:
    player.page.get_by_role("button", name="Large type").click()
    _begun(player)


def _contrast(player: Player) -> None:
    _settings(player)
    player.page.get_by_label("High contrast").check()
    player.page.keyboard.press("Escape")
    _begun(player)


def _shows(*parts: str) -> Callable[[Player], None]:
    """Wait until these are there, and all else too."""

    def waits(player: Player) -> None:
        for part in parts:
            expect(player.page.locator(part).first).to_be_visible()
        settled(player.page)

    return waits


_LINE = "4x6%201122%3AB%201344%3AW%203526%3ABWW%203632%3ABBBB"
STATES: dict[str, tuple[str, Callable[[Player], None]]] = {
    "play": ("#/play", lambda _: None),
    "play-begun": ("#/play", _begun),
    "play-won": ("#/play", _won),
    "play-contrast": ("#/play", _contrast),
    "play-large": ("#/play", _large),
    "settings": ("#/play", _settings),
    "solve": ("#/solve/4x6/1122:B 1344:W", _shows(".best .code", "text=44 codes are possible")),
    "review": (f"#/review/{_LINE}", _shows("figure", ".learned")),
    "explore": ("#/explore", _shows(".walk svg.blocks .block", ".which input")),
    "puzzle": ("#/puzzle", _shows(".notes", ".levels [aria-current]")),
    "games": ("#/play", _kept),
    "learn": ("#/learn", _shows(".lessons")),
    "lesson": ("#/learn/consistent/1", _shows(".step .task")),
    "unknown": ("#/nowhere", lambda _: None),
}
"""Where the page is opened, and what is done then."""


def taken(page: Page) -> Iterator[tuple[str, bytes]]:
    """The page in each window: the end of the picture's name, and the picture."""
    for scheme in THEMES:
        width, height = WINDOWS[scheme]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.evaluate("scrollTo(0, 0)")
        drawn(page)
        yield f"{width}-{scheme}", page.screenshot(caret="hide")


def small(picture: bytes) -> bytes:
    """The same, half as wide and high, as it is kept: a tenth of the bytes."""
    kept = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.reduce(2).save(kept, "WEBP", quality=75, method=6)
    return kept.getvalue()


def difference(picture: bytes, kept: bytes) -> float:
    """The part of the pixels that look different from a kept picture; 1 if the sizes differ."""
    here, there = (Image.open(io.BytesIO(each)).convert("RGB") for each in (picture, kept))
    here = here.reduce(2)
    if here.size != there.size:
        return 1.0
    red, green, blue = ImageChops.difference(here, there).split()
    levels = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return sum(levels[_FAR + 1 :]) / sum(levels)


def is_alike(picture: bytes, kept: bytes) -> bool:
    """Whether an eye would see no difference."""
    return difference(picture, kept) <= _MOST


def fonts(browser: Browser) -> str:
    """A digest of what text looks like here: other fonts make other pictures."""
    page = browser.new_page(viewport={"width": 600, "height": 200})
    page.set_content(_SAMPLE)
    digest = hashlib.sha256(page.screenshot()).hexdigest()
    page.close()
    return digest


if __name__ == "__main__":
    import pytest

    os.environ[TAKE] = "1"
    sys.exit(pytest.main(["-n0", "-q", str(Path(__file__).with_name("test_pictures.py")), *sys.argv[1:]]))
