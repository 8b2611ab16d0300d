"""Which guess a search tries next in a position, as numba functions; ``listing`` has their orders.

``question``, ``game`` and ``room`` are as in ``kernel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.interface import (
    AFRESH,
    FIRST_FIT,
    IMPOSSIBLE,
    LOOK,
    NO_COLORS,
    SEARCH,
    WIDTH,
)
from pegwise.engine.kernels.search.listing import (
    by_weight,
    classes_besides,
    copy_listed,
    in_order,
    of_cost,
    size_bounds,
    sort_listed,
    sorted_by_bytes,
    sorted_by_last,
    that_split,
)
from pegwise.engine.kernels.search.pieces import bound_of_cost, colors_alike, is_lowest, less, reach_of
from pegwise.engine.kernels.search.state import (
    AT,
    BEST,
    CHAMPION,
    COST,
    FOUND,
    LAST,
    PAIRS,
    REACH,
    REST,
    SMALL,
    STATE,
    TRIED,
    TWINS,
)
from pegwise.engine.kernels.search.steps import make_steps
from pegwise.engine.kernels.search.table import capacity
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["judge", "make_turns"]

MIDDLE = 64
"""Most candidates of a set whose guesses are taken by the number of their classes alone, and all of them
whatever the width."""
BYTES = 255
"""Most candidates of a set whose class sizes are counted in bytes."""


@njit(**FLAGS)
def judge(bound, guess, question, room):
    """Notes how a guess compares with the best so far."""
    state = room[5][question[8], STATE]
    if bound < state[BEST]:
        state[BEST], state[CHAMPION] = bound, guess
        if question[0] == FIRST_FIT:
            state[AT] = state[FOUND]
    else:
        state[REST] = min(state[REST], bound)


@njit(**FLAGS)
def _twins_of(count, question, game, room):
    """Whether there are colors alike in a set worth looking for them."""
    depth, free, plain, level = question[0], question[2], question[5], question[8]
    alike = room[7][level]
    colors, pegs = alike.shape[1], game[2].shape[1]
    if depth not in (SEARCH, AFRESH) or plain & NO_COLORS or free == 0 or count <= SMALL:
        return False
    if level == 0 and len(game[6]) > 0:  # each of those is to be tried
        return False
    if colors > 63 or colors * pegs > WIDTH:
        return False
    return colors_alike(count, room[1][level], game[2], room[5][level, 3], alike)


def make_turns(answers: int) -> tuple[Callable[..., Any], Callable[..., int]]:  # noqa: C901 - two in one
    """What lists the guesses of a position, and what takes the next of them, for games of so many answers."""
    count_parts, overflow, mark_equal = make_steps(answers)

    @njit(**FLAGS)
    def count_all(count, cap, most, others, question, twins, game, room):
        """Lists guesses by the classes all of them make: (how many, least bound left out, first cost, sized).

        A first cost of -1: all are listed. Else those of each cost are listed as their turn comes.
        """
        depth, left, _, unit, width, _, repeats, _, level, last = question
        labels, guesses, places = game[0], game[3], game[4]
        order, octets, bins = room[1][level], room[2][level], room[5][level, 3]
        tries, bounds, evens = room[4][level, 0], room[4][level, 1], room[4][level, 2]
        blocks, alike = room[3].shape[1], room[7][level]
        if depth == FIRST_FIT:
            found = in_order(count, cap, unit, order, places, octets[0], len(guesses), tries)
            return found, np.int64(IMPOSSIBLE), np.int64(-1), False
        deep = unit == 0 and last > 0 and left > 3  # else the parts alone tell who is found last
        if count <= (SMALL if deep else MIDDLE):
            for i in range(count):
                evens[i] = octets[0, places[order[i]]]
            return np.int64(0), np.int64(IMPOSSIBLE), count - most, True
        if count <= BYTES and not width and deep:
            one = min(capacity(most, others, less(left), count), 255)
            two = min(capacity(most, others, less(less(left)), count), 255)
            overflow(labels, order, count, blocks, one, two, octets[1])
            found, left_out = sorted_by_last(
                cap, order, count, places, octets, twins, repeats, guesses, alike, (tries, bounds, bins)
            )
            return found, left_out, np.int64(-1), True
        if count <= BYTES and not width and (unit > 0 or not last):
            one, two = most, min(most + (most - 1) * others, 255)
            if unit == 0:
                one = two = min(capacity(most, others, less(left), count), 255)
            overflow(labels, order, count, blocks, one, two, octets[1])
            found, left_out = sorted_by_bytes(
                count, cap, unit, order, places, octets, twins, repeats, guesses, alike, (tries, bounds, bins)
            )
            return found, left_out, np.int64(-1), True
        found = that_split(octets[0], twins, repeats, guesses, alike, tries)
        return found, np.int64(IMPOSSIBLE), np.int64(-1), False

    @njit(**FLAGS)
    def enlist(count, most, others, cap, question, game, room, tally):
        """Lists the guesses to try, with their bounds; the most classes any makes, with and besides a win."""
        depth, left, free, _, width, _, _, _, level, last = question
        order, longs, lists = room[1][level], room[5][level], room[4][level]
        state = longs[STATE]
        twins, sized = _twins_of(count, question, game, room), False
        found, left_out, cost = np.int64(0), np.int64(IMPOSSIBLE), np.int64(-1)
        if level == 0 and len(game[6]) > 0:
            found = copy_listed(game[6], lists[0])
        elif free == 0:
            for i in range(count):
                lists[0, i] = game[4][order[i]]
            found, others = count, most - 1  # from here on every guess may win
        else:
            most = count_parts(game[0], order, count, room[3].shape[1], room[2][level, 0])
            others = classes_besides(count, most, order, game[4], room[2][level, 0], len(game[3]))
            tally[PAIRS] += count * room[3].shape[1]
            found, left_out, cost, sized = count_all(count, cap, most, others, question, twins, game, room)
        if not sized:
            size_bounds(found, count, most, others, question, game, room)
            if width:
                by_weight(found, count, question, game, room)
            elif depth != FIRST_FIT:
                sort_listed(lists[0], lists[1], lists[2], found, game[7])
        state[FOUND], state[AT], state[COST], state[REST] = found, 0, cost, left_out
        room_left = capacity(most, others, less(left), count)
        state[LAST] = count + 1 - max(2, -(-(count - 1) // room_left))
        state[REACH] = reach_of(count, most, others, left, last)
        state[TRIED], state[BEST], state[CHAMPION], state[TWINS] = 0, cap, -1, twins
        return most, others

    @njit(**FLAGS)
    def next_guess(count, question, game, room):
        """The next guess to try, -1 if there is none that may be better than the best so far."""
        depth, _, _, unit, width, _, repeats, _, level, _ = question
        state, lists = room[5][level, STATE], room[4][level]
        words, tries, bounds = room[3][level], lists[0], lists[1]
        while True:
            if state[AT] == state[FOUND]:
                cost = state[COST]
                if cost < 0 or cost > state[LAST]:
                    return np.int64(-1)
                bound = bound_of_cost(cost, count, state[REACH], unit)
                if bound >= state[BEST]:
                    return np.int64(-1)
                mark_equal(room[2][level, 0], words, len(words), count + 1 - cost)
                state[FOUND] = of_cost(
                    cost, count, room[1][level], game[4], lists[2], words, tries, bounds, bound
                )
                state[AT], state[COST] = 0, cost + 1
                continue
            guess, bound = tries[state[AT]], bounds[state[AT]]
            state[AT] += 1
            if bound >= state[BEST] or depth == LOOK:
                state[REST] = min(state[REST], bound)
                if depth == FIRST_FIT or width:  # these are in another order than that of their bounds
                    continue
                return np.int64(-1)
            if 0 < width <= state[TRIED]:
                return np.int64(-1)
            if state[TWINS] and not is_lowest(game[3][guess], room[7][level], repeats):
                continue
            state[TRIED] += 1
            return guess

    return enlist, next_guess
