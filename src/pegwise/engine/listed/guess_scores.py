"""Class sizes and scores of the guesses of a listed game at one position.

The feedback numbers are a matrix (G, S), guesses by secrets. A class size is the sum of the weights of the
candidates in it. Where kernels run in WebAssembly, a matrix made by ``running.arrays`` is not copied there
for every call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import Columns, Indices, blocks
from pegwise.engine.entropy import table_for
from pegwise.engine.feedback import class_sizes as plain_class_sizes
from pegwise.engine.kernels.listed.interface import BINS
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import is_worth_a_matrix, matrix_of
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST_PARTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Places = NDArray[np.integer[Any]]

SLICE_PAIRS = 1 << 23
"""Pairs counted between two looks at the clock: some 10 ms."""
MOST_WEIGHT = 1 << 22
"""The largest sum of weights: up to it there is a table of n*log2(n), and squares are far from too large."""
_NONE = np.zeros(0, np.int64)


def class_sizes(
    matrix: NDArray[np.uint8], guesses: Places | None, subset: Places, weights: Indices, bins: int
) -> Indices:
    """Sum the weights of each class, (K, bins), that guesses, or all of them, make of some candidates."""
    rows, columns, heavy = _asked(matrix, guesses, subset, weights)
    out = np.empty((len(rows), bins), np.int64)
    count = kernel("listed_sizes")
    for part in blocks(len(rows), _step(columns)):
        count(matrix, rows[part], columns, heavy, out[part], _counters())
    return out


def scores(
    kind: int,
    matrix: NDArray[np.uint8],
    guesses: Places | None,
    subset: Places,
    weights: Indices,
    before: Callable[[int], None],
) -> Indices:
    """Score guesses, or all of them, against some candidates, (K,): lower is better.

    The guesses are taken some at a time; ``before`` is told the pairs of a slice first, and may raise. Scores
    by entropy are sums of the fixed point of ``engine.entropy``.

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
    return max(1, SLICE_PAIRS // max(1, len(columns)))


def _counters() -> Indices:
    return np.empty((2, BINS), np.int64)


def _asked(
    matrix: NDArray[np.uint8], guesses: Places | None, subset: Places, weights: Indices
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], Indices]:
    asked = np.arange(len(matrix), dtype=np.int64) if guesses is None else np.asarray(guesses)
    return (
        asked.astype(np.uint32),
        np.asarray(subset).astype(np.uint32),
        np.ascontiguousarray(weights[subset], np.int64),
    )


_WEIGHT = 1 << 17
"""More than the classes of any game: the worst case comes before their number."""


def scorer(kind: int, guesses: int, candidates: Columns, rules: Rules) -> Callable[[Columns], Indices]:
    """Return what gives the scores (G,) of guesses (pegs, G) against candidates; lower is better.

    ``guesses``: how many will be asked about.
    """
    lists = lists_of(rules)
    places = lists.secret_places(candidates)
    if is_worth_a_matrix(rules, guesses * len(places)):
        matrix = matrix_of(rules)
        return lambda some: scores(
            kind, matrix, lists.guess_places(some), places, lists.weights, lambda _: None
        )
    table = table_for(int(lists.weights[places].sum())) if kind == ENTROPY else None

    def score(some: Columns) -> Indices:
        sizes = plain_class_sizes(some, candidates, rules)
        if table is not None:
            return np.asarray(table[sizes].sum(axis=1))
        if kind == SQUARES:
            return np.asarray((sizes * sizes).sum(axis=1), np.int64)
        parts: Indices = np.count_nonzero(sizes, axis=1).astype(np.int64)
        if kind == PARTS:
            return -parts
        worst: Indices = np.max(sizes, axis=1)
        return _WEIGHT * worst - parts if kind == WORST_PARTS else worst

    return score
