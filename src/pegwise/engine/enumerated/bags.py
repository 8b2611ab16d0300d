"""What the colors of a guess alone tell of its score at a position, for all orders of these colors at once.

How many colors a candidate has in common with a guess, its total, does not depend on their order. So the
candidates of one total t come into at most t + 1 classes, those of 0 to t black hits, and the most even
division of each total gives a score that no order of these colors can beat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.code_space import numbers_of
from pegwise.engine.entropy import table_for
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST, WORST_WEIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules

IN_A_BAG = 8
"""Guesses that a bag has on average where bags are worth their work."""


class Bags(NamedTuple):
    """Codes (P, N) in the order of their bags; a bag is a set of colors, some of them several times.

    ``order`` (N,): the codes of the first bag, ascending, then those of the next. ``starts`` (M + 1,): where
    each bag begins there, and the end. ``counts`` (C, M) uint8: how often each color is in each bag.
    """

    order: NDArray[np.intp]
    starts: NDArray[np.intp]
    counts: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def of_codes(self) -> NDArray[np.intp]:
        """The bag of each code, (N,)."""
        found = np.empty(len(self.order), np.intp)
        found[self.order] = np.repeat(np.arange(len(self), dtype=np.intp), np.diff(self.starts))
        return found


def bags_of(codes: Columns, rules: Rules) -> Bags:
    """Return the bags of some codes, which are ascending."""
    lowest = list(codes)  # of each bag: its colors, ascending
    for end in range(len(lowest) - 1, 0, -1):
        for peg in range(end):
            pair = lowest[peg], lowest[peg + 1]
            lowest[peg], lowest[peg + 1] = np.minimum(*pair), np.maximum(*pair)
    bags = numbers_of(np.stack(lowest), rules)
    if rules.colors**rules.pegs <= 1 << 16:
        bags = bags.astype(np.uint16)  # which numpy sorts in a tenth of the time
    order = np.argsort(bags, kind="stable")
    bags = bags[order]
    starts = np.flatnonzero(np.append(True, bags[1:] != bags[:-1]))
    firsts = codes[:, order[starts]]
    counts = np.stack([(firsts == color).sum(axis=0, dtype=np.uint8) for color in range(rules.colors)])
    return Bags(order, np.append(starts, len(order)), counts)


def least_scores(kind: int, sizes: NDArray[np.int64], pegs: int, candidates: int) -> NDArray[np.int64]:
    """Return scores that no guess of a bag can beat, (M,), from the class sizes of one of each, (M, bins)."""
    totals = np.zeros((pegs + 1, len(sizes)), np.int64)
    for black in range(pegs + 1):
        for total in range(black, pegs + 1):
            totals[total] += sizes[:, pegs * black + total]
    # With all colors in common, one peg alone cannot be wrong.
    most = np.minimum(np.arange(1, pegs + 2, dtype=np.int64), pegs)[:, np.newaxis]
    parts = np.minimum(totals, most)
    if kind == PARTS:
        return _whole(-parts.sum(axis=0))
    low, larger = np.divmod(totals, np.maximum(parts, 1))
    if kind == SQUARES:
        return _whole((larger * (low + 1) ** 2 + (parts - larger) * low**2).sum(axis=0))
    if kind == ENTROPY:
        table = table_for(candidates)
        return _whole((larger * table[low + (larger > 0)] + (parts - larger) * table[low]).sum(axis=0))
    worst = (low + (larger > 0)).max(axis=0)
    return _whole(worst if kind == WORST else WORST_WEIGHT * worst - parts.sum(axis=0))


def _whole(scores: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    return scores.astype(np.int64, copy=False)
