"""Which of the guesses in doubt need treatment of their own. Plain Python that numba compiles.

Two guesses are alike if they make the same classes, or if renamings that keep the set map one to the other.
Besides the renamings that are given, exchanges of two colors, of two positions, and of both are tried.
A renaming is a row of P positions and S names: code x, of symbols, becomes names[x[positions]]. There are as
many symbols as colors, or P times as many, C for each peg.
"""

from __future__ import annotations

import numpy as np

KEPT, GENERATORS, SPARES = range(3)
"""Entries of the result."""


def image(pegs, colors, code, renaming, lookup):
    """The place of a renamed code."""
    number, symbols = np.int64(0), len(renaming) - pegs
    for peg in range(pegs):
        first = peg * colors if symbols > colors else 0
        number = number * colors + np.int64(renaming[pegs + code[renaming[peg]]]) - first
    return np.int64(lookup[number])


def keeps(pegs, colors, count, codes, order, lookup, inset, renaming):
    """Whether a renaming maps the set to itself."""
    for i in range(count):  # noqa: SIM110 - no generator in a kernel
        if not inset[image(pegs, colors, codes[order[i]], renaming, lookup)]:
            return False
    return True


def reset(pegs, renaming):
    """Makes it the renaming that changes nothing."""
    for peg in range(pegs):
        renaming[peg] = peg
    for symbol in range(len(renaming) - pegs):
        renaming[pegs + symbol] = symbol


def exchange(renaming, one, other):
    """Exchanges two entries of a renaming."""
    kept = renaming[one]
    renaming[one] = renaming[other]
    renaming[other] = kept


def add_colors(pegs, colors, count, codes, order, lookup, inset, generators, total):
    """Adds exchanges of two colors, perhaps of one peg, that keep the set; the number of generators then."""
    for color in range(1, generators.shape[1] - pegs):
        for back in range(color % colors):
            one = color - 1 - back
            renaming = generators[total]
            reset(pegs, renaming)
            exchange(renaming, pegs + one, pegs + color)
            if keeps(pegs, colors, count, codes, order, lookup, inset, renaming):
                total += 1
                break
    return total


def mends(pegs, colors, count, codes, order, lookup, inset, renaming):
    """Whether a renaming of positions keeps the set together with at most one exchange of two colors."""
    if keeps(pegs, colors, count, codes, order, lookup, inset, renaming):
        return True
    for color in range(1, len(renaming) - pegs):
        for one in range(color - color % colors, color):
            exchange(renaming, pegs + one, pegs + color)
            if keeps(pegs, colors, count, codes, order, lookup, inset, renaming):
                return True
            exchange(renaming, pegs + one, pegs + color)
    return False


def add_positions(pegs, colors, count, codes, order, lookup, inset, generators, total):
    """Adds exchanges of two positions, and perhaps two colors, that keep the set; how many there are then."""
    for peg in range(1, pegs):
        for one in range(peg):
            renaming = generators[total]
            reset(pegs, renaming)
            exchange(renaming, one, peg)
            if len(renaming) - pegs > colors:
                for color in range(colors):
                    exchange(renaming, pegs + one * colors + color, pegs + peg * colors + color)
            total += np.int64(mends(pegs, colors, count, codes, order, lookup, inset, renaming))
    return total


def root_of(orbits, guess):
    """The lowest guess known to be in the orbit of this one."""
    while orbits[guess] != guess:
        guess = np.int64(orbits[guess])
    return guess


def join(pegs, colors, found, total, codes, lookup, listed, generators, used, orbits):
    """The orbits of the guesses in doubt under all generators; marks those that join any."""
    for k in range(total):
        used[k] = 0
        for i in range(found):
            one = root_of(orbits, np.int64(listed[i]))
            other = root_of(orbits, image(pegs, colors, codes[listed[i]], generators[k], lookup))
            if one != other:
                orbits[max(one, other)] = min(one, other)
                used[k] = 1


def is_new(shape, shapes, slots, size):
    """Whether no guess that was kept has this shape; notes it if so."""
    at = np.int64(shapes[shape, 0] & np.uint64(size - 1))
    while slots[at] >= 0:
        other = slots[at]
        if shapes[other, 0] == shapes[shape, 0] and shapes[other, 1] == shapes[shape, 1]:
            return False
        at = (at + 1) & (size - 1)
    slots[at] = shape
    return True


def keep_distinct(found, listed, shapes, orbits, inset, slots, kept):
    """Keeps the guesses that differ in shape and in orbit from all that are kept before them; how many.

    inset is zero before and after.
    """
    size, total = np.int64(1), np.int64(0)
    while size < 2 * found:
        size *= 2
    for at in range(size):
        slots[at] = -1
    for i in range(found):
        root = root_of(orbits, np.int64(listed[i]))
        if not inset[root] and is_new(i, shapes, slots, size):
            inset[root] = 1
            kept[total] = listed[i]
            total += 1
    for i in range(total):
        inset[root_of(orbits, np.int64(kept[i]))] = 0
    return total


def distinct_guesses(
    pegs, colors, count, found, given, codes, lookup, order, listed, shapes, generators, used, inset, orbits,
    slots, kept, result,
):  # fmt: skip
    """Lists the guesses that need treatment; see ``interface``."""
    symbols = generators.shape[1] - pegs
    if len(generators) < given + symbols + pegs * pegs or len(used) < len(generators):
        return 1
    if symbols not in (colors, pegs * colors) or len(slots) < 2 * found or len(kept) < found:
        return 1
    for guess in range(len(orbits)):
        orbits[guess] = guess
    plain = keep_distinct(found, listed, shapes, orbits, inset, slots, kept)
    result[KEPT] = plain
    result[GENERATORS] = 0
    result[SPARES] = 0
    if plain < 2:
        return 0
    for i in range(count):
        inset[order[i]] = 1
    total = add_colors(pegs, colors, count, codes, order, lookup, inset, generators, given)
    total = add_positions(pegs, colors, count, codes, order, lookup, inset, generators, total)
    for i in range(count):
        inset[order[i]] = 0
    join(pegs, colors, found, total, codes, lookup, listed, generators, used, orbits)
    spared = keep_distinct(found, listed, shapes, orbits, inset, slots, kept)
    if spared < plain:
        result[KEPT] = spared
        result[GENERATORS] = total
        result[SPARES] = 1
        return 0
    for guess in range(len(orbits)):
        orbits[guess] = guess
    keep_distinct(found, listed, shapes, orbits, inset, slots, kept)
    return 0
