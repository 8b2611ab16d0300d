"""The tree of a position, node by node in preorder, as numba functions: what is still to be grown, and rows.

A row of ``tree`` has the guess of a node, the row of its parent, the label of the feedback that leads to it,
and how many candidates it has. A row of ``pending`` has where the candidates of a position begin in ``kept``,
how many they are, its parent and its label, and its limits: guesses left, and guesses that may be any code.
Positions are taken from the end of both, so the candidates of the last one are always the last in ``kept``.
``game`` and ``room`` are as in ``kernel``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.class_steps import less
from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["begin", "branch", "finish_few", "take"]


@njit(**FLAGS)
def begin(count, left, free, room):
    """Begins with the position itself, which has no parent; how many positions are pending."""
    kept, pending = room[14], room[15]
    for i in range(count):
        kept[i] = room[1][0, i]
    pending[0, 0], pending[0, 1], pending[0, 2], pending[0, 3] = 0, count, -1, -1
    pending[0, 4], pending[0, 5] = left, free
    return np.int64(1)


@njit(**FLAGS)
def take(at, game, room):
    """Takes the last position: (its candidates, the two words of its key). They are those of level 0 then."""
    kept, order, marks = room[14], room[1][0], game[5]
    first, count = room[15][at, 0], room[15][at, 1]
    one, two = np.uint64(0), np.uint64(0)
    for i in range(count):
        member = kept[first + i]
        order[i] = member
        one += marks[member, 0]
        two += marks[member, 1]
    return count, one, two


@njit(**FLAGS)
def finish_few(at, node, game, room):
    """The rows of one or two candidates, guessed one after the other; how many rows there are then.

    -1 if there are not as many guesses left.
    """
    order, pending, tree, places = room[1][0], room[15], room[16], game[4]
    count = pending[at, 1]
    if pending[at, 4] < count:
        return np.int64(-1)
    guess = places[order[0]]
    tree[node, 0], tree[node, 1], tree[node, 2], tree[node, 3] = guess, pending[at, 2], pending[at, 3], count
    if count == 2:
        tree[node + 1, 0], tree[node + 1, 1] = places[order[1]], node
        tree[node + 1, 2], tree[node + 1, 3] = game[1][guess, order[1]], 1
    return node + count


@njit(**FLAGS)
def branch(at, node, guess, win, game, room):
    """The row of a guess, and its classes as positions, the lowest label last; how many are pending then."""
    order, kept, pending, tree = room[1][0], room[14], room[15], room[16]
    first, count, left, free = pending[at, 0], pending[at, 1], pending[at, 4], pending[at, 5]
    tree[node, 0], tree[node, 1], tree[node, 2], tree[node, 3] = guess, pending[at, 2], pending[at, 3], count
    row = game[1][guess]
    for label in range(win - 1, -1, -1):
        start = first
        for i in range(count):
            if row[order[i]] == label:
                kept[first] = order[i]
                first += 1
        if first > start:
            pending[at, 0], pending[at, 1], pending[at, 2], pending[at, 3] = start, first - start, node, label
            pending[at, 4], pending[at, 5] = less(left), less(free)
            at += 1
    return at
