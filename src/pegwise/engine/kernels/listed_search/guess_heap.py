"""A heap of guesses by what speaks for them, the least on top, as numba functions."""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["pop", "settle"]


@njit(**FLAGS)
def _sink(heap, at, count):
    """Let an entry sink to where no entry below it is less."""
    entry = heap[at]
    below = 2 * at + 1
    while below < count:
        if below + 1 < count and heap[below + 1] < heap[below]:
            below += 1
        if entry <= heap[below]:
            break
        heap[at] = heap[below]
        at, below = below, 2 * below + 1
    heap[at] = entry


@njit(**FLAGS)
def settle(heap, count):
    """Make a heap of entries in any order."""
    for at in range(count // 2 - 1, -1, -1):
        _sink(heap, np.int64(at), count)


@njit(**FLAGS)
def pop(heap, count):
    """Take the least of so many entries out."""
    least = heap[0]
    heap[0] = heap[count - 1]
    _sink(heap, np.int64(0), count - 1)
    return least
