"""Lists the guesses of a position by what their classes say, as numba functions; see ``guess_order``.

``question``, ``game`` and ``room`` are as in ``kernel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.class_steps import less
from pegwise.engine.kernels.search.guess_order import (
    in_order,
    sorted_by_bytes,
    sorted_by_last,
    sorted_by_words,
    that_split,
)
from pegwise.engine.kernels.search.interface import FIRST_FIT, IMPOSSIBLE, UNLIMITED
from pegwise.engine.kernels.search.look_ahead import BYTES, WORDS
from pegwise.engine.kernels.search.size_counts import make_sizes
from pegwise.engine.kernels.search.state import MIDDLE, SMALL
from pegwise.engine.kernels.search.transposition_table import capacity
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_lists"]


def make_lists(answers: int) -> Callable[..., Any]:  # noqa: C901 - three in one
    """What lists the guesses of a position whose classes are counted, for games of so many answers."""
    overflow, overflow_wide, _, _ = make_sizes(answers)

    @njit(**FLAGS)
    def count_above(count, one, two, three, many, level, game, room):
        """What the classes of the guesses of the listed blocks have above these sizes, all together."""
        labels, order, blocks, over = game[0], room[1][level], room[3][level], room[2][level, 1]
        for x in range(many):
            overflow(labels, order, count, len(blocks), np.int64(blocks[x]), one, two, three, over)

    @njit(**FLAGS)
    def count_above_wide(count, one, two, three, many, level, game, room):
        """The same of more candidates, in words of 16 bits; 0 for the guesses of other blocks."""
        labels, order, blocks, over = game[0], room[1][level], room[3][level], room[12]
        if many < len(blocks):
            over[:] = 0
        for x in range(many):
            if game[7][0]:
                return
            overflow_wide(labels, order, count, len(blocks), np.int64(blocks[x]), one, two, three, over)

    @njit(**FLAGS)
    def list_all(count, cap, most, others, many, question, twins, game, room):
        """Lists guesses by the classes all of them make: (how many, least bound left out, first cost, sized).

        A first cost of -1: all are listed. Else those of each cost are listed as their turn comes.
        """
        depth, left, _, unit, width, _, repeats, _, level, last = question
        guesses, places = game[3], game[4]
        order, octets, bins = room[1][level], room[2][level], room[5][level, 3]
        tries, bounds, evens = room[4][level, 0], room[4][level, 1], room[4][level, 2]
        alike = room[7][level]
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
            count_above(count, one, two, np.int64(BYTES), many, level, game, room)
            found, left_out = sorted_by_last(
                cap, order, count, places, octets, twins, repeats, guesses, alike, (tries, bounds, bins)
            )
            return found, left_out, np.int64(-1), True
        if count <= BYTES and not width and (unit > 0 or not last):
            one, two, three = most, capacity(most, others, 3, count), capacity(most, others, 4, count)
            if unit == 0:
                one = two = three = capacity(most, others, less(left), count)
            count_above(count, one, two, three, many, level, game, room)
            found, left_out = sorted_by_bytes(
                count, cap, unit, order, places, octets, twins, repeats, guesses, alike, (tries, bounds, bins)
            )
            return found, left_out, np.int64(-1), True
        if count <= WORDS and not width and not last and unit > 0 and left == UNLIMITED:
            one, two, three = most, capacity(most, others, 3, count), capacity(most, others, 4, count)
            count_above_wide(count, one, two, three, many, level, game, room)
            found, left_out = sorted_by_words(
                count, cap, unit, order, places, octets[0], room[12], twins, repeats, guesses, alike,
                (tries, bounds, evens, game[7]),
            )  # fmt: skip
            return found, left_out, np.int64(-1), True
        found = that_split(octets[0], twins, repeats, guesses, alike, tries)
        return found, np.int64(IMPOSSIBLE), np.int64(-1), False

    return list_all
