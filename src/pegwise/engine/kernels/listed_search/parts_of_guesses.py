"""Into how many parts each guess splits a position, as numba functions.

With few candidates, all guesses are compared at once, pair of candidates by pair; with more, one guess after
another. ``parts`` has the parts of each guess, ``pairs`` its pairs of candidates with the same feedback, and
``heads`` the weights of the heaviest candidates of all parts, which are the first of their parts.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["FEW", "count_all"]

FEW = 96
"""Most candidates that are compared pair by pair; their pairs fit into 16 bits."""
BLOCK = 2048
"""Guesses that are compared at once."""


@njit(**FLAGS)
def _add_four(mine, one, two, three, four, same):
    """Count the guesses that do not tell a candidate from four others."""
    for g in range(len(same)):
        a, b = mine[g] == one[g], mine[g] == two[g]
        c, d = mine[g] == three[g], mine[g] == four[g]
        same[g] = same[g] + np.uint8(a) + np.uint8(b) + np.uint8(c) + np.uint8(d)


@njit(**FLAGS)
def _add_one(mine, one, same):
    """Count the guesses that do not tell a candidate from another."""
    for g in range(len(same)):
        same[g] = same[g] + np.uint8(mine[g] == one[g])


@njit(**FLAGS)
def _add_up(same, parts, pairs):
    """Add what was counted for a candidate."""
    for g in range(len(same)):
        pairs[g] = pairs[g] + np.uint16(same[g])
    for g in range(len(same)):
        parts[g] = parts[g] + np.uint8(same[g] == 0)


@njit(**FLAGS)
def _add_heads(same, weight, heads):
    """Add a candidate's weight where it is the first of its part."""
    for g in range(len(same)):
        heads[g] = heads[g] + weight * np.int64(same[g] == 0)


@njit(**FLAGS)
def _count_block(members, count, start, end, weighted, across, weights, found):
    """Compare a block of guesses pair by pair."""
    parts, same, pairs, heads = (
        found[0][start:end],
        found[1][start:end],
        found[2][start:end],
        found[3][start:end],
    )
    parts[:] = 1
    pairs[:] = 0
    if weighted:
        heads[:] = weights[members[0]]
    for i in range(1, count):
        mine = across[members[i], start:end]
        same[:] = 0
        j = 0
        while j + 4 <= i:
            _add_four(
                mine,
                across[members[j], start:end],
                across[members[j + 1], start:end],
                across[members[j + 2], start:end],
                across[members[j + 3], start:end],
                same,
            )
            j += 4
        while j < i:
            _add_one(mine, across[members[j], start:end], same)
            j += 1
        _add_up(same, parts, pairs)
        if weighted:
            _add_heads(same, weights[members[i]], heads)


@njit(**FLAGS)
def count_all(members, count, weighted, across, weights, found):
    """Count the parts of all guesses for a few candidates; ``found``: parts, same, pairs, heads."""
    width = across.shape[1]
    for start in range(0, width, BLOCK):
        _count_block(members, count, start, min(start + BLOCK, width), weighted, across, weights, found)
