"""Canonical forms of sets of codes: one key for all sets that renamings map onto each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns

BUDGET = 64
"""How many marks a search may try: more than nearly every set needs."""
MOST_PEGS, MOST_COLORS = 64, 255
"""Longest code and most colors of a game whose sets have canonical forms here."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Canonical:
    """Keys and renamings of S sets.

    Equal rows of ``keys`` (S, 2) mean alike sets of one game; that two others share a key has a chance of
    2**-128. Keys say nothing of the game: it belongs beside them in a table of several.
    ``positions`` (S, P) and ``names`` (S, C) turn code x of set s into ``names[s][x[positions[s]]]``: alike
    sets become one set. Where ``complete`` (S,) is not set, alike sets may have other keys.
    """

    keys: NDArray[np.uint64]
    positions: NDArray[np.uint8]
    names: NDArray[np.uint8]
    complete: NDArray[np.bool_]


def canonical(columns: Columns, colors: int) -> Canonical:
    """The canonical form of one set of different codes, as :func:`canonical_sets` of it alone.

    >>> import numpy as np
    >>> codes = np.array([[0, 0, 1, 2], [3, 0, 1, 2], [3, 3, 1, 0]], np.uint8)
    >>> alike = np.array([5, 3, 4, 1, 2, 0], np.uint8)[codes][:, [2, 0, 3, 1]]
    >>> one, other = canonical(codes.T, 6), canonical(alike.T, 6)
    >>> bool((one.keys == other.keys).all())
    True
    """
    size = columns.shape[1]
    codes = np.ascontiguousarray(columns.T, dtype=np.uint8)
    places, bounds = np.arange(size, dtype=np.int32), np.array([0, size], np.int64)
    return canonical_sets(codes, places, bounds, colors)


def canonical_sets(
    codes: NDArray[np.uint8],
    order: NDArray[np.int32],
    offsets: NDArray[np.int64] | Sequence[int],
    colors: int,
    *,
    budget: int = BUDGET,
) -> Canonical:
    """Canonical forms of many sets of codes of one game; some microseconds each.

    codes (G, P): colors from 0, below ``colors``. Set s is ``codes[order[offsets[s]:offsets[s + 1]]]``, codes
    that differ. ``budget`` bounds the work on a set that has much symmetry. ValueError where C**P is beyond
    64 bits or C beyond ``MOST_COLORS``, and where codes or places in ``order`` are not in the game.
    """
    pegs, bounds = codes.shape[1], np.ascontiguousarray(offsets, dtype=np.int64)
    if not 1 <= pegs <= MOST_PEGS or not 1 <= colors <= MOST_COLORS or colors**pegs > 2**64:
        raise ValueError(f"no canonical forms for {pegs} pegs and {colors} colors")
    if codes.size and int(codes.max()) >= colors:
        raise ValueError(f"there is a color of {colors} or more")
    if order.size and not (int(order.min()) >= 0 and int(order.max()) < len(codes)):
        raise ValueError(f"there is a place in the order outside {len(codes)} codes")
    sets = len(bounds) - 1
    keys, complete = np.empty((sets, 2), np.uint64), np.empty(sets, np.uint8)
    renamings = np.empty((sets, pegs + colors), np.uint8)
    scratch = Scratch(pegs, colors, int(np.diff(bounds).max(initial=0)))
    with np.errstate(over="ignore"):  # sums are meant modulo 2**64, also as plain Python
        kernel("canonical_sets")(
            colors, budget, codes, order, bounds, *scratch.arrays, keys, renamings, complete
        )
    return Canonical(keys, renamings[:, :pegs], renamings[:, pegs:], complete.view(np.bool_))
