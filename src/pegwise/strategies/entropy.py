"""The most information on average, compared exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.entropy import exact_ranks, margin_for, table_for
from pegwise.engine.score_kinds import ENTROPY
from pegwise.strategies.heuristic import Heuristic

if TYPE_CHECKING:
    from pegwise.engine.code_space import Indices
    from pegwise.strategies.heuristic import Scores


class Entropy(Heuristic):
    """Makes the guess whose feedback has the most entropy: the least sum of n log n over the class sizes n.

    The sums are in fixed point, made so that equal sums are equal. Those too close to tell are decided by
    comparing the products of n**n as whole numbers, so that ties are ties.

    Source: E. Neuwirth, Some strategies for Mastermind, Z. Operations Research 26, 1982.
    """

    name = "entropy"
    summary = "most information"
    source = "Neuwirth 1982"
    kind = ENTROPY

    def scores(self, sizes: Indices) -> Scores:
        """Return the sum of n * log2 n over the class sizes n."""
        table = table_for(int(sizes[0].sum())) if len(sizes) else table_for(1)
        return (table[sizes].sum(axis=1),)

    def margin(self, candidates: int) -> int:
        """Return the largest error of the fixed point."""
        return margin_for(candidates)

    def settle(self, sizes: Indices) -> Indices:
        """Return exact ranks by the sum of n log n."""
        return exact_ranks(sizes)
