"""The classes of the guesses that need treatment, with their bounds; see ``interface``.

Plain Python that numba compiles.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.prove.checker_bounds import SIZES, STARTS, class_bound, split
from pegwise.engine.kernels.prove.interface import MOST_LABELS

GUESS, ROWS = range(2)
"""Entries of the result."""


def classes(
    count, first, stop, left, most, unit, win, table, order, listed, least, sizes, part, rows, offsets,
    members, costs, result,
):  # fmt: skip
    """Tells of the classes of listed[first:stop], as far as there is room."""
    if len(rows) < MOST_LABELS or len(offsets) <= len(rows) or len(members) < count or len(costs) < stop:
        return 1
    row, taken, guess = np.int64(0), np.int64(0), np.int64(first)
    offsets[0] = 0
    while guess < stop and row + MOST_LABELS <= len(rows) and taken + count <= len(members):
        split(table[listed[guess]], order, count, win, sizes, part)
        cost = count * unit + np.int64(left == 1) * sizes[SIZES, win]
        for label in range(win):
            size = sizes[SIZES, label]
            bound = class_bound(label, left - 1, most, unit, table, sizes, part, least)
            cost += bound
            if size >= 3:
                start = sizes[STARTS, label]
                for i in range(size):
                    members[taken + i] = part[start + i]
                rows[row, 0] = guess
                rows[row, 1] = label
                rows[row, 2] = bound
                taken += size
                row += 1
                offsets[row] = taken
        costs[guess] = cost
        guess += 1
    result[GUESS] = guess
    result[ROWS] = row
    return 0
