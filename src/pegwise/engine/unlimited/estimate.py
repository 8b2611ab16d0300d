"""Estimates the number of candidates from walks if they cannot be counted.

The chance that a code drawn from all codes is a candidate is a product: from each level of coldness to the
next the sum of weights falls by a ratio that the energies found at both tell, and at the coldest level it is
how often a code is a candidate (thermodynamic integration; the ratios by C. H. Bennett, J. Comput. Phys. 22,
1976). Several walks that share nothing tell how far the result can be trusted.
"""

from __future__ import annotations

from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

__all__ = ["estimate"]

_LADDER = tuple(round(2.8 * (level / 23) ** 1.5, 4) for level in range(24))
_WALKS = 5
_SPREAD = 2.8
"""Standard errors to either side, for 95 % of the times with so few walks (Student's t, 4 degrees)."""
_ROUNDS = 50


def estimate(
    rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, moves: int = 1_500_000
) -> tuple[float, float, float] | None:
    """Estimate the logarithm of the number of candidates: a low one, the estimate and a high one, for 95 %.

    Each walk tries ``moves`` changes, after a fifth as many that are not counted. The result is None if no
    walk found a candidate. If some did not, the interval is the wider for it.

    >>> from math import exp
    >>> from pegwise.rules import Rules
    >>> low, about, high = estimate(Rules(6, 6), [((0, 0, 1, 1, 2, 2), 2, 1)], moves=300_000)
    >>> exp(low) < 4080 < exp(high)
    True
    """
    from statistics import mean, stdev  # which loads fractions and decimals

    found, coldest = [], []
    for number in range(_WALKS):
        walk = Walk(rules, rows, f"{seed} estimate {number}", _LADDER)
        walk.settle(moves, moves // 5)
        walk.energies[:] = 0
        walk.settle(moves, moves)
        found.append(walk.energies[:, : np.flatnonzero(walk.energies.any(axis=0))[-1] + 1].copy())
        coldest.append(walk.energies[-1, 0] / walk.energies[-1].sum())
    share = float(mean(coldest))
    if not share:
        return None
    falls = [log(rules.size) + _log_fall(energies) for energies in found]
    # The share at the coldest level is the harder part: its error counts by itself, in proportion.
    middle = mean(falls) + log(share)
    error = (stdev(falls) ** 2 + (float(stdev(coldest)) / share) ** 2) ** 0.5 / _WALKS**0.5
    return middle - _SPREAD * error, middle, middle + _SPREAD * error


def _log_fall(energies: NDArray[np.int64]) -> float:
    """Return the logarithm of the fall of the sum of weights, from the energies found at each level."""
    return sum(
        _log_ratio(hot, cold, _LADDER[level + 1] - _LADDER[level])
        for level, (hot, cold) in enumerate(pairwise(energies))
    )


def _log_ratio(hot: NDArray[np.int64], cold: NDArray[np.int64], step: float) -> float:
    """Return Bennett's ratio of the sums of weights at two levels, by halving."""
    met = np.flatnonzero(hot + cold)
    work, hot, cold = step * met, hot[met] / hot.sum(), cold[met] / cold.sum()
    low, high = -step * float(met[-1]), 0.0
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        # Both sides are equal where ``middle`` is the logarithm of the ratio.
        forward = float((hot / (1 + np.exp(np.minimum(700, work + middle)))).sum())
        backward = float((cold / (1 + np.exp(np.minimum(700, -work - middle)))).sum())
        if forward < backward:
            high = middle
        else:
            low = middle
    return (low + high) / 2
