"""Canonical forms of sets of codes: one key for all sets that renamings map onto each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns

BUDGET = 64
"""How many marks a search may try: more than nearly every set needs."""
MOST_COLORS = 255
"""Most colors of a game whose sets have canonical forms here."""


class Scratch:
    """What the kernel of one thread writes to besides its result, for sets of at most ``size`` codes.

    ``arrays`` are cells, tables, values, trail and sums; the kernels in ``kernels/canonical`` describe them.
    """

    def __init__(self, pegs: int, colors: int, size: int) -> None:
        things = pegs + colors
        self.arrays: tuple[NDArray[Any], ...] = (
            arrays.zeros((size, pegs), np.uint16),
            arrays.zeros((6, max(pegs * colors, things + 1)), np.uint64),
            arrays.zeros((things + 1, things), np.uint64),
            arrays.zeros((7, things + 1), np.int64),
            arrays.zeros(4, np.uint64),
        )


def canonical(columns: Columns, colors: int) -> bytes:
    """The key of a set of different codes (P, N): the same for all sets that renamings map onto each other.

    That two other sets of one game share a key has a chance of 2**-128. A key says nothing of the game: it
    belongs beside it in a table of several. Sets of much symmetry may have several keys.

    >>> import numpy as np
    >>> codes = np.array([[0, 0, 1, 2], [3, 0, 1, 2], [3, 3, 1, 0]], np.uint8)
    >>> alike = np.array([5, 3, 4, 1, 2, 0], np.uint8)[codes][:, [2, 0, 3, 1]]
    >>> canonical(codes.T, 6) == canonical(alike.T, 6)
    True
    """
    pegs, size = columns.shape
    if colors > MOST_COLORS:
        raise ValueError(f"no canonical forms for {colors} colors")
    codes = np.ascontiguousarray(columns.T, dtype=np.uint8)
    keys, renaming, complete = (
        np.empty((1, 2), np.uint64),
        np.empty((1, pegs + colors), np.uint8),
        np.empty(1, np.uint8),
    )
    kernel("canonical_sets")(
        colors, BUDGET, codes, np.arange(size, dtype=np.int32), np.array([0, size], np.int64),
        *Scratch(pegs, colors, size).arrays, keys, renaming, complete,
    )  # fmt: skip
    return keys.tobytes()
