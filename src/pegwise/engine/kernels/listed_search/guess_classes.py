"""The classes of a guess, and what is known of them before they are searched, as numba functions."""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.listed_search.fields import (
    BUDGET,
    COUNT,
    KNOWN,
    LEFT,
    LOOKED,
    LOOKS,
    LOWER,
    OPEN,
    OPENED,
    OTHERS,
    SIZE,
    STAMP,
    START,
    WEIGHT,
)
from pegwise.engine.kernels.listed_search.interface import IMPOSSIBLE
from pegwise.engine.kernels.listed_search.parts_of_guesses import FEW
from pegwise.engine.kernels.listed_search.position_bounds import floor_of, glance, look
from pegwise.engine.kernels.listed_search.solved_table import GLANCED, LOOKED_AT, probe, salt_of, store
from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["bound_of"]

GLANCE = 48
"""Most candidates of a class whose members are tried as guesses."""

OVERHEAD = 1 << 12
"""Pairs of guess and candidate that could be compared while a guess is split into its classes, about."""


@njit(**FLAGS)
def _split(members, row, win, grouped, classes):
    """Group the members by their feedback."""
    size, start = classes[SIZE], classes[START]
    for x in range(win + 1):
        size[x] = 0
    for member in members:
        size[row[member]] += 1
    place = np.int64(0)
    for x in range(win + 1):
        start[x] = place
        place += size[x]
    for member in members:
        x = row[member]
        grouped[start[x]] = member
        start[x] += 1
    for x in range(win + 1):
        start[x] -= size[x]


@njit(**FLAGS)
def _first_bound(frame, win, weighted, grouped, classes, weights):
    """Bound the total of the guess by the sizes of its classes, and list those of more than two."""
    bound, opened = frame[WEIGHT], np.int64(0)
    for x in range(win):
        size, start = classes[SIZE, x], classes[START, x]
        if size == 0:
            continue
        members = grouped[start : start + size]
        classes[LOWER, x] = floor_of(members, frame[LEFT] - 1, frame[OTHERS], weighted, weights)
        bound += classes[LOWER, x]
        if size > 2:
            at = opened
            while at > 0 and classes[SIZE, classes[OPEN, at - 1]] > size:
                classes[OPEN, at] = classes[OPEN, at - 1]
                at -= 1
            classes[OPEN, at] = x
            opened += 1
    frame[OPENED] = opened
    return min(bound, np.int64(IMPOSSIBLE))


@njit(**FLAGS)
def _know(x, members, left, width, weighted, game, room, keys, classes, state, tally):
    """Return (lower, settled): what the table or the members tell of a class."""
    one, two, count = np.uint64(0), np.uint64(0), len(members)
    for member in members:
        one += game[4][member, 0]
        two += game[4][member, 1]
    keys[x, 0], keys[x, 1] = one, two
    one += salt_of(width, left, count)
    lower, exact, guess, tried = probe(one, two, room[0])
    classes[LOOKED, x] = tried >= LOOKED_AT
    if tried > 0:
        tally[KNOWN] += 1
        return lower, exact
    if count > GLANCE:
        return np.int64(0), False
    lower, upper, guess = glance(members, left, weighted, game, room[9], state[STAMP])
    state[STAMP] += (count + 1) * count
    state[BUDGET] -= count * count
    exact = lower >= upper
    store(one, two, lower, exact, guess, np.int64(GLANCED), count, room[0])
    return lower, exact


@njit(**FLAGS)
def _look_into(x, members, left, width, weighted, game, room, keys, classes, state, tally):
    """Return (lower, settled): what all guesses tell of a class."""
    count = len(members)
    if count > FEW or classes[LOOKED, x]:
        return np.int64(0), False
    tally[LOOKS] += 1
    state[BUDGET] -= count * game[1].shape[1]
    lower, upper, guess = look(members, left, weighted, game, room[8])
    exact = lower >= upper
    one = keys[x, 0] + salt_of(width, left, count)
    store(one, keys[x, 1], lower, exact, guess, np.int64(LOOKED_AT), count, room[0])
    classes[LOOKED, x] = 1
    return lower, exact


@njit(**FLAGS)
def bound_of(guess, level, best, question, game, room, state, tally):
    """Return what the total of a guess is at least, less exactly where it is no better than the best so far.

    The classes that are not settled are listed, the smallest first.
    """
    width, weighted, win, _ = question
    frame, grouped, keys, classes = room[3][level], room[2][level], room[4][level], room[5][level]
    _split(room[1][level, : frame[COUNT]], game[0][guess], win, grouped, classes)
    state[BUDGET] -= OVERHEAD + frame[COUNT]
    bound, left = _first_bound(frame, win, weighted, grouped, classes, game[3]), frame[LEFT] - 1
    for stage in range(2):
        opened, at = frame[OPENED], np.int64(0)
        frame[OPENED] = 0
        while at < opened and bound < best:
            x = classes[OPEN, at]
            members = grouped[classes[START, x] : classes[START, x] + classes[SIZE, x]]
            if stage == 0:
                lower, exact = _know(
                    x, members, left, width, weighted, game, room, keys, classes, state, tally
                )
            else:
                lower, exact = _look_into(
                    x, members, left, width, weighted, game, room, keys, classes, state, tally
                )
            if lower > classes[LOWER, x]:
                bound = min(bound + lower - classes[LOWER, x], np.int64(IMPOSSIBLE))
                classes[LOWER, x] = lower
            if not exact:
                classes[OPEN, frame[OPENED]] = x
                frame[OPENED] += 1
            at += 1
    return bound
