"""Scores of guesses at one position: many candidates in planes, guesses naming rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.entropy import table_for
from pegwise.engine.kinds import ENTROPY, PARTS, WORST, WORST_PARTS
from pegwise.engine.native import kernels
from pegwise.engine.native.planes import TILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from pegwise.engine.native.packed import Layout, Planes
    from pegwise.engine.space import Indices

__all__ = ["class_sizes_of", "score_slices"]

SLICE_PAIRS = 1 << 28
"""Pairs counted between two looks at the clock or the stop flag: some 10 ms."""
SLICE_GUESSES = 1 << 14
_NONE = np.zeros(0, np.int64)


def score_slices(
    kind: int,
    candidates: Planes,
    rows: NDArray[np.uint16],
    before: Callable[[int], None],
    spread: Callable[..., Iterable[None]] = map,
) -> Indices:
    """Scores (G,) of guesses, named by rows (G, 2P), against candidates in planes.

    The guesses are taken some at a time; ``before`` is told the pairs of a slice first, and may raise.
    ``spread`` is `map`, or that of a pool of threads.
    """
    layout, count = candidates.layout, max(1, len(candidates))
    plane = kernels.plane_kernels(layout.pegs, layout.black_only)
    table = table_for(count) if kind == ENTROPY else _NONE
    out = np.empty(len(rows), np.int64)
    step = max(TILE, min(SLICE_GUESSES, SLICE_PAIRS // count // TILE * TILE))

    def run(first: int) -> None:
        part, some = out[first : first + step], rows[first : first + step]
        before(len(some) * count)
        scratch = plane.scratch()
        leading = WORST if kind == WORST_PARTS else kind
        plane.scores(leading, candidates.bits, len(candidates), some, table, part, scratch)
        if kind == PARTS:
            part *= -1
        elif kind == WORST_PARTS:
            parts = np.empty_like(part)
            plane.scores(PARTS, candidates.bits, len(candidates), some, table, parts, scratch)
            part *= 256
            part -= parts

    for _ in spread(run, range(0, len(rows), step)):
        pass
    return out


def class_sizes_of(layout: Layout, candidates: Planes, rows: NDArray[np.uint16]) -> Indices:
    """Class sizes (G, bins) of guesses, named by rows (G, 2P), against candidates in planes."""
    plane = kernels.plane_kernels(layout.pegs, layout.black_only)
    sizes = np.zeros((len(rows), layout.bins), np.int64)
    plane.class_sizes(
        candidates.bits, len(candidates), np.ascontiguousarray(rows), sizes, plane.scratch()
    )
    return sizes
