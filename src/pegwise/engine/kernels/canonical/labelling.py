"""Labellings of a set of codes: what the set is under one, twins, and the best labelling so far.

A labelling numbers positions and colors, which is a renaming of the set. ``sizes`` and ``space`` as in
``refinement``; space also holds trail (7, P+C+1) int64 and sums (4,) uint64. Plain Python
that numba compiles.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.canonical.refinement import SUMS, WEIGHTS, mixed, scattered

PATH, BEST, NEXT, LABELS, KEPT, ORBITS, NAMES = range(7)
"""Rows of trail: by depth, the thing marked now, and on the way to the best labelling, the next to mark; by
thing, its place under the labelling at hand, and under the best, the least thing automorphisms map it to; by
color, its number among the colors in use."""
FIRST, SECOND, THIRD, FOURTH = range(4)
"""Entries of sums: those of the best labelling, and those just counted."""

_ONE, _APART = np.uint64(1), np.uint64(0xD1B54A32D192ED03)


def weigh_cells(sizes, space):
    """What each cell adds to the number of a code renamed by the labels."""
    pegs, used, colors, _ = sizes
    tables, trail = space[1], space[3]
    for peg in range(pegs):
        weight = np.uint64(1)
        for _step in range(trail[LABELS, peg] + 1, pegs):
            weight *= np.uint64(colors)
        for color in range(used):
            tables[WEIGHTS, peg * used + color] = weight * np.uint64(trail[LABELS, pegs + color])


def hash_set(sizes, space):
    """Counts the two sums of the set renamed by the labels, whatever the order of the codes."""
    pegs, _, _, count = sizes
    cells, tables, _, _, sums = space
    weigh_cells(sizes, space)
    one, two = np.uint64(0), np.uint64(0)
    for i in range(count):
        number = np.uint64(0)
        for peg in range(pegs):
            number += tables[WEIGHTS, cells[i, peg]]
        one += scattered(number + _ONE)
        two += scattered(number ^ _APART)
    sums[THIRD] = one
    sums[FOURTH] = two


def first_sum(sizes, space):
    """The first of the two sums, with the cells weighed already."""
    pegs, _, _, count = sizes
    cells, tables = space[:2]
    one = np.uint64(0)
    for i in range(count):
        number = np.uint64(0)
        for peg in range(pegs):
            number += tables[WEIGHTS, cells[i, peg]]
        one += scattered(number + _ONE)
    return one


def order_sums(sums):
    """How the sums just counted compare with those of the best labelling: -1 if less, 0 if equal, else 1."""
    if sums[THIRD] != sums[FIRST]:
        return np.int64(-1) if sums[THIRD] < sums[FIRST] else np.int64(1)
    return np.int64(sums[FOURTH] > sums[SECOND]) - np.int64(sums[FOURTH] < sums[SECOND])


def seem_twins(sizes, tables, one, other):
    """Whether two positions, or two colors, agree in all their cells, as twins do."""
    pegs, used, _, _ = sizes
    if other < pegs:
        for color in range(used):
            if tables[SUMS, one * used + color] != tables[SUMS, other * used + color]:
                return False
    else:
        for peg in range(pegs):
            if tables[SUMS, peg * used + one - pegs] != tables[SUMS, peg * used + other - pegs]:
                return False
    return True


def exchange(sizes, tables, one, other):
    """Exchanges the weights of two positions, or of two colors."""
    pegs, used, _, _ = sizes
    weights = tables[WEIGHTS]
    if other < pegs:
        for color in range(used):
            here, there = one * used + color, other * used + color
            weights[here], weights[there] = weights[there], weights[here]
    else:
        for peg in range(pegs):
            here, there = peg * used + one - pegs, peg * used + other - pegs
            weights[here], weights[there] = weights[there], weights[here]


def are_twins(sizes, space, one, other, whole):
    """Whether the set stays the same when two things change places; whole: its first sum.

    One sum is enough: by a chance of 2**-64, alike sets would get different keys.
    """
    exchange(sizes, space[1], one, other)
    found = first_sum(sizes, space)
    exchange(sizes, space[1], one, other)
    return found == whole


def part_twins(sizes, space):
    """Gives twins among the things that are alike so far different values; whether there were any.

    Twins can be put in any order, as that does not change the set.
    """
    pegs, used, _, _ = sizes
    _, tables, values, trail, _ = space
    for thing in range(pegs + used):
        trail[LABELS, thing] = thing if thing < pegs else thing - pegs
    weigh_cells(sizes, space)
    whole = first_sum(sizes, space)
    found = False
    for one in range(pegs + used):
        value = values[0, one]
        rank = value
        for other in range(one + 1, pegs if one < pegs else pegs + used):
            if (
                values[0, other] == value
                and seem_twins(sizes, tables, one, other)
                and are_twins(sizes, space, one, other, whole)
            ):
                rank = mixed(rank + _ONE)
                values[0, other] = rank
                found = True
    return found


def label(sizes, space, depth):
    """Numbers positions, and colors, in the order of their values, which are all different."""
    pegs, used, _, _ = sizes
    labels = space[3][LABELS]
    for first, last in ((0, pegs), (pegs, pegs + used)):
        value = space[2][depth, first:last]
        for thing in range(last - first):
            place = np.int64(0)
            for other in range(last - first):
                place += np.int64(value[other] < value[thing])
            labels[first + thing] = place


def keep(sizes, space, depth, renaming):
    """Notes a labelling as the best: its sums, its path, and the renaming."""
    pegs, used, colors, _ = sizes
    _, _, _, trail, sums = space
    sums[FIRST] = sums[THIRD]
    sums[SECOND] = sums[FOURTH]
    for level in range(depth):
        trail[BEST, level] = trail[PATH, level]
    for thing in range(pegs + used):
        trail[KEPT, thing] = trail[LABELS, thing]
        trail[ORBITS, thing] = thing
    for peg in range(pegs):
        renaming[trail[LABELS, peg]] = peg
    for color in range(colors):
        name = trail[NAMES, color]
        renaming[pegs + color] = trail[LABELS, pegs + name] if name < used else name


def join_orbits(sizes, trail):
    """Notes the automorphism from the best labelling to the one at hand."""
    pegs, used, _, _ = sizes
    for thing in range(pegs + used):
        for image in range(0 if thing < pegs else pegs, pegs if thing < pegs else pegs + used):
            if trail[KEPT, thing] == trail[LABELS, image]:
                low = min(trail[ORBITS, thing], trail[ORBITS, image])
                high = max(trail[ORBITS, thing], trail[ORBITS, image])
                for other in range(pegs + used):
                    if trail[ORBITS, other] == high:
                        trail[ORBITS, other] = low
