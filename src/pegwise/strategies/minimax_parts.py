"""Minimax with a second criterion: of the guesses with the least worst case, the one with most answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.kinds import WORST_PARTS
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.registry import register

if TYPE_CHECKING:
    from pegwise.engine.space import Indices
    from pegwise.strategies.heuristic import Scores

__all__ = ["MinimaxParts"]


@register
class MinimaxParts(Heuristic):
    """As Knuth's, but among the minimax guesses the one with most distinct answers first, then a candidate,
    then the lowest; the first guess by the same rule, for any size.

    Source: the modification described in "Solving Mastermind", a min-max program after Knuth 1977.
    """

    name = "minimax-parts"
    summary = "as knuth, then most classes"
    source = "after Knuth 1977"
    kind = WORST_PARTS

    def scores(self, sizes: Indices) -> Scores:
        """The largest class, then the number of empty ones."""
        return sizes.max(axis=1), -np.count_nonzero(sizes, axis=1)
