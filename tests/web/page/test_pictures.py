"""The page looks as in its reference pictures, which a person has seen."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from tests.helpers import exhaustive
from tests.web.page import pictures

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.page.conftest import Visits

TAKES = bool(os.environ.get(pictures.TAKE))


@pytest.fixture(scope="module")
def digest(browser: Browser) -> str:
    """What text looks like here."""
    return pictures.fonts(browser)


SHOWN = ("play-begun", "solve", "review", "learn")
"""The states that the first part compares: the board, figures, sentences and lists."""


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "state", [*SHOWN, *exhaustive(*(state for state in pictures.STATES if state not in SHOWN))]
)
def test_the_page_looks_as_it_did(visit: Visits, digest: str, state: str) -> None:
    """``python -m tests.web.page.pictures`` takes the pictures again after a change of the look."""
    if TAKES:
        pictures.FOLDER.mkdir(exist_ok=True)
        pictures.FONTS.write_text(digest + "\n")
    elif not pictures.FONTS.exists() or pictures.FONTS.read_text().strip() != digest:
        pytest.skip("the reference pictures were taken with other fonts or another browser")
    at, act = pictures.STATES[state]
    page = visit.context(locale="en-US", timezone_id="UTC").new_page()
    page.clock.set_fixed_time(pictures.DAY)
    player = visit.enter(page, at)
    act(player)
    other = []
    for name, picture in pictures.taken(player.page):
        path = pictures.FOLDER / f"{state}-{name}.webp"
        if TAKES:
            path.write_bytes(pictures.small(picture))
        elif not pictures.is_alike(picture, path.read_bytes()):
            other.append(name)
    assert other == []


def test_a_difference_is_seen_and_a_smaller_file_is_none() -> None:
    """What the comparison calls different: a missing button, not that a kept picture is coarser."""
    image = Image.linear_gradient("L").resize((320, 640)).convert("RGB")
    changed = image.copy()
    ImageDraw.Draw(changed).rectangle((20, 20, 100, 64), fill="red")
    whole, other = io.BytesIO(), io.BytesIO()
    image.save(whole, "PNG")
    changed.save(other, "PNG")
    assert pictures.is_alike(whole.getvalue(), pictures.small(whole.getvalue()))
    assert not pictures.is_alike(whole.getvalue(), pictures.small(other.getvalue()))


@pytest.mark.skipif(not pictures.FONTS.exists(), reason="no pictures have been taken yet")
def test_the_pictures_are_those_of_the_states_and_small() -> None:
    there = {path.name for path in pictures.FOLDER.glob("*.webp")}
    wanted = {
        f"{state}-{width}-{scheme}.webp"
        for state in pictures.STATES
        for scheme, (width, _) in pictures.WINDOWS.items()
    }
    assert there == wanted
    assert sum(path.stat().st_size for path in pictures.FOLDER.glob("*.webp")) < 500_000
