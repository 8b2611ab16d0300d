"""Which guess a search tries next in a position, as numba functions; ``guess_order`` has their orders.

``question``, ``game`` and ``room`` are as in ``kernel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.class_steps import bound_of_cost, is_lowest, less, reach_of
from pegwise.engine.kernels.search.guess_lists import make_lists
from pegwise.engine.kernels.search.guess_order import (
    classes_besides,
    copy_listed,
    make_size_bounds,
    of_cost,
    sort_listed,
)
from pegwise.engine.kernels.search.interface import (
    FIRST_FIT,
    IMPOSSIBLE,
    LOOK,
)
from pegwise.engine.kernels.search.look_ahead import blocks_of, make_look, twins_of
from pegwise.engine.kernels.search.state import (
    AT,
    BEST,
    CHAMPION,
    COST,
    FOUND,
    LAST,
    PARTLY,
    POSITIONS,
    REACH,
    REST,
    STATE,
    TRIED,
    TWINS,
)
from pegwise.engine.kernels.search.transposition_table import capacity
from pegwise.engine.kernels.search.vector_steps import make_steps
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["judge", "make_enlist", "make_next_guess"]


@njit(**FLAGS)
def judge(bound, guess, question, game, room, tally):
    """Notes how a guess compares with the best so far; of guesses that were given, what each comes to, too.

    ``lists`` then has their bounds, and how many positions had been searched when they were weighed.
    """
    level = question[8]
    state = room[5][level, STATE]
    if level == 0 and len(game[6]) > 0:
        room[4][0, 1, state[AT] - 1] = bound
        room[4][0, 2, state[AT] - 1] = tally[POSITIONS]
    if bound < state[BEST]:
        state[BEST], state[CHAMPION] = bound, guess
        if question[0] == FIRST_FIT:
            state[AT] = state[FOUND]
    else:
        state[REST] = min(state[REST], bound)


def make_enlist(answers: int) -> Callable[..., Any]:
    """What lists the guesses of a position, for games of so many answers."""
    count_all_parts, _ = make_look(answers)
    list_all, size_bounds = make_lists(answers), make_size_bounds(answers)

    @njit(**FLAGS)
    def enlist(count, most, others, cap, question, game, room, tally):
        """Lists the guesses to try, with their bounds; the most classes any makes, with and besides a win."""
        depth, left, free, _, width, _, _, _, level, last = question
        order, longs, lists = room[1][level], room[5][level], room[4][level]
        state = longs[STATE]
        twins, sized, partly = twins_of(count, question, game, room), False, False
        found, left_out, cost = np.int64(0), np.int64(IMPOSSIBLE), np.int64(-1)
        if level == 0 and len(game[6]) > 0:
            found = copy_listed(game[6], lists[0])
        elif free == 0:
            for i in range(count):
                lists[0, i] = game[4][order[i]]
            found, others = count, most - 1  # from here on every guess may win
        else:
            many = blocks_of(twins, question[6], game[3], room[7][level], room[3][level])
            partly = many < room[3].shape[1]
            most = count_all_parts(count, many, level, game, room, tally)
            others = classes_besides(count, most, order, game[4], room[2][level, 0], len(game[3]))
            found, left_out, cost, sized = list_all(
                count, cap, most, others, many, question, twins, game, room
            )
        if not sized:
            size_bounds(found, count, most, others, question, game, room)
            if width:  # by what the classes are thought to cost; the bounds go with the guesses
                sort_listed(lists[0], lists[2], lists[1], found, game[7])
            elif depth != FIRST_FIT:
                sort_listed(lists[0], lists[1], lists[2], found, game[7])
            if level == 0 and len(game[6]) > 0:
                lists[2, :found] = 0
        state[FOUND], state[AT], state[COST], state[REST] = found, 0, cost, left_out
        room_left = capacity(most, others, less(left), count)
        state[LAST] = count + 1 - max(2, -(-(count - 1) // room_left))
        state[REACH] = reach_of(count, most, others, left, last)
        state[TRIED], state[BEST], state[CHAMPION], state[TWINS], state[PARTLY] = 0, cap, -1, twins, partly
        return most, others

    return enlist


def make_next_guess(answers: int) -> Callable[..., int]:
    """What takes the next of the guesses that are listed, for games of so many answers."""
    _, mark_equal = make_steps(answers)

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

    return next_guess
