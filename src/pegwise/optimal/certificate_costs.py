"""Costs as the lemmas of a certificate count them, and the bounds that need no proof of their own."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["UNIT", "cost_of", "least_costs", "next_cost", "pair_of"]

UNIT = float(1 << 24)
"""A cost is total * UNIT + secrets found with the very last guess allowed, as a float: exact while the total
is below 2**29, infinite where there is no way, and compared as the pair is. Where only the secrets found last
count, the total is 0."""


def cost_of(pair: tuple[int, int] | None) -> float:
    """A (total, last) as one number; infinite for None.

    >>> cost_of((2, 1)) == 2 * UNIT + 1, cost_of(None)
    (True, inf)
    """
    return math.inf if pair is None else pair[0] * UNIT + pair[1]


def pair_of(cost: float) -> tuple[int, int] | None:
    """The (total, last) of a cost; None for an infinite one."""
    if math.isinf(cost):
        return None
    total, last = divmod(int(cost), int(UNIT))
    return total, last


def next_cost(cost: float, codes: int, unit: float = UNIT) -> float:
    """The least cost that ``codes`` candidates can have and that is not below ``cost``.

    A guess costs ``unit``.

    >>> pair_of(next_cost(5 * UNIT + 3, 2)), pair_of(next_cost(5 * UNIT + 1, 2))
    ((6, 0), (5, 1))
    >>> pair_of(next_cost(2, 2, 0)), pair_of(next_cost(3, 2, 0))
    ((0, 2), None)
    """
    pair = pair_of(cost)
    if pair is None or pair[1] <= codes:
        return cost
    return (pair[0] + 1) * unit or math.inf


@lru_cache(maxsize=4096)
def least_costs(count: int, left: float, most: int, others: int, unit: float = UNIT) -> NDArray[np.float64]:
    """The least cost of 0, 1, ..., ``count`` candidates, shape (count + 1,): the size bound.

    ``left`` guesses are allowed, and each costs ``unit``. None makes more than ``most`` classes, the win
    counted, or more than ``others`` besides the win. ``docs/certificates.md`` has the proof.

    >>> [pair_of(cost) for cost in least_costs(5, 3, 3, 2)]
    [(0, 0), (1, 0), (3, 0), (5, 0), (8, 1), (11, 2)]
    """
    levels = np.full(count + 1, np.inf)
    level, room, filled = 1, 1, 1
    while level <= left and room and filled <= count:
        levels[filled : filled + room] = level * unit + (level == left)
        filled, level, room = filled + room, level + 1, room * (others if level > 1 else most - 1)
    levels[0] = 0.0
    costs: NDArray[np.float64] = levels.cumsum()
    costs.setflags(write=False)
    return costs
