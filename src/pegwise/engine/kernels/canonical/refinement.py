"""Hashes of positions and colors that no renaming changes, for ``canonical``.

A set of codes is seen as cells (position, color) and codes that hold P of them each. "Things" are the P
positions, then the U colors in use; each has a 64-bit value, and alike things have equal values. Arithmetic
is modulo 2**64. Plain Python that numba compiles. ``sizes`` is (P, U, C, N): pegs, colors in use, colors,
codes. ``space`` is scratch: cells (N, P) uint16, the cells of each code; tables (6, at least P*C and P+C+1)
uint64; values (P+C+1, P+C) uint64, by depth of the search and thing; and what only ``labelling`` uses.
"""

from __future__ import annotations

import numpy as np

BASE, HASHES, SUMS, WEIGHTS, TRACES, TARGETS = range(6)
"""Rows of tables: by cell, what the codes through it look like, its hash, the sum of its codes' hashes, what
it adds to a renamed code; by depth, the best path's hash, the value of the class that is being marked."""

_COUNTED = 16
"""Colors whose occurrences, below 16 each, are counted in one word."""
_HALF, _MORE, _LESS = np.uint64(32), np.uint64(30), np.uint64(27)
_ONE, _ODD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
_OTHER = np.uint64(0x94D049BB133111EB)


def mixed(word):
    """Scatters a uint64; quick, and good enough to tell things apart."""
    word = (word ^ (word >> _HALF)) * _ODD
    return word ^ (word >> _MORE)


def scattered(word):
    """Scatters a uint64 well: the generator splitmix64 of Steele, Lea and Flood (2014)."""
    word = (word ^ (word >> _MORE)) * _ODD
    word = (word ^ (word >> _LESS)) * _OTHER
    return word ^ (word >> np.uint64(31))


def name_cells(sizes, codes, order, low, cells, names):
    """Numbers the cells of codes[order[low:low+N]]: p*U + u for color u of U in use; returns sizes with U.

    names (C,): the number of each color; those not in use come last.
    """
    pegs, used, colors, count = sizes
    for color in range(colors):
        names[color] = -1
    for i in range(low, low + count):
        code = codes[np.uint64(order[np.uint64(i)])]  # no index from the end, which would cost a test
        for peg in range(pegs):
            names[code[peg]] = 0
    for color in range(colors):
        if names[color] == 0:
            names[color] = used
            used += 1
    more = used
    for color in range(colors):
        if names[color] < 0:
            names[color] = more
            more += 1
    for i in range(count):
        code, cell = codes[np.uint64(order[np.uint64(low + i)])], cells[i]
        for peg in range(pegs):
            cell[peg] = peg * used + names[code[peg]]
    return pegs, used, colors, count


def start(sizes, space):
    """First values, and BASE: each code counts by how many pairs of its positions share a color."""
    pegs, used, _, count = sizes
    cells, tables, values = space[:3]
    base = tables[BASE]
    for cell in range(pegs * used):
        base[cell] = np.uint64(0)
    for i in range(count):
        equal = mixed(_ONE * (np.uint64(1) + _pairs(pegs, used, cells[i])))
        for peg in range(pegs):
            base[cells[i, peg]] += equal
    for thing in range(pegs + used):
        values[0, thing] = _ONE if thing < pegs else _ODD


def _pairs(pegs, used, code):
    """How many pairs of positions of a code, given by its cells, share a color."""
    equal, held = np.uint64(0), np.uint64(0)
    if used <= _COUNTED and pegs <= _COUNTED:  # four bits count how often each color occurred
        for peg in range(pegs):
            place = np.uint64(4 * (np.int64(code[peg]) - peg * used))
            equal += (held >> place) & np.uint64(_COUNTED - 1)
            held += np.uint64(1) << place
        return equal
    for peg in range(1, pegs):
        color = np.int64(code[peg]) - peg * used
        for before in range(peg):
            equal += np.uint64(np.int64(code[before]) - before * used == color)
    return equal


def refine(sizes, space, depth):
    """Sharpens values[depth] until no more things are told apart; returns how many pairs still are not."""
    pegs, used, _, count = sizes
    cells, tables, values = space[:3]
    hashes, sums = tables[HASHES], tables[SUMS]
    ties, left = np.int64(-1), np.int64(-2)
    while ties not in (left, 0):
        left = ties
        hash_cells(pegs, used, tables, values, depth)
        for i in range(count):
            total = np.uint64(0)
            for peg in range(pegs):
                total += hashes[cells[i, peg]]
            total = mixed(total)
            for peg in range(pegs):
                sums[cells[i, peg]] += total
        gather(pegs, used, tables, values, depth)
        ties = count_ties(0, pegs, values, depth) + count_ties(pegs, pegs + used, values, depth)
    return ties


def hash_cells(pegs, used, tables, values, depth):
    """Hashes of cells from those of their position and color; the values of colors are scattered for it."""
    value, base, hashes, sums = values[depth], tables[BASE], tables[HASHES], tables[SUMS]
    for color in range(used):
        value[pegs + color] *= _OTHER
    for peg in range(pegs):
        mine = value[peg]
        for color in range(used):
            cell = peg * used + color
            hashes[cell] = mixed(base[cell] + (mine + value[pegs + color]))
            sums[cell] = np.uint64(0)


def gather(pegs, used, tables, values, depth):
    """New values of positions and colors from what the codes through their cells hold."""
    value, hashes, sums = values[depth], tables[HASHES], tables[SUMS]
    for peg in range(pegs):
        mine = value[peg]
        for color in range(used):
            cell = peg * used + color
            found = mixed(sums[cell] + hashes[cell])
            sums[cell] = found
            mine += found
            value[pegs + color] += found
        value[peg] = mine
    for thing in range(pegs + used):
        value[thing] = mixed(value[thing])


def count_ties(start, stop, values, depth):
    """How many pairs of these things have equal values."""
    ties, value = np.int64(0), values[depth, start:stop]
    for one in range(1, stop - start):
        for other in range(one):
            ties += np.int64(value[one] == value[other])
    return ties
