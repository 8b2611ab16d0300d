"""The feedback classes the plane kernels count, in their order, for one shape of game.

A shape is the number of pegs and whether only black is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP = 8
"""Words of 64 bits in one step of the plane kernels."""
STEP_CODES = 64 * STEP
RUN = 7
"""Candidates whose classes are added up in three bits before they are moved into bytes."""


def classes(pegs: int, black_only: bool) -> list[tuple[int, int]]:
    """(black, total) of every possible feedback, (0, 0) first; totals equal blacks if untold."""
    if black_only:
        return [(black, black) for black in range(pegs + 1)]
    return [
        (black, total)
        for total in range(pegs + 1)
        for black in range(total + 1)
        if (black, total) != (pegs - 1, pegs)
    ]


def class_numbers(pegs: int, black_only: bool) -> NDArray[np.int64]:
    """The feedback number of every class the plane kernels count, in their order."""
    return np.array([pegs * b + t for b, t in classes(pegs, black_only)], dtype=np.int64)


def class_slots(pegs: int, black_only: bool) -> int:
    """Classes, rounded up to whole vectors: the width of the plane kernels' scratch."""
    return -(-len(classes(pegs, black_only)) // STEP) * STEP
