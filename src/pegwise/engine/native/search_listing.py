"""Which guesses a search tries in a position and in what order, as numba functions.

``lists[level]`` holds guesses, their bounds, and how even their classes are. ``game`` and ``room`` are the
kernel's arrays: those that are only read, and those that are written.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from .compile import FLAGS
from .grow_scoring import lowest_bit
from .search_interface import IMPOSSIBLE, WIDTH
from .search_pieces import bound_of, is_lowest

__all__ = ["in_order", "of_cost", "size_bounds", "sorted_by_bytes"]

_ONE = np.uint64(1)


@njit(**FLAGS)
def size_bounds(listed, count, order, most, left, unit, win, across, guesses, bounds, evens, sizes):
    """The bounds of the first ``listed`` guesses by their class sizes, into bounds and evens."""
    for x in range(listed):
        row = across[guesses[x]]
        for label in range(win + 1):
            sizes[label] = 0
        for i in range(count):
            sizes[row[order[i]]] += 1
        bounds[x], squares = bound_of(sizes, win, count, most, left, unit)
        evens[x] = 2 * squares - sizes[win]


@njit(**FLAGS)
def in_order(count, cap, unit, order, places, parts, total, guesses):
    """Members, then the other guesses, ascending, but those that make too few parts; how many."""
    found = 0
    for i in range(count):
        guess = places[order[i]]
        if (count - np.int64(parts[guess])) * unit < cap:
            guesses[found] = guess
            found += 1
        parts[guess] = 0
    for guess in range(total):
        if parts[guess] > 1 and (count + 1 - np.int64(parts[guess])) * unit < cap:
            guesses[found] = guess
            found += 1
    return found


@njit(**FLAGS)
def of_cost(cost, count, order, places, member_parts, words, guesses, bounds, unit):
    """The guesses that cost so much by the number of their parts: members, then the others ascending.

    words marks the guesses that make count + 1 - cost parts. How many.
    """
    found = 0
    for i in range(count):
        if count - member_parts[i] == cost:
            guesses[found] = places[order[i]]
            found += 1
        place = places[order[i]]
        words[place >> 6] &= ~(_ONE << np.uint64(place & 63))
    for block in range(len(words)):
        bits = words[block]
        while bits:
            guesses[found] = block * 64 + lowest_bit(bits)
            found += 1
            bits &= bits - _ONE
    for x in range(found):
        bounds[x] = cost * unit
    return found


@njit(**FLAGS)
def sorted_by_bytes(count, cap, unit, order, places, octets, twins, repeats, codes, alike, guesses, bounds, bins):
    """Guesses below the cap by octets: their parts, and what their classes have above the size bound.

    (how many, the least bound left out). In the order of their bounds.
    """
    parts, over = octets[0], octets[1]
    for i in range(count):
        parts[places[order[i]]] += 1  # its win is worth a part
    limit = min(-(-cap // unit), WIDTH)
    for value in range(limit):
        bins[value] = 0
    found, rest = 0, IMPOSSIBLE
    total = len(codes)
    for guess in range(total):
        bound = count + 1 - np.int64(parts[guess]) + np.int64(over[guess])
        if bound >= limit:
            rest = min(rest, bound * unit)
        elif not twins or is_lowest(codes[guess], alike, repeats):
            bins[bound] += 1
            found += 1
        else:
            parts[guess] = 0
            over[guess] = 255
    start = 0
    for value in range(limit):
        number = bins[value]
        bins[value] = start
        start += number
    for guess in range(total):
        bound = count + 1 - np.int64(parts[guess]) + np.int64(over[guess])
        if bound < limit and not (parts[guess] == 0 and over[guess] == 255):
            guesses[bins[bound]] = guess
            bounds[bins[bound]] = bound * unit
            bins[bound] += 1
    return found, rest


