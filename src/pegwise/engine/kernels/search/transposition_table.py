"""The table of positions already solved, and bounds that need no search, as numba functions.

An entry is two words of key, and two bounds of the excess: lower and upper. The keys are stored
mixed with the bounds, so that an entry half written by another thread is read as a stranger's. The excess of
a position of n candidates is what its least total is above 2n - 1, in which one guess counts ``unit``; with
``last`` each candidate that is found with the last guess left counts 1 more.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.interface import IMPOSSIBLE, UNLIMITED
from pegwise.engine.kernels.search.vector_steps import fetch
from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["UNKNOWN", "add", "capacity", "expect", "floor_of", "probe", "salt_of", "scatter", "store"]

UNKNOWN = IMPOSSIBLE << 1
"""The upper bound where none is known."""
_LOW = np.uint64(0xFFFFFFFF)


@njit(**FLAGS)
def scatter(word):
    """A word mixed so that all of it depends on all of it (splitmix64)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(**FLAGS)
def salt_of(left, free, unit, last, width):
    """What is added to the key of a set, so that it is of one question only."""
    if left == UNLIMITED and free == UNLIMITED and unit == 1 and width == 0:
        return np.uint64(0)
    return scatter(scatter(np.uint64((width << 42) + (left << 21) + free)) + np.uint64(unit + (last << 40)))


@njit(**FLAGS)
def expect(one, table):
    """Has a key's entry on the way from memory before it is probed."""
    fetch(table, np.int64(one & np.uint64(len(table) - 1)))


@njit(**FLAGS)
def _read(one, two, entry):
    """(lower, upper) of a key in an entry; lower -1 if it is not there."""
    lower, upper = entry[2], entry[3]
    if entry[0] ^ lower ^ upper == one and entry[1] ^ (lower << np.uint64(1)) ^ upper == two:
        return np.int64(lower), np.int64(upper)
    return np.int64(-1), np.int64(-1)


@njit(**FLAGS)
def _places(one, table):
    """The two entries in which a key may be. They are side by side."""
    place, last = one & np.uint64(len(table) - 1), np.uint64(len(table) - 1)
    return np.int64(place), np.int64((place ^ np.uint64(1)) & last)


@njit(**FLAGS)
def probe(one, two, table):
    """(lower, upper) of a key; lower -1 if it is not there."""
    first, second = _places(one, table)
    lower, upper = _read(one, two, table[first])
    if lower < 0:
        lower, upper = _read(one, two, table[second])
    return lower, upper


@njit(**FLAGS)
def store(one, two, lower, upper, table):
    """Writes a key's bounds over what it was, or over the lower of two, which is found again sooner."""
    first, second = _places(one, table)
    entry, other = table[first], table[second]
    if _read(one, two, entry)[0] < 0 and (_read(one, two, other)[0] >= 0 or other[2] < entry[2]):
        entry = other
    low, high = np.uint64(lower), np.uint64(upper)
    entry[0] = one ^ low ^ high
    entry[1] = two ^ (low << np.uint64(1)) ^ high
    entry[2] = low
    entry[3] = high


@njit(**FLAGS)
def add(one, other):
    """The sum of two excesses."""
    return min(one + other, IMPOSSIBLE)


@njit(**FLAGS)
def floor_of(count, most, others, left, unit, last):
    """The least excess of so many candidates, by the size bound of ``docs/certificates.md``.

    No guess makes more than ``most`` classes, the win counted, or more than ``others`` besides the win. So
    the first guess finds 1 candidate at most, the second most - 1, the third (most - 1) * others, ...
    """
    excess, found, level, depth = 0, 1, 1, 1
    if left <= 0:
        return np.int64(IMPOSSIBLE)
    left = IMPOSSIBLE if left == UNLIMITED else left
    while count > found:
        if depth == left:
            return IMPOSSIBLE
        if level <= count:
            level *= others if depth > 1 else most - 1
        depth += 1
        # Everything from the third guess on costs one more a guess than the second would.
        if depth > 2:
            excess += (count - found) * unit
        if depth == left and last:
            excess += count - found
        if most < 2:
            return IMPOSSIBLE
        found += level
    if count == 1 and left == 1 and last:
        return np.int64(1)
    return np.int64(excess)


@njit(**FLAGS)
def capacity(most, others, left, count):
    """How many candidates so many guesses can find at most, by the size bound; ``count`` if it is no less."""
    found, level, grows = np.int64(0), np.int64(1), max(most - 1, 1)
    left = count if left == UNLIMITED else left
    while left > 0 and found < count:
        found += level
        level, grows = level * grows, max(others, 1)
        left -= 1
    return min(found, count)
