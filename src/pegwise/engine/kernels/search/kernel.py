"""The search for optimal strategies, compiled: branch and bound over sets of candidates.

``solve`` finds the excess of a position (see ``table``): the sum over a guess's classes of theirs and

    candidates + 1 - parts - (1 if the guess is a candidate),

least over all guesses. Guesses are tried in the order of a lower bound made of the numbers of their classes
and of bounds for each class, which are tightened step by step until the guess is no better than the best so
far: from the class's size, from the table, from its members as guesses, from all guesses one step ahead, and
in the end by solving it with what is left of the bound. No guess splits a class of a position into more
classes than it splits the position, so the size bound is that of the position, not of the game.

Sets are known by the sum of their members' marks, and by a canonical name that all renamings of a set share;
both lead to the same table. Guesses that only exchange colors alike in the position are tried once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.before_search import make_known
from pegwise.engine.kernels.search.class_order import begin_rounds, is_open, next_turn, note
from pegwise.engine.kernels.search.class_steps import gather, less, simplified, weigh
from pegwise.engine.kernels.search.interface import (
    FIRST_FIT,
    GLANCE,
    IMPOSSIBLE,
    LOOK,
    PLANT,
    SEARCH,
    UNLIMITED,
)
from pegwise.engine.kernels.search.narrow_look_ahead import inherit, make_narrow
from pegwise.engine.kernels.search.next_guess import judge, make_enlist, make_next_guess
from pegwise.engine.kernels.search.pruning import finish, is_given
from pegwise.engine.kernels.search.state import BEST, GUESSES, MIDDLE, POSITIONS, SMALL, STATE, TOO_DEEP
from pegwise.engine.kernels.search.transposition_table import UNKNOWN, add, floor_of
from pegwise.engine.kernels.search.tree_output import begin, branch, finish_few, take
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_search"]

AHEAD = 8
"""Fewest candidates of a class that is worth a look ahead before it is searched."""


@njit(**FLAGS)
def worth(stage, count, size, unit, last):
    """Whether a class is to be looked at in this stage."""
    if stage == GLANCE:
        return size <= SMALL
    if stage == LOOK:
        return count > SMALL and size >= AHEAD and (unit > 0 or last > 0)
    return True


@njit(**FLAGS)
def raised(bound, value, label, lows):
    """The bound of a guess when more is known of one of its classes."""
    if value > lows[label]:
        bound = add(bound, value - lows[label])
        lows[label] = value
    return bound


def make_solve(answers: int) -> Callable[..., int]:  # noqa: C901 - nested pieces count
    """The search of one position: branch and bound, class by class, in games of so many answers at most."""
    known, narrow = make_known(answers), make_narrow(answers)
    enlist, next_guess = make_enlist(answers), make_next_guess(answers)

    @njit(**FLAGS)
    def solve(count, most, others, one, two, cap, question, game, room, space, rest):  # noqa: C901
        depth, left, free, unit, width, plain, repeats, win, level, last = question
        left, free = simplified(count, left, free, last)
        width = width if count > MIDDLE else 0
        question = depth, left, free, unit, width, plain, repeats, win, level, last
        lower, upper = floor_of(count, most, others, left, unit, last), np.int64(UNKNOWN)
        if count <= 2 or lower >= cap or game[7][0]:
            return lower
        if unit == 0 and left == UNLIMITED and level > 0:  # one candidate after another is fast enough
            return lower
        longs, keys, mine = room[5][level], room[6][level], room[11][level]
        given = is_given(question, game[6])
        if not given:
            lower, upper, settled = known(
                count, most, others, one, two, lower, cap, question, mine, game, room, space, rest
            )
            if settled:
                return lower
        if level + 1 == len(room[1]):
            rest[1][TOO_DEEP] += 1
            return lower
        inherit(level, room)
        rest[1][POSITIONS] += 1
        most, others = enlist(count, most, others, cap, question, game, room, rest[1])
        if game[7][0]:  # the list may be of nothing
            return lower
        guess = next_guess(count, question, game, room)
        while guess >= 0:
            rest[1][GUESSES] += 1
            best = longs[STATE, BEST]
            bound, large = weigh(guess, count, most, others, best, question, game, room)
            begin_rounds(large, longs)
            step = np.int64(0)
            while bound < best and is_open(step, large, longs):
                stage, label, slack = next_turn(step, large, best, best - bound, question, longs)
                step += 1
                if slack > 0 and worth(stage, count, longs[0, label], unit, last):
                    if stage == LOOK:
                        narrow(count, question, game, room)
                    gather(label, guess, count, win, level, game[1], room)
                    below = slack + longs[1, label]
                    value = solve(
                        longs[0, label], most, others, keys[label, 0], keys[label, 1], below,
                        (stage, less(left), less(free), unit, width, plain, repeats, win, level + 1, last),
                        game, room, space, rest,
                    )  # fmt: skip
                    if game[7][0]:
                        return lower
                    note(stage, label, value < below, longs)
                    bound = raised(bound, value, label, longs[1])
            judge(bound, guess, question, game, room, rest[1])
            guess = next_guess(count, question, game, room)
        return finish(count, lower, upper, cap, mine, given, question, room, rest)

    return solve


def make_plant(solve: Callable[..., int]) -> Callable[..., int]:
    """What makes the best tree of a position by this search."""

    @njit(**FLAGS)
    def plant(count, most, others, question, game, room, space, rest):
        """The best tree: at each position the first guess in order that attains the value."""
        _, left, free, unit, width, plain, repeats, win, level, last = question
        pending, found = room[15], rest[2]
        node, waiting = np.int64(0), begin(count, left, free, room)
        while waiting > 0:
            waiting -= 1
            count, one, two = take(waiting, game, room)
            if count <= 2:
                node = finish_few(waiting, node, game, room)
                if node < 0:
                    return node
                continue
            left, free, value = pending[waiting, 4], pending[waiting, 5], np.int64(IMPOSSIBLE)
            for depth in (SEARCH, FIRST_FIT):
                found[1] = -1
                asked = np.int64(depth), left, free, unit, width, plain, repeats, win, level, last
                value = 1 + solve(count, most, others, one, two, value, asked, game, room, space, rest)
            if game[7][0]:
                return node
            if found[1] < 0:
                return np.int64(-1)
            waiting = branch(waiting, node, found[1], win, game, room)
            node += 1
        return node

    return plant


def make_search(answers: int) -> Callable[..., int]:
    """The kernel that solves one position, in games of so many answers at most. See ``interface``.

    result[0] is the excess, exact if below the cap, else a lower bound (with a width: an upper bound if below
    the cap); result[1] the best guess found in the position itself if that is below the cap. Returns 0. With
    the depth PLANT, result[0] is how many rows of ``tree`` the best tree has, -1 if there is none.
    """
    solve = make_solve(answers)
    plant = make_plant(solve)

    @njit(**FLAGS)
    def search(
        count, most, others, cap, depth, left, free, unit, last, width, plain, repeats, win,
        listed, stop, table, near, labels, across, codes, guesses, places, marks, weights,
        sets, octets, words, lists, longs, keys, alike, narrow_labels, narrow_rows, limits, picked, rows,
        grouped, own, totals, counted, kept, pending, tree,
        cells, tables, values, trail, sums, renaming, tally, result,
    ):  # fmt: skip
        one, two = np.uint64(0), np.uint64(0)
        for i in range(count):
            one += marks[sets[0, i], 0]
            two += marks[sets[0, i], 1]
        result[1] = -1
        question = depth, left, free, unit, width, plain, repeats, win, np.int64(0), last
        game = labels, across, codes, guesses, places, marks, listed, stop, weights
        room = (
            table, sets, octets, words, lists, longs, keys, alike,
            (narrow_labels, narrow_rows, limits, picked, rows), near, grouped, own, totals, counted,
            kept, pending, tree,
        )  # fmt: skip
        space, rest = (cells, tables, values, trail, sums), (renaming, tally, result)
        if depth == PLANT:
            result[0] = plant(count, most, others, question, game, room, space, rest)
        else:
            result[0] = solve(count, most, others, one, two, cap, question, game, room, space, rest)
        return 0

    return search
