"""The sizes of the game that the table covers."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CODES", "MOST_COLORS", "SEARCHED", "all_sizes", "kind_of"]

CODES = 10**6
"""The most codes of a size."""
SEARCHED = 2**15
"""Codes up to which a search raises lower bounds; for more it would take too much memory."""
MOST_COLORS = {2: 20, 3: 30}
"""The most colors for few pegs, where the number of codes is no limit.

With two pegs, the formulas of Chen and Lin give every value, and twenty colors are enough to test them. With
three pegs, 30 colors have 27,000 codes; the values beyond grow as smoothly as those before.
"""


def all_sizes(most: int = CODES) -> list[Rules]:
    """Return every size of the table with at most so many codes, the smallest first."""
    return sorted(_sizes(most), key=lambda rules: (rules.size, rules.pegs, str(rules)))


def _sizes(most: int) -> Iterator[Rules]:
    kinds = ((True, True), (False, True), (True, False))
    for pegs, (repeats, whites) in itertools.product(range(2, 9), kinds):
        for colors in range(2 if repeats else pegs, MOST_COLORS.get(pegs, most) + 1):
            rules = Rules(pegs, colors, repeats=repeats, whites=whites)
            if rules.size > most:
                break
            yield rules


def kind_of(rules: Rules) -> str:
    """Return ``repeats``, ``distinct`` or ``black``."""
    return "black" if not rules.whites else "repeats" if rules.repeats else "distinct"
