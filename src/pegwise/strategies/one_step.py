"""Strategies that look one guess ahead, each by a score of class sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.entropy import exact_ranks, margin_for, table_for
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST, WORST_PARTS
from pegwise.strategies.heuristic import Heuristic

if TYPE_CHECKING:
    from pegwise.engine.code_space import Indices
    from pegwise.strategies.heuristic import Scores

__all__ = ["Entropy", "ExpectedSize", "Knuth", "MinimaxParts", "MostParts"]


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
