"""Knuth's strategy: as few candidates as possible left in the worst case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.score_kinds import WORST
from pegwise.strategies.heuristic import Heuristic

if TYPE_CHECKING:
    from pegwise.engine.code_space import Indices
    from pegwise.strategies.heuristic import Scores


class Knuth(Heuristic):
    """Makes the guess that leaves the fewest candidates in the worst case.

    In Knuth's words: "Choosing at every stage a test pattern that minimizes the maximum number of remaining
    possibilities"; a valid one if that can be, then "the first such test pattern in numeric order".

    Source: D. E. Knuth, The Computer as Master Mind, J. Recreational Mathematics 9(1), 1976-77, p. 3.

    Example:
        >>> from pegwise import Position
        >>> str(Knuth().choose(Position("4x6", "1122:B 1344:W 3526:BWW")))  # no candidate does as well
        '1462'
    """

    name = "knuth"
    summary = "fewest candidates left in the worst case"
    source = "Knuth 1977"
    kind = WORST

    def scores(self, sizes: Indices) -> Scores:
        """Return the size of the largest class."""
        return (sizes.max(axis=1),)
