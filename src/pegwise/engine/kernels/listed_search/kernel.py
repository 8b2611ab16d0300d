"""The search for optimal strategies of a listed game, compiled: branch and bound over sets of candidates.

The search keeps its place in memory and not on the stack, so a call ends when it has done some work, and the
next one goes on. What is to be done on the level at hand is a phase: ENTER looks at a position, NEXT at its
next guess, CLASS at the next class of this guess, and LEAVE brings a total back to the level before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from pegwise.engine.kernels.listed_search.fields import (
    AT,
    BEST,
    BOUND,
    BUDGET,
    CAP,
    CHAMPION,
    CLASS,
    COUNT,
    DONE,
    ENTER,
    FLOOR,
    GUESS,
    GUESSES,
    LEAST,
    LEAVE,
    LEFT,
    LEVEL,
    LISTED,
    LOWER,
    NEXT,
    OPEN,
    OPENED,
    OTHERS,
    OWN,
    PHASE,
    POSITIONS,
    SIZE,
    START,
    TOO_DEEP,
    TRIED,
    VALUE,
    WEIGHT,
)
from pegwise.engine.kernels.listed_search.guess_classes import bound_of
from pegwise.engine.kernels.listed_search.guess_heap import pop
from pegwise.engine.kernels.listed_search.guess_list import GUESS_BITS, enlist, weigh_all
from pegwise.engine.kernels.listed_search.interface import IMPOSSIBLE
from pegwise.engine.kernels.listed_search.position_bounds import floor_of, weight_of
from pegwise.engine.kernels.listed_search.solved_table import SEARCHED, probe, salt_of, store
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_listed_search"]


@njit(**FLAGS)
def _answer(value, state):
    """Leave the position with a total."""
    state[VALUE] = value
    state[PHASE] = LEAVE


@njit(**FLAGS)
def _enter(question, game, room, state, tally):
    """Look at a position: it is settled, or its guesses are listed."""
    width, weighted, win, first = question
    level = state[LEVEL]
    frame, key = room[3][level], room[4][level, OWN]
    count, left, weight = frame[COUNT], frame[LEFT], frame[WEIGHT]
    members = room[1][level, :count]
    frame[BEST], frame[CHAMPION], frame[TRIED], frame[LISTED] = frame[CAP], -1, 0, 0
    frame[LEAST], frame[FLOOR] = IMPOSSIBLE, weight
    tally[POSITIONS] += 1
    state[PHASE] = NEXT
    if level == 0 and first >= 0:
        frame[LISTED], room[6][0, 0], room[7][0, first] = 1, first, 0
        return
    frame[FLOOR] = floor_of(members, left, frame[OTHERS], weighted, game[3])
    if count <= 2 or frame[FLOOR] >= frame[CAP]:
        frame[CHAMPION] = game[2][members[0]]
        _answer(frame[FLOOR], state)
        return
    one, two = key[0] + salt_of(width, left, count), key[1]
    lower, exact, guess, _ = probe(one, two, room[0])
    if exact or lower >= frame[CAP]:
        frame[CHAMPION] = guess
        _answer(lower, state)
        return
    state[BUDGET] -= count * len(game[0])
    heap, bounds = room[6][level], room[7][level]
    least, upper, guess, others = weigh_all(
        members, weight, left, weighted, win, game, room[8], room[10], heap, bounds
    )
    frame[FLOOR] = max(frame[FLOOR], max(least, lower))
    if least >= upper or frame[FLOOR] >= frame[CAP]:
        frame[CHAMPION] = guess
        store(one, two, frame[FLOOR], least >= upper, guess, np.int64(SEARCHED), count, room[0])
        _answer(frame[FLOOR], state)
        return
    frame[OTHERS] = min(frame[OTHERS], others)
    frame[LISTED], frame[LEAST] = enlist(count, weight, frame[CAP], len(game[0]), heap, bounds)


@njit(**FLAGS)
def _finish(question, room, state):
    """Keep what was found out of a position, and leave it."""
    width, _, _, first = question
    level = state[LEVEL]
    frame, key = room[3][level], room[4][level, OWN]
    found = frame[BEST] < frame[CAP]
    value = frame[BEST] if found else max(frame[LEAST], frame[FLOOR])
    if level > 0 or first < 0:
        one = key[0] + salt_of(width, frame[LEFT], frame[COUNT])
        store(one, key[1], value, found, frame[CHAMPION], np.int64(SEARCHED), frame[COUNT], room[0])
    _answer(value, state)


@njit(**FLAGS)
def _next_guess(question, game, room, state, tally):
    """Take the next guess that may be better than the best so far, or leave the position."""
    width, level = question[0], state[LEVEL]
    frame = room[3][level]
    while frame[LISTED] > 0 and frame[BEST] > frame[FLOOR] and (width == 0 or frame[TRIED] < width):
        guess = pop(room[6][level], frame[LISTED]) & ((1 << GUESS_BITS) - 1)
        frame[LISTED] -= 1
        bound = room[7][level, guess]
        if bound < frame[BEST]:
            frame[TRIED] += 1
            tally[GUESSES] += 1
            bound = bound_of(guess, level, frame[BEST], question, game, room, state, tally)
        if bound < frame[BEST]:
            frame[GUESS], frame[BOUND], frame[AT] = guess, bound, 0
            state[PHASE] = CLASS
            return
        frame[LEAST] = min(frame[LEAST], bound)
        if state[BUDGET] < 0:
            return
    _finish(question, room, state)


@njit(**FLAGS)
def _next_class(question, game, room, state, tally):
    """Go into the next class that is not settled; without one, the guess is the best so far."""
    level = state[LEVEL]
    frame, classes = room[3][level], room[5][level]
    if frame[AT] == frame[OPENED]:
        frame[BEST], frame[CHAMPION] = frame[BOUND], frame[GUESS]
        state[PHASE] = NEXT
        return
    if level + 1 == len(room[3]):
        tally[TOO_DEEP] += 1
        state[PHASE] = DONE
        return
    x, below = classes[OPEN, frame[AT]], room[3][level + 1]
    start, size = classes[START, x], classes[SIZE, x]
    members = room[1][level + 1, :size]
    for i in range(size):
        members[i] = room[2][level, start + i]
    below[COUNT], below[LEFT], below[OTHERS] = size, frame[LEFT] - 1, frame[OTHERS]
    below[WEIGHT] = weight_of(members, question[1], game[3])
    below[CAP] = frame[BEST] - frame[BOUND] + classes[LOWER, x]
    room[4][level + 1, OWN, 0] = room[4][level, x, 0]
    room[4][level + 1, OWN, 1] = room[4][level, x, 1]
    state[LEVEL], state[PHASE] = level + 1, ENTER


@njit(**FLAGS)
def _leave(room, state):
    """Bring the total of a class to the guess it is of."""
    if state[LEVEL] == 0:
        state[PHASE] = DONE
        return
    level = state[LEVEL] - 1
    frame, classes = room[3][level], room[5][level]
    x = classes[OPEN, frame[AT]]
    bound = min(frame[BOUND] + state[VALUE] - classes[LOWER, x], np.int64(IMPOSSIBLE))
    classes[LOWER, x] = state[VALUE]
    frame[BOUND] = bound
    frame[AT] += 1
    state[LEVEL], state[PHASE] = level, CLASS
    if bound >= frame[BEST]:
        frame[LEAST] = min(frame[LEAST], bound)
        state[PHASE] = NEXT


def make_listed_search(_: int) -> Callable[..., int]:
    """Return the kernel that works on a search until the budget of work is used up, or it is done.

    When it is done, the state's value is the total of the position on level 0 if that is below its cap, and
    its frame's champion is the best guess. Else the value is a lower bound, or with a width no better total.
    """

    @njit(**FLAGS)
    def listed_search(
        width, weighted, win, first, stop, rows, across, places, weights, marks, table, sets, grouped,
        frames, keys, classes, heaps, bounds, parts, same, pairs, heads, seen, counted, state, tally,
    ):  # fmt: skip
        question = width, weighted, win, first
        game = rows, across, places, weights, marks
        found = parts, same, pairs, heads
        room = table, sets, grouped, frames, keys, classes, heaps, bounds, found, seen, counted
        while state[PHASE] != DONE and state[BUDGET] >= 0 and not stop[0]:
            if state[PHASE] == ENTER:
                _enter(question, game, room, state, tally)
            elif state[PHASE] == NEXT:
                _next_guess(question, game, room, state, tally)
            elif state[PHASE] == CLASS:
                _next_class(question, game, room, state, tally)
            else:
                _leave(room, state)
        return 0

    return listed_search
