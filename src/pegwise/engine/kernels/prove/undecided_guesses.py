"""Which guesses sizes and the class bound do not settle; see ``interface``.

Plain Python that numba compiles.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.canonical.refinement import mixed, scattered
from pegwise.engine.kernels.compare.words import popcount
from pegwise.engine.kernels.prove.checker_bounds import NAMES, SIZES, class_bound, fill_least, split
from pegwise.engine.kernels.prove.interface import MOST_LABELS

_ONE = np.uint64(1)
FOUND, MOST, OTHERS = range(3)
"""Entries of the result."""


def mark_labels(count, table, order, masks):
    """The labels that each guess can get, as bits."""
    for guess in range(len(masks)):
        masks[guess] = np.uint64(0)
    for i in range(count):
        row = table[order[i]]
        for guess in range(len(masks)):
            masks[guess] |= _ONE << np.uint64(row[guess])


def count_most(free, masks, inset, result):
    """The most classes that an allowed guess makes: with the win, and besides it."""
    most, others = np.int64(0), np.int64(0)
    for guess in range(len(masks)):
        if free or inset[guess]:
            parts = np.int64(popcount(masks[guess]))
            most = max(most, parts)
            others = max(others, parts - np.int64(inset[guess]))
    result[MOST] = most
    result[OTHERS] = others


def is_in_doubt(count, left, bound, unit, win, most, row, table, order, least, sizes, part):
    """Whether a guess may cost less than the bound by what its classes cost at least."""
    split(row, order, count, win, sizes, part)
    cost = count * unit + np.int64(left == 1) * sizes[SIZES, win]
    for label in range(win):
        cost += least[sizes[SIZES, label]]
    if cost >= bound:
        return False
    for label in range(win):
        size = sizes[SIZES, label]
        if 3 <= size <= most:
            cost += class_bound(label, left - 1, most, unit, table, sizes, part, least) - least[size]
            if cost >= bound:
                return False
    return True


def note_shape(row, order, count, win, names, shape):
    """A hash of the classes, whatever their labels; the win stays apart."""
    for label in range(win + 1):
        names[label] = -1
    names[win] = 0
    used, one, two = np.int64(0), np.uint64(1), np.uint64(2)
    for i in range(count):
        label = row[order[i]]
        if names[label] < 0:
            used += 1
            names[label] = used
        one = scattered(one + np.uint64(names[label]))
        two = mixed(two ^ np.uint64(names[label] + 1))
    shape[0] = one
    shape[1] = two


def undecided_guesses(
    count, left, free, only, bound, unit, win, table, order, masks, inset, least, sizes, part, found, shapes,
    result,
):  # fmt: skip
    """Lists the guesses in doubt; see ``interface``."""
    guesses = len(masks)
    if len(table) != guesses or table.shape[1] < guesses or win >= MOST_LABELS or len(least) <= count:
        return 1
    if len(order) < count or len(part) < count or len(found) < guesses or len(shapes) < guesses:
        return 1
    for i in range(count):
        inset[order[i]] = 1
    mark_labels(count, table, order, masks)
    count_most(free, masks, inset, result)
    fill_least(count, left - 1, result[MOST], result[OTHERS], unit, least)
    total = np.int64(0)
    for guess in range(guesses):
        if left < 1 or not (free or inset[guess]) or (only >= 0 and guess != only):
            continue
        parts = np.int64(popcount(masks[guess]))
        if (3 * count - parts - np.int64(inset[guess])) * unit >= bound:
            continue
        if only < 0 and parts == 1 and count > 1:
            continue
        if is_in_doubt(
            count, left, bound, unit, win, result[MOST], table[guess], table, order, least, sizes, part
        ):
            note_shape(table[guess], order, count, win, sizes[NAMES], shapes[total])
            found[total] = guess
            total += 1
    for i in range(count):
        inset[order[i]] = 0
    result[FOUND] = total
    return 0
