"""Class sizes and scores of the guesses of a listed game at one position.

The feedback numbers are a matrix (G, S), guesses by secrets. A class size is the sum of the weights of the
candidates in it. Where kernels run in WebAssembly, a matrix made by ``running.arrays`` is not copied there
for every call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.entropy import table_for
from pegwise.engine.kernels.listed.interface import BINS
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.score_kinds import ENTROPY

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Places = NDArray[np.integer[Any]]

__all__ = ["MOST_WEIGHT", "SLICE_PAIRS", "class_sizes", "scores"]

SLICE_PAIRS = 1 << 23
"""Pairs counted between two looks at the clock: some 10 ms."""
MOST_WEIGHT = 1 << 22
"""The largest sum of weights: up to it there is a table of n*log2(n), and squares are far from too large."""
_NONE = np.zeros(0, np.int64)


def class_sizes(
    matrix: NDArray[np.uint8], guesses: Places | None, subset: Places, weights: Ints, bins: int
) -> Ints:
    """Sum the weights of each class, (K, bins), that guesses, or all of them, make of some candidates."""
    rows, columns, heavy = _asked(matrix, guesses, subset, weights)
    out = np.empty((len(rows), bins), np.int64)
    count = kernel("listed_sizes")
    for start in range(0, len(rows), _step(columns)):
        part = slice(start, start + _step(columns))
        count(matrix, rows[part], columns, heavy, out[part], _counters())
    return out


def scores(
    kind: int,
    matrix: NDArray[np.uint8],
    guesses: Places | None,
    subset: Places,
    weights: Ints,
    bins: int,
    before: Callable[[int], None],
) -> Ints:
    """Score guesses, or all of them, against some candidates, (K,): lower is better.

    The guesses are taken some at a time; ``before`` is told the pairs of a slice first, and may raise. Scores
    by entropy are sums of the fixed point of ``engine.entropy``. ``bins`` makes no difference.

    Raises:
        ValueError: If the weights sum to more than ``MOST_WEIGHT``.
    """
    rows, columns, heavy = _asked(matrix, guesses, subset, weights)
    total = int(heavy.sum())
    if total > MOST_WEIGHT:
        raise ValueError(f"the weights sum to {total}, more than {MOST_WEIGHT}")
    table = table_for(total) if kind == ENTROPY else _NONE
    out, step, score = np.empty(len(rows), np.int64), _step(columns), kernel("listed_scores")
    for start in range(0, len(rows), step):
        part = slice(start, start + step)
        before(len(rows[part]) * len(columns))
        score(kind, matrix, rows[part], columns, heavy, table, out[part], _counters())
    return out


def _step(columns: Places) -> int:
    """Tell how many guesses make a slice."""
    return max(1, SLICE_PAIRS // max(1, len(columns)))


def _counters() -> Ints:
    return np.empty((2, BINS), np.int64)


def _asked(
    matrix: NDArray[np.uint8], guesses: Places | None, subset: Places, weights: Ints
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], Ints]:
    """Return guesses, candidates and their weights as kernels take them."""
    asked = np.arange(len(matrix), dtype=np.int64) if guesses is None else np.asarray(guesses)
    return (
        asked.astype(np.uint32),
        np.asarray(subset).astype(np.uint32),
        np.ascontiguousarray(weights[subset], np.int64),
    )
