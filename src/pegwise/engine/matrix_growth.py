"""Grows the trees of small positions from a matrix of feedback numbers, in calls of one kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.entropy import margin_for, table_for
from pegwise.engine.kernels.listed.interface import (
    BINS,
    DONE,
    GIVEN,
    NODE,
    PAIRS,
    STATE,
    STATUS,
    TOP,
    UNDECIDED,
)
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.score_kinds import ENTROPY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import Nodes

    Places = NDArray[np.integer[Any]]

CALL_PAIRS = 1 << 21
"""Pairs after which a call of the kernel ends: some 10 ms, as for many guesses it compares few of them."""
FIRST_TABLE = 256
"""The sum of weights up to which the smallest table of n*log2(n) serves."""
_NONE = np.zeros(0, np.int64)


def grow_from_matrix(
    kind: int,
    inside: bool,
    matrix: NDArray[np.uint8],
    candidates: tuple[Places, Places, Places],
    lengths: Sequence[int],
    total: int,
    before: Callable[[int], None],
    decide: Callable[[NDArray[np.int64]], int],
) -> Nodes:
    """Return the trees of positions of so many candidates (``lengths``), one after another.

    ``matrix`` (G, N): a number below 256 for each guess and each of N codes. ``candidates``: the column of
    each, its weight, and the row of the guess that it is. With ``inside``, only candidates are guesses.
    ``total``: at least the sum of the weights. ``before`` is told the pairs of a call, and may raise.
    ``decide`` gives the guess, a row, for candidates, by their columns, where sums of n*log2(n) are too close
    to tell which is less.
    """
    count = len(candidates[0])
    order = np.stack([np.asarray(each, np.uint32) for each in candidates])
    weight = int(order[1].sum())
    size = weight if weight <= FIRST_TABLE else total  # so that two tables serve a whole tree
    table = table_for(size) if kind == ENTROPY else _NONE
    margin = margin_for(size) if kind == ENTROPY else -1
    nodes, stack = np.empty((4, 2 * count), np.int32), np.empty((count, 4), np.int64)
    state = np.zeros(STATE, np.int64)
    state[TOP], state[GIVEN] = len(lengths), -1
    ends = np.cumsum(lengths, dtype=np.int64)
    parents, numbers = np.full_like(ends, -1), np.zeros_like(ends)
    stack[: len(ends)] = np.stack([ends - lengths, lengths, parents, numbers], axis=1)[::-1]
    moved, counters = np.empty_like(order), np.empty((2, BINS), np.int64)
    grow = kernel("listed_grow")
    while state[STATUS] != DONE:
        grow(
            kind, int(inside), margin, CALL_PAIRS, matrix, table, order, moved, counters, stack, nodes, state
        )
        before(int(state[PAIRS]))
        if state[STATUS] == UNDECIDED:
            start, number = stack[state[TOP] - 1, :2]
            state[GIVEN] = decide(order[0, start : start + number].astype(np.int64))
    return nodes[:, : state[NODE]].copy()
