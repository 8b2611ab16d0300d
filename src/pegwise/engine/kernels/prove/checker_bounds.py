"""The bounds that a checker computes itself, for the classes of a guess. Plain Python that numba compiles.

``docs/certificates.md`` has them and their proofs. ``sizes`` (3, MOST_LABELS) is scratch: the classes' sizes,
where their members begin, and names of labels.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.prove.interface import NEVER

SIZES, STARTS, NAMES = range(3)

_ONE = np.uint64(1)


def fill_least(count, left, most, others, unit, least):
    """The size bound of 0, 1, ... count candidates with so many guesses left, into least."""
    total, filled, level, room = np.int64(0), np.int64(0), np.int64(1), np.int64(1)
    least[0] = 0
    while filled < count:
        if level > left or room <= 0:
            for size in range(filled + 1, count + 1):
                least[size] = NEVER
            return
        each = level * unit + np.int64(level == left)
        stop = min(count, filled + room)
        while filled < stop:
            filled += 1
            total += each
            least[filled] = total
        room = min(room * (others if level > 1 else most - 1), count)
        level += 1


def split(row, order, count, win, sizes, part):
    """The classes of a guess: their members by label into part, ascending; sizes and starts into sizes."""
    for label in range(win + 1):
        sizes[SIZES, label] = 0
    for i in range(count):
        sizes[SIZES, row[order[i]]] += 1
    start = np.int64(0)
    for label in range(win + 1):
        sizes[STARTS, label] = start
        start += sizes[SIZES, label]
    for i in range(count):
        label = row[order[i]]
        part[sizes[STARTS, label]] = order[i]
        sizes[STARTS, label] += 1
    for label in range(win + 1):
        sizes[STARTS, label] -= sizes[SIZES, label]


def is_parted(part, start, size, table):
    """Whether a member of part[start:start+size] tells all the others apart."""
    for i in range(start, start + size):
        row, seen, apart = table[part[i]], np.uint64(0), True
        for j in range(start, start + size):
            bit = _ONE << np.uint64(row[part[j]])
            if seen & bit:
                apart = False
                break
            seen |= bit
        if apart:
            return True
    return False


def class_bound(label, left, most, unit, table, sizes, part, least):
    """The larger of the size bound and the class bound of one class, when ``left`` guesses are left."""
    size = sizes[SIZES, label]
    bound = least[size]
    if size < 3 or size > most:
        return bound
    more = 2 * size * unit + size * np.int64(left == 2)
    if more > bound and not is_parted(part, sizes[STARTS, label], size, table):
        return more
    return bound
