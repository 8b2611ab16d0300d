"""The fewest candidates left on average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.score_kinds import SQUARES
from pegwise.strategies.heuristic import Heuristic

if TYPE_CHECKING:
    from pegwise.engine.code_space import Indices
    from pegwise.strategies.heuristic import Scores


class ExpectedSize(Heuristic):
    """Makes the guess that leaves the fewest candidates on average: the least sum of squared class sizes.

    Source: R. W. Irving, Towards an optimum Mastermind strategy, J. Recreational Mathematics 11(2), 1978-79.
    """

    name = "expected-size"
    summary = "fewest candidates left on average"
    source = "Irving 1978"
    kind = SQUARES

    def scores(self, sizes: Indices) -> Scores:
        """Return the sum of the squares; at most (2**24)**2, which 64 bits hold."""
        return ((sizes * sizes).sum(axis=1),)
