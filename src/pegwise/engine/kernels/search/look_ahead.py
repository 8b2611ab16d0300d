"""A look one guess ahead, and the counting of classes that it shares with the search, as numba functions.

Guesses are counted in blocks of 64. Where colors are alike in a set, many blocks hold no guess that uses such
colors in ascending order. They are left out: for each of their guesses, another block has one that tells the
same. ``question``, ``game`` and ``room`` are as in ``kernel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.class_steps import bound_of_cost, colors_alike, reach_of
from pegwise.engine.kernels.search.guess_order import classes_besides
from pegwise.engine.kernels.search.interface import (
    AFRESH,
    IMPOSSIBLE,
    LOOK,
    NO_COLORS,
    OWN_COLORS,
    SEARCH,
    UNLIMITED,
    WIDTH,
)
from pegwise.engine.kernels.search.size_counts import LEAST, make_sizes
from pegwise.engine.kernels.search.state import MIDDLE, PAIRS
from pegwise.engine.kernels.search.transposition_table import capacity
from pegwise.engine.kernels.search.vector_steps import make_steps
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BYTES", "WORDS", "blocks_of", "make_look", "twins_of"]

BYTES, WORDS = 255, 65535 >> 2
"""Most candidates of a set whose class sizes are counted in bytes, and in words of 16 bits."""
FEW = 8
"""Most candidates of a set where colors alike are not worth looking for."""
_LANES = 64


@njit(**FLAGS)
def twins_of(count, question, game, room):
    """Whether there are colors alike in a set worth looking for them."""
    depth, free, plain, level = question[0], question[2], question[5], question[8]
    repeats = question[6]
    alike = room[7][level]
    colors, pegs = alike.shape[1], game[2].shape[1]
    if depth not in (SEARCH, AFRESH, LOOK) or plain & NO_COLORS or free == 0:
        return False
    if count <= (MIDDLE if depth == LOOK else FEW):
        return False
    if level == 0 and len(game[6]) > 0:  # each of those is to be tried
        return False
    if (colors > 63 and repeats != OWN_COLORS) or colors * pegs > WIDTH:
        return False
    return colors_alike(count, room[1][level], game[2], repeats, room[5][level, 3], alike)


@njit(**FLAGS)
def _leads(first, second, alike, repeats):
    """Whether a guess that begins with these colors may use colors alike in ascending order."""
    before = alike[0, second]
    if alike[0, first] >= 0 or (before >= 0 and before != first):
        return False
    return before < 0 or not repeats or alike[1, second]


@njit(**FLAGS)
def blocks_of(twins, repeats, guesses, alike, blocks):
    """The blocks that hold a guess to count, into ``blocks``; how many. Guesses ascend by their colors."""
    if not twins or guesses.shape[1] < 2:
        for block in range(len(blocks)):
            blocks[block] = block
        return np.int64(len(blocks))
    colors, found = np.int64(alike.shape[1]), np.int64(0)
    low, high = np.int64(0), colors
    if repeats == OWN_COLORS:  # of the second peg
        low, high = colors // guesses.shape[1], 2 * colors // guesses.shape[1]
    for block in range(len(blocks)):
        first, last = guesses[block * _LANES], guesses[min(block * _LANES + _LANES, len(guesses)) - 1]
        pair, end = first[0] * colors + first[1], last[0] * colors + last[1]
        while pair <= end and not (
            low <= pair % colors < high and _leads(pair // colors, pair % colors, alike, repeats)
        ):
            pair += 1
        if pair <= end:
            blocks[found] = block
            found += 1
    return found


def make_look(answers: int) -> tuple[Callable[..., Any], Callable[..., Any]]:  # noqa: C901 - two in one
    """What counts the classes that all guesses make of a set, and the look ahead."""
    count_parts, _ = make_steps(answers)
    _, _, least, least_wide = make_sizes(answers)

    @njit(**FLAGS)
    def count_all_parts(count, many, level, game, room, tally):
        """The classes that the guesses of the listed blocks make of a set, 0 for the others; the most."""
        labels, order, parts, blocks = game[0], room[1][level], room[2][level, 0], room[3][level]
        most = np.int64(0)
        if many < len(blocks):
            parts[:] = 0
        for x in range(many):
            most = max(most, count_parts(labels, order, count, len(blocks), np.int64(blocks[x]), parts))
        tally[PAIRS] += count * many
        return most

    @njit(**FLAGS)
    def least_cost(count, most, others, many, level, game, room):
        """The least excess of a guess, by the sizes of its classes."""
        labels, order, parts, blocks = game[0], room[1][level], room[2][level, 0], room[3][level]
        for i in range(count):
            parts[game[4][order[i]]] += 1  # its win is worth a part
        one, two, three = most, capacity(most, others, 3, count), capacity(most, others, 4, count)
        found = np.int64(IMPOSSIBLE)
        for x in range(many):
            block = np.int64(blocks[x])
            if count <= BYTES:
                value = least(labels, order, count, len(blocks), block, min(one, BYTES), two, three, parts)
            elif game[7][0]:
                return np.int64(0)
            else:
                value = least_wide(labels, order, count, len(blocks), block, one, two, three, parts)
            found = min(found, value)
        return count + 1 + found - LEAST

    @njit(**FLAGS)
    def look(count, known_most, known_others, question, game, room, tally):
        """A lower bound of a class's excess, from one guess ahead; -1 where its guesses must be listed."""
        depth, left, free, unit, _, _, repeats, _, level, last = question
        if depth != LOOK or free == 0 or unit == 0 or (level == 0 and len(game[6]) > 0):
            return np.int64(-1)
        if count > BYTES and (left != UNLIMITED or count > WORDS):
            return np.int64(-1)
        twins = twins_of(count, question, game, room)
        many = blocks_of(twins, repeats, game[3], room[7][level], room[3][level])
        most = count_all_parts(count, many, level, game, room, tally)
        order, parts = room[1][level], room[2][level, 0]
        if count > MIDDLE:
            others = classes_besides(count, most, order, game[4], parts, len(game[3]))
            return least_cost(count, most, others, many, level, game, room) * unit
        cost = count + 1 - most
        for i in range(count):
            if parts[game[4][order[i]]] == most:
                cost = count - most
        return bound_of_cost(cost, count, reach_of(count, known_most, known_others, left, last), unit)

    return count_all_parts, look
