"""The colors of pegs as they look: the fill of a peg, and the ink that its number is written in."""

from __future__ import annotations

from typing import NamedTuple


class Peg(NamedTuple):
    """The fill of a peg and the ink on it, as ``#rrggbb``; the two differ enough to be read."""

    fill: str
    ink: str


# In the order of notation.COLOR_NAMES.
_PEGS = (
    Peg("#c1272d", "#ffffff"),
    Peg("#1f57b8", "#ffffff"),
    Peg("#1b7f3b", "#ffffff"),
    Peg("#f7d417", "#000000"),
    Peg("#f28c1e", "#000000"),
    Peg("#7d3c98", "#ffffff"),
    Peg("#7ec8f2", "#000000"),
    Peg("#f5a3c7", "#000000"),
    Peg("#7a4a21", "#ffffff"),
    Peg("#f4f4f4", "#000000"),
    Peg("#222222", "#ffffff"),
    Peg("#a8a8a8", "#000000"),
)


def peg(color: int) -> Peg | None:
    """Return the look of a color, numbered from 1; None if the color has a number only.

    >>> peg(4)
    Peg(fill='#f7d417', ink='#000000')
    """
    return _PEGS[color - 1] if color <= len(_PEGS) else None
