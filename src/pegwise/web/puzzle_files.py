"""A stock of puzzles as JSON files, for a copy of the page that has no server (``pegwise site DIR``).

The site writes each value of :func:`stock` as JSON to its path below the directory of the page. The page
(``core/puzzles.js``) asks the server first, and reads these files if there is none:

- ``puzzles/DAY.json``: the puzzle of the day of each level, with its deduction;
- ``puzzles/rush.json``: puzzles of each stage of the rush, without their solutions.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from pegwise.analysis.puzzle import LEVELS, PUZZLE_VERSION, puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["RUSH", "stock"]

RUSH = (("3x4", "easy"), ("3x6", "easy"), ("4x6", "easy"), ("4x6", "medium"), ("4x6", "hard"))
"""The stages of the rush: the rules and the level of their puzzles. The page has the same list."""


def stock(
    first: datetime.date | None = None, *, days: int = 30, rush: int = 60
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Make the files of a stock, one after the other; a day takes one to two seconds.

    Args:
        first: The first day that has puzzles; None for today (UTC).
        days: The number of days that have puzzles.
        rush: The number of puzzles for each stage of the rush.

    Yields:
        The path of a file, and its value.

    Example:
        >>> from pegwise.web.puzzle_files import stock
        >>> [path for path, _ in stock(days=0, rush=1)]
        ['puzzles/rush.json']
    """
    first = first or datetime.datetime.now(datetime.UTC).date()
    for day in (first + datetime.timedelta(after) for after in range(days)):
        yield f"puzzles/{day}.json", _day(day)
    yield "puzzles/rush.json", {"version": PUZZLE_VERSION, "stages": [_stage(*at, rush) for at in RUSH]}


def _day(day: datetime.date) -> dict[str, Any]:
    seed = f"daily {day}"
    told = {
        level.name: puzzle("4x6", seed=seed, difficulty=level.name).to_dict(solution=True) for level in LEVELS
    }
    for each in told.values():
        for step in each["solution"]["steps"]:
            for sentence in step:
                del sentence["text"]  # the page has its own words
    return {"version": PUZZLE_VERSION, "level": puzzle("4x6", seed=seed).level.name, "levels": told}


def _stage(rules: str, level: str, number: int) -> list[dict[str, Any]]:
    return [puzzle(rules, seed=f"rush {at}", difficulty=level).to_dict() for at in range(number)]
