"""Candidates drawn by a walk, what is known of the drawing, and an estimate of their number."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.counting import occurrences
from pegwise.engine.unlimited.walk import Walk
from pegwise.limit import LimitReached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules


_SPARE = 4
"""Candidates that a walk finds for each that is kept, usually: those found one after another are alike."""
_SETTLING = 50
"""Sweeps, at least, between the first candidate and those that are kept."""
_COUNTED = 10
"""How often a peg must have a color in two samples for these to be compared by it."""
_CERTAINTY = 5
"""With n (log n + this) candidates found, n of them different, all were found.

They were not with a chance of exp(-this) or so.
"""


@dataclass(frozen=True)
class Drawn:
    """Different candidates, in a drawn order, as colors from 0.

    ``met`` is how many candidates were found in all; ``nearest`` is a code near to the rows with the sum of
    its errors, which is 0 if any candidate was found.
    """

    codes: tuple[tuple[int, ...], ...]
    met: int
    different: int
    nearest: tuple[int, ...]
    errors: int

    @property
    def is_all(self) -> bool:
        """True if these are very likely all candidates, because each was found many times."""
        different = self.different
        return 0 < len(self.codes) == different and self.met >= different * (log(different) + _CERTAINTY)

    @cached_property
    def columns(self) -> Columns:
        """The codes as columns, (pegs, N)."""
        return np.ascontiguousarray(np.array(self.codes, np.uint16).reshape(len(self.codes), -1).T)


def draw(
    rules: Rules,
    rows: Sequence[EngineRow],
    seed: int | str,
    number: int,
    moves: int,
    search: int,
    spare: int = _SPARE,
) -> Drawn:
    """Draw at most ``number`` different candidates, all about equally likely, by a walk.

    It takes up to ``search`` changes to find the first one, and about ``moves`` more for the others:
    ``spare`` of them for each that is kept. A limit in force may end it: the candidates found by then are
    kept.

    >>> from pegwise.rules import Rules
    >>> drawn = draw(Rules(20, 20), [(range(20), 3, 7)], 1, 100, 1_000_000, 1_000_000)
    >>> len(drawn.codes), len(set(drawn.codes)), drawn.is_all
    (100, 100, False)
    """
    walk = Walk(rules, rows, seed)
    met, first = np.zeros((0, rules.pegs), np.int64), None
    with suppress(LimitReached):
        first = walk.first(search)
        if first is not None:
            walk.settle(max(walk.sweeps, _SETTLING), moves // 4)
            met = walk.rows(spare * number, moves)
    if first is None:
        nearest, errors = walk.nearest()
        return Drawn((), 0, 0, nearest, errors)
    different = _different(np.concatenate([np.array([first], np.int64), met]))
    count = len(different)
    kept = random.Random(f"{seed} kept").sample(range(count), min(number, count))
    return Drawn(tuple(map(tuple, different[kept].tolist())), len(met), count, first, 0)


def _different(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the different ones of codes (N, pegs), ascending."""
    texts = np.ascontiguousarray(codes, ">u4").view(f"S{4 * codes.shape[1]}")  # in order as the codes are
    ordered: NDArray[np.int64] = codes[np.argsort(texts[:, 0], kind="stable")]
    new = (ordered[1:] != ordered[:-1]).any(axis=1)
    kept: NDArray[np.int64] = ordered[np.append(True, new)]
    return kept


def agreement(one: Columns, other: Columns) -> float:
    """Measure how far two samples (pegs, N) of the same codes agree in the colors of each peg, from 0 to 1.

    It is 1 if they differ no more than independent draws would, in which every code is equally likely; 0.25
    if the squares of their differences are four times as large, so that a sample is worth a quarter of its
    size.

    >>> codes = np.arange(2_000).reshape(1, -1) % 5
    >>> agreement(codes[:, :1_000], codes[:, 1_000:]), agreement(codes % 2, codes % 3) < 0.01
    (1.0, True)
    """
    spread, cells = 0.0, 0
    sizes = one.shape[1], other.shape[1]
    for pegs in zip(one, other, strict=True):
        colors = max(int(peg.max()) for peg in pegs) + 1
        first, second = (occurrences(peg, minlength=colors) for peg in pegs)
        share = (first + second) / sum(sizes)
        told = (first + second >= _COUNTED) & (share < 1)
        expected = share * (1 - share) * (1 / sizes[0] + 1 / sizes[1])
        squares = (first / sizes[0] - second / sizes[1]) ** 2
        spread += float((squares[told] / expected[told]).sum())
        cells += int(np.count_nonzero(told))
    return min(1.0, cells / spread) if spread else 1.0


_LADDER = tuple(round(2.8 * (level / 23) ** 1.5, 4) for level in range(24))
_WALKS = 5
_SPREAD = 2.8
"""Standard errors to either side, for 95 % of the times with so few walks (Student's t, 4 degrees)."""
_ROUNDS = 50


def estimate(
    rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, moves: int = 1_500_000
) -> tuple[float, float, float] | None:
    """Estimate the logarithm of the number of candidates: a low one, the estimate and a high one, for 95 %.

    The chance that a code drawn from all codes is a candidate is a product: from each level of coldness to
    the next the sum of weights falls by a ratio that the energies found at both tell, and at the coldest
    level it is how often a code is a candidate (thermodynamic integration; the ratios by C. H. Bennett, J.
    Comput. Phys. 22, 1976). Several walks that share nothing tell how far the result can be trusted. Each
    walk tries ``moves`` changes, after a fifth as many that are not counted. The result is None if no
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
    steps = [after - before for before, after in pairwise(_LADDER)]
    # From each level to the next the sum of weights falls as the energies found at both tell.
    falls = [log(rules.size) + sum(map(_log_ratio, energies[:-1], energies[1:], steps)) for energies in found]
    # The share at the coldest level is the harder part: its error counts by itself, in proportion.
    middle = mean(falls) + log(share)
    error = (stdev(falls) ** 2 + (float(stdev(coldest)) / share) ** 2) ** 0.5 / _WALKS**0.5
    return middle - _SPREAD * error, middle, middle + _SPREAD * error


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
