"""Minimax with a second criterion: of the guesses with the smallest worst case, the one with most classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.score_kinds import WORST_PARTS
from pegwise.strategies.heuristic import Heuristic

if TYPE_CHECKING:
    from pegwise.engine.code_space import Indices
    from pegwise.strategies.heuristic import Scores


class MinimaxParts(Heuristic):
    """Makes a guess with the smallest worst case, and of several such guesses one with the most classes.

    The first criterion is that of Knuth's strategy.

    Of several such guesses it makes a candidate if there is one, then the lowest code. The first guess
    follows the same rule, for rules of any size.

    Source: the modification described in "Solving Mastermind", a min-max program after Knuth 1977.
    """

    name = "minimax-parts"
    summary = "as knuth, then most classes"
    source = "after Knuth 1977"
    kind = WORST_PARTS

    def scores(self, sizes: Indices) -> Scores:
        """Return the size of the largest class, then minus the number of classes."""
        return sizes.max(axis=1), -np.count_nonzero(sizes, axis=1)
