"""Candidates drawn by a walk, and what is known of the drawing."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.counting import occurrences
from pegwise.engine.unlimited.walk import Walk
from pegwise.limit import LimitReached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.code_space import Columns
    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

__all__ = ["Drawn", "agreement", "draw"]

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
    met: list[tuple[int, ...]] = []
    first = None
    try:
        first = walk.first(search)
        if first is not None:
            walk.settle(max(walk.sweeps, _SETTLING), moves // 4)
            met = walk.draw(spare * number, moves)
    except LimitReached:
        pass
    if first is None:
        nearest, errors = walk.nearest()
        return Drawn((), 0, 0, nearest, errors)
    different = sorted({first, *met})
    kept = random.Random(f"{seed} kept").sample(different, min(number, len(different)))
    return Drawn(tuple(kept), len(met), len(different), first, 0)


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
