"""The table of positions that are solved or bounded, as numba functions.

An entry is two words of key, the total with a bit that tells whether it is exact or a lower bound, and the
guess, how far the position was looked into, and its candidates. Positions that differ in what is asked of
them have different keys, see ``salt_of``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["GLANCED", "LOOKED_AT", "SEARCHED", "probe", "salt_of", "store"]

GLANCED, LOOKED_AT, SEARCHED = 1, 2, 3
"""What was tried: the candidates as guesses; all guesses, one step ahead; a search. 0: not in the table."""


@njit(**FLAGS)
def salt_of(width, left, count):
    """Return what is added to a key: as many guesses as candidates are as good as any number."""
    if width == 0 and left >= count:
        return np.uint64(0)
    word = np.uint64((width << 32) + min(left, count)) + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(**FLAGS)
def _find(one, two, table):
    """Find the place of a key, -1 if it is not there."""
    place = np.int64(one & np.uint64(len(table) - 1))
    for at in (place, place ^ np.int64(1)):
        if table[at, 0] == one and table[at, 1] == two:
            return at
    return np.int64(-1)


@njit(**FLAGS)
def probe(one, two, table):
    """Return (total, whether exact, guess, what was tried) of a key."""
    at = _find(one, two, table)
    if at < 0:
        return np.int64(0), False, np.int64(-1), np.int64(0)
    total, about = np.int64(table[at, 2]), np.int64(table[at, 3])
    return total >> 1, (total & 1) == 1, (about & 0xFFFFFFFF) - 1, (about >> 32) & 7


@njit(**FLAGS)
def store(one, two, total, exact, guess, tried, count, table):
    """Write what is known of a key over what was, else over the smaller of two positions."""
    at = _find(one, two, table)
    if at < 0:
        at = np.int64(one & np.uint64(len(table) - 1))
        other = at ^ np.int64(1)
        if table[other, 3] >> np.uint64(40) < table[at, 3] >> np.uint64(40):
            at = other
    table[at, 0], table[at, 1] = one, two
    table[at, 2] = np.uint64(2 * total + exact)
    table[at, 3] = np.uint64((count << 40) + (tried << 32) + guess + 1)
