"""The guesses of a position to be tried, with what each is worth at least, as numba functions."""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.listed_search.guess_heap import settle
from pegwise.engine.kernels.listed_search.interface import IMPOSSIBLE
from pegwise.engine.kernels.listed_search.parts_of_guesses import FEW, count_all
from pegwise.engine.kernels.listed_search.position_bounds import is_settled, value_of
from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["GUESS_BITS", "enlist", "weigh_all"]

GUESS_BITS = 21
"""Bits of a heap's entry that name the guess."""


@njit(**FLAGS)
def _count_row(row, members, weights, seen):
    """Return (parts, heads, pairs) of one guess."""
    parts, heads, pairs = np.int64(0), np.int64(0), np.int64(0)
    seen[:] = 0
    for member in members:
        before = seen[row[member]]
        seen[row[member]] = before + 1
        pairs += before
        if before == 0:
            parts += 1
            heads += weights[member]
    return parts, heads, pairs


@njit(**FLAGS)
def _weigh_many(members, weight, left, win, game, seen, pairs_of, bounds):
    """Weigh all guesses one by one; see ``weigh_all``."""
    rows, weights, count = game[0], game[3], len(members)
    lower, upper, guess, others = np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), np.int64(-1), np.int64(0)
    for g in range(len(rows)):
        parts, heads, pairs = _count_row(rows[g], members, weights, seen)
        others = max(others, parts - min(seen[win], 1))
        bounds[g] = value_of(count, parts, heads, np.int64(0), weight, left)
        pairs_of[g] = pairs
        lower = min(lower, bounds[g])
        if bounds[g] < upper and is_settled(count, parts, pairs, left):
            upper, guess = bounds[g], np.int64(g)
    return lower, upper, guess, others


@njit(**FLAGS)
def _weigh_few(members, weight, left, weighted, game, found, pairs_of, bounds):
    """Weigh all guesses at once; see ``weigh_all``."""
    across, places, weights, count = game[1], game[2], game[3], len(members)
    parts, pairs, heads = found[0], found[2], found[3]
    count_all(members, count, weighted, across, weights, found)
    lower, upper, guess, others = np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), np.int64(-1), np.int64(0)
    for g in range(len(game[0])):
        many = np.int64(parts[g])
        bounds[g] = value_of(count, many, heads[g] if weighted else many, np.int64(0), weight, left)
        pairs_of[g] = np.int64(pairs[g])
        lower = min(lower, bounds[g])
        if bounds[g] < upper and is_settled(count, many, pairs_of[g], left):
            upper, guess = bounds[g], np.int64(g)
    for member in members:
        parts[places[member]] -= np.uint8(1)
    for g in range(len(game[0])):
        others = max(others, np.int64(parts[g]))
    return lower, upper, guess, others


@njit(**FLAGS)
def weigh_all(members, weight, left, weighted, win, game, found, seen, heap, bounds):
    """Return (lower, upper, guess, others): bounds of the total, and the most parts besides the win.

    ``bounds`` gets what each guess's total is at least, and ``heap`` its pairs with the same feedback.
    """
    places, weights, count = game[2], game[3], len(members)
    if count <= FEW:
        lower, upper, guess, others = _weigh_few(members, weight, left, weighted, game, found, heap, bounds)
    else:
        lower, upper, guess, others = _weigh_many(members, weight, left, win, game, seen, heap, bounds)
    for member in members:
        g = np.int64(places[member])
        parts, heads, pairs = _count_row(game[0][g], members, weights, seen)
        bounds[g] = value_of(count, parts, heads, weights[member], weight, left)
        lower = min(lower, bounds[g])
        if bounds[g] < upper and is_settled(count, parts, pairs, left):
            upper, guess = bounds[g], g
    return lower, upper, guess, others


@njit(**FLAGS)
def enlist(count, weight, cap, guesses, heap, bounds):
    """Make a heap of the guesses that may be below the cap; return their number, and the others' least bound.

    Those come first that are worth little at least, and leave few pairs of candidates with the same feedback.
    """
    shift = np.int64(0)
    while weight >> shift >= 1 << 18:
        shift += 1
    factor = 4 * max((weight >> shift) // count, np.int64(1))
    listed, least = np.int64(0), np.int64(IMPOSSIBLE)
    for g in range(guesses):
        if bounds[g] < cap:
            score = count * (bounds[g] >> shift) + factor * heap[g]
            heap[listed] = (score << GUESS_BITS) | g
            listed += 1
        else:
            least = min(least, bounds[g])
    settle(heap, listed)
    return listed, least
