"""A look ahead that reads few guesses: those that make the most classes of a larger set, as numba functions.

No guess makes more classes of a subset than of the set. So the most classes that any guess makes of a subset
are found among the guesses that make as many of the set: one goes through these in the order of the
classes they make of the set, and stops where they make no more of it than was found of the subset. Their
labels for the set's candidates, side by side in that order, are its *narrow* matrix. ``question``, ``game``
and ``room`` are as in ``kernel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from pegwise.engine.kernels.compare.intrinsics import popcount
from pegwise.engine.kernels.search.class_steps import bound_of_cost, reach_of
from pegwise.engine.kernels.search.interface import AFRESH, LOOK, SEARCH
from pegwise.engine.kernels.search.state import BEYOND, BLOCKS, LOOKS, MIDDLE, NARROW, PARTLY, STATE
from pegwise.engine.kernels.search.vector_steps import make_most_parts, make_steps
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["inherit", "make_narrow", "make_narrow_look"]

LANES = 64
_ONE = np.uint64(1)
FEWEST = 20
"""Candidates of a set that has a narrow matrix, at least."""
AFTER = 6
"""Looks into the classes of a set after which it is worth one."""


@njit(**FLAGS)
def inherit(level, room):
    """What a position begins with: the narrow matrix of a larger set, if there is one."""
    state = room[5][level, STATE]
    state[LOOKS] = 0
    state[NARROW] = room[5][level - 1, STATE, NARROW] if level > 0 else 0


@njit(**FLAGS)
def _most_first(parts, total, room_for, picked):
    """The guesses in the order of their classes, most first: (how many, the most of one left out)."""
    for value in range(65):
        picked[value] = 0
    for guess in range(total):
        picked[min(parts[guess], np.uint8(64))] += 1
    lowest, found = np.int64(65), np.int64(0)
    while lowest > 2 and found + picked[lowest - 1] <= room_for:
        lowest -= 1
        found += picked[lowest]
    start = np.int64(0)
    for value in range(64, lowest - 1, -1):
        start += picked[value]
        picked[value] = start - picked[value]
    for guess in range(total):
        value = np.int64(min(parts[guess], np.uint8(64)))
        if value >= lowest:
            picked[65 + picked[value]] = guess
            picked[value] += 1
    return found, lowest - 1


def make_narrow(answers: int) -> Callable[..., Any]:  # noqa: C901 - nested pieces count
    """What makes the narrow matrix of a position when it is worth it."""
    count_parts, _ = make_steps(answers)

    @njit(**FLAGS)
    def narrow(count, question, game, room):
        """Counts a look; makes the matrix of this position once there were enough of them."""
        depth, _, free, _, width, _, _, _, level, _ = question
        state = room[5][level, STATE]
        state[LOOKS] += 1
        matrix, rows, limits, picked, _ = room[8]
        columns = LANES * limits.shape[1]
        if state[LOOKS] != AFTER or count <= FEWEST or count * columns > matrix.shape[1]:
            return
        if depth not in (SEARCH, AFRESH) or free == 0 or width > 0:
            return
        labels, order, parts = game[0], room[1][level], room[2][level, 0]
        if state[PARTLY] or (level == 0 and len(game[6]) > 0):  # for given guesses, nothing was counted
            for block in range(room[3].shape[1]):
                count_parts(labels, order, count, room[3].shape[1], np.int64(block), parts)
            state[PARTLY] = 0
        found, beyond = _most_first(parts, len(game[3]), columns, picked)
        blocks = -(-found // LANES)
        if blocks == 0:
            return
        flat, stride = matrix[level], blocks * LANES
        for i in range(count):
            member = np.uint64(order[i])
            rows[level, member] = i
            row, at = labels[member], i * stride
            for x in range(found):
                flat[np.uint64(at + x)] = row[np.uint64(picked[65 + x])]
            for x in range(found, stride):
                flat[np.uint64(at + x)] = 0
        for block in range(blocks):
            limits[level, block] = parts[picked[65 + block * LANES]]
        state[NARROW], state[BLOCKS], state[BEYOND] = level + 1, blocks, beyond

    return narrow


def make_narrow_look(answers: int) -> Callable[..., Any]:  # noqa: C901 - nested pieces count
    """The look ahead that reads a narrow matrix."""
    most_parts = make_most_parts(answers)

    @njit(**FLAGS)
    def most_of(count, source, room):
        """The most classes that a guess of a narrow matrix makes of a set whose rows there are known."""
        matrix, _, limits, _, mine = room[8]
        most, blocks = np.int64(0), room[5][source, STATE, BLOCKS]
        for block in range(blocks):
            if limits[source, block] <= most:
                break
            most = max(most, most_parts(matrix[source], mine, count, blocks, np.int64(block)))
        return most

    @njit(**FLAGS)
    def look_closely(count, known_most, known_others, question, game, room):
        """A lower bound of the excess of a class, from one guess ahead; -1 where more must be read."""
        depth, left, free, unit, _, _, _, _, level, last = question
        if depth != LOOK or count > MIDDLE or free == 0 or level == 0 or (unit == 0 and left > 3):
            return np.int64(-1)
        source = room[5][level - 1, STATE, NARROW] - 1
        if source < 0:
            return np.int64(-1)
        _, rows, _, _, mine = room[8]
        order, parts = room[1][level], room[2][source, 0]
        for i in range(count):
            mine[i] = rows[source, np.uint64(order[i])]
        most = most_of(count, source, room)
        if most < room[5][source, STATE, BEYOND]:
            return np.int64(-1)
        reach = reach_of(count, known_most, known_others, left, last)
        for i in range(count):
            if parts[game[4][order[i]]] >= most:
                row, seen = game[0][order[i]], np.uint64(0)
                for j in range(count):
                    seen |= _ONE << np.uint64(row[np.uint64(game[4][np.uint64(order[j])])])
                if np.int64(popcount(seen)) == most:
                    return bound_of_cost(count - most, count, reach, unit)
        return bound_of_cost(count + 1 - most, count, reach, unit)

    return look_closely
