"""What the colors of a guess alone tell: a bound for all guesses that have the same colors, in any order.

How many colors a candidate has in common with a guess, its total, does not depend on their order. So a guess
leaves at least the classes of the totals, and of each total t at most t + 1 classes: those of 0 to t black
hits. The most even division into so many gives a score that no order of these colors can beat. Most guesses
of a tree are left out for that: nine of ten in 6x6.

A bag is a set of colors in which a color may come several times. The guesses of a pool lie in the order of
their bags, and among those of one bag in that of their numbers.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.compare.words import WORST
from pegwise.engine.kernels.grow.base import FLAGS as _FLAGS
from pegwise.engine.kernels.grow.interface import WORST_PARTS
from pegwise.engine.kernels.grow.scoring import bound
from pegwise.engine.kernels.shapes import STEP

__all__ = ["add_totals", "bound_bags", "fill_least", "lower_end", "mark", "tell"]


@njit(**_FLAGS)
def fill_least(kind, table, least):
    """The best score that candidates with one total can bring, for each total and number of candidates."""
    pegs = len(least) - 1
    for total in range(pegs + 1):
        classes = min(total + 1, pegs)  # with all colors in common, one peg alone cannot be wrong
        least[total, 0] = 0
        for count in range(1, least.shape[1]):
            least[total, count] = bound(kind, count, min(count, classes), table)


@njit(**_FLAGS)
def bound_bags(kind, many, totals, least, bounds):
    """The score that no guess with the colors of a bag can beat, for each, and the bag with the lowest."""
    lowest = 0
    for bag in range(many):
        score, parts = np.int64(0), np.int64(0)
        for total in range(len(least)):
            part = least[total, totals[total, bag]]
            if kind == WORST:
                score = max(score, part)
            elif kind == WORST_PARTS:
                worst = (part + 255) >> 8
                parts += 256 * worst - part
                score = max(score, worst)
            else:
                score += part
        bounds[bag] = 256 * score - parts if kind == WORST_PARTS else score
        if bounds[bag] < bounds[lowest]:
            lowest = bag
    return lowest


@njit(**_FLAGS)
def _add_common(often, counts, common):
    """Adds what counts of one color have in common with so many of it."""
    for i in range(len(common)):
        common[i] += min(counts[i], often)


@njit(**_FLAGS)
def _add_total(total, common, tally):
    """Counts the bags that have so much in common."""
    for i in range(len(common)):
        tally[i] += np.uint8(common[i] == total)


@njit(**_FLAGS)
def add_totals(codes, order, low, count, names, many, bags, bytes_, held, totals):
    """How many of candidates order[low:low+count] have each total with each of the bags of a pool.

    bags (names * many,): how often each name is in each bag. Into totals[:-1, :many]; and how often each
    candidate has each name into held (names, count).
    """
    pegs = codes.shape[1]
    held[:names, :count] = 0
    for total in range(pegs + 1):
        totals[total, :many] = 0
    common = totals[pegs + 1, :many]
    for i in range(count):
        code = order[low + i]
        for peg in range(pegs):
            name = bytes_[1, codes[code, peg]]
            if name < names:
                held[name, i] += 1
        common[:] = 0
        for peg in range(pegs):
            name = np.int64(bytes_[1, codes[code, peg]])
            earlier = name >= names
            for before in range(peg):
                earlier = earlier or bytes_[1, codes[code, before]] == name
            if not earlier:
                _add_common(held[name, i], bags[name * many : (name + 1) * many], common)
        for total in range(pegs + 1):
            _add_total(np.uint8(total), common, totals[total, :many])


@njit(**_FLAGS)
def tell(names, many, bags, bag, count, held, told):
    """How many colors each candidate has in common with a bag, into told (256,)."""
    told[:count] = 0
    for name in range(names):
        often = bags[name * many + bag]
        if often:
            _add_common(often, held[name, :count], told[:count])


@njit(**_FLAGS)
def lower_end(numbers, low, high, champion):
    """Where in ascending numbers[low:high] those below ``champion`` end."""
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < champion:
            low = middle + 1
        else:
            high = middle
    return low


@njit(**_FLAGS)
def mark(low, high, alive):
    """Sets bits low to high of 8 words, and no others."""
    for part in range(STEP):
        start, stop = max(low - 64 * part, 0), min(high - 64 * part, 64)
        bits = np.uint64(0)
        if start < stop:
            bits = (~np.uint64(0) >> np.uint64(64 - (stop - start))) << np.uint64(start)
        alive[part] = bits
