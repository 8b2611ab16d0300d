"""The largest number of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.score_kinds import PARTS
from pegwise.strategies.heuristic import Heuristic

if TYPE_CHECKING:
    from pegwise.engine.code_space import Indices
    from pegwise.strategies.heuristic import Scores


class MostParts(Heuristic):
    """Makes the guess with the largest number of classes.

    Source: B. Kooi, Yet another Mastermind strategy, ICGA Journal 28(1), 2005.
    """

    name = "most-parts"
    summary = "most non-empty classes"
    source = "Kooi 2005"
    kind = PARTS

    def scores(self, sizes: Indices) -> Scores:
        """Return minus the number of classes."""
        return (-np.count_nonzero(sizes, axis=1),)
