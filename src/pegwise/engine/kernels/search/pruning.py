"""What is known of a set of candidates before it is searched, and what is kept after, as numba functions.

``question``, ``game`` and ``room`` are as in ``kernel``; ``mine`` (4,) are a set's two keys, and those of its
canonical name once it has one.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.canonical.sets import canonical_set
from pegwise.engine.kernels.search.class_steps import bound_of_cost, members_first
from pegwise.engine.kernels.search.interface import FIRST_FIT, GLANCE, LOOK, NO_NAMES
from pegwise.engine.kernels.search.state import (
    ALIKE,
    BEST,
    CHAMPION,
    COST,
    GLANCES,
    LAST,
    NAMED,
    REACH,
    RECALLED,
    REST,
    SMALL,
    STATE,
)
from pegwise.engine.kernels.search.transposition_table import UNKNOWN, expect, probe, store
from pegwise.engine.kernels.teaching import FLAGS, teach

__all__ = ["finish", "is_given", "keep", "recall", "recall_alike"]

BUDGET = 64
"""Marks the canonical name of a set may try."""

teach(canonical_set)
_canonical_set = njit(**FLAGS)(canonical_set)


@njit(**FLAGS)
def is_given(question, listed):
    """Whether the guesses of this position are given, so that its excess is not that of its set."""
    return question[8] == 0 and (len(listed) > 0 or question[0] >= FIRST_FIT)


@njit(**FLAGS)
def keep(count, mine, lower, upper, room):
    """Keeps bounds under both keys of a set; those of a small one where they are found soon, too."""
    store(mine[0], mine[1], lower, upper, room[0])
    store(mine[2], mine[3], lower, upper, room[0])
    if count <= SMALL:
        store(mine[0], mine[1], lower, upper, room[9])


@njit(**FLAGS)
def _probed(mine, at, lower, upper, cap, width, table):
    """(lower, upper, settled, met) by what the table has under one of a set's keys."""
    low, high = probe(mine[at], mine[at + 1], table)
    if low < 0:
        return lower, upper, False, False
    lower, upper = max(lower, low), min(upper, high)
    return lower, upper, lower >= upper or lower >= cap or (width > 0 and upper < cap), True


@njit(**FLAGS)
def _glance_at(count, lower, question, game, room, tally):
    """(lower, upper) by what members do."""
    _, left, _, unit, _, _, _, _, level, last = question
    tally[GLANCES] += 1
    most = members_first(room[1][level], count, game[0], game[4], room[4][level, 2], room[4][level, 1])
    if most == count:
        value = np.int64(count - 1) if left == 2 and last else np.int64(0)
        return value, value
    lower = max(lower, unit)
    if (count == 3 or most == count - 1) and (left >= 4 or (left == 3 and not last)):
        return lower, unit
    return lower, np.int64(UNKNOWN)


@njit(**FLAGS)
def _recall_small(count, lower, cap, question, mine, game, room, tally):
    """(lower, upper, settled) of a small set: from the near table, from its members, from the far table.

    Most sets are small, and what their members tell takes little longer than to read it from the far table.
    So it is kept in the near one alone.
    """
    depth, width = question[0], question[4]
    lower, upper, settled, met = _probed(mine, 0, lower, UNKNOWN, cap, width, room[9])
    tally[RECALLED] += met
    if settled:
        return lower, upper, True
    if not met:
        expect(mine[0], room[0])
        lower, upper = _glance_at(count, lower, question, game, room, tally)
        if lower >= upper or lower >= cap:
            store(mine[0], mine[1], lower, upper, room[9])
            return lower, upper, True
    lower, upper, settled, far = _probed(mine, 0, lower, upper, cap, width, room[0])
    if far or not met:
        store(mine[0], mine[1], lower, upper, room[9])
    settled = settled or (depth == LOOK and far) or (depth == GLANCE and not met and not far)
    return lower, upper, settled


@njit(**FLAGS)
def _answer(lower, upper, cap, width):
    """What a search of a set returns: with a width its upper bound, if that is below the cap."""
    return upper if width > 0 and upper < cap else lower


@njit(**FLAGS)
def finish(count, lower, upper, cap, mine, given, question, room, rest):
    """Keeps what was found, and returns it."""
    depth, _, _, unit, width, _, _, _, level, _ = question
    state = room[5][level, STATE]
    best, left_out = state[BEST], state[REST]
    if 0 <= state[COST] <= state[LAST]:
        left_out = min(left_out, bound_of_cost(state[COST], count, state[REACH], unit))
    if level == 0:
        rest[2][1] = state[CHAMPION]
    if depth == LOOK:
        lower = max(lower, min(left_out, best))
    elif width and best < cap:
        upper = min(upper, best)
    elif best < cap:
        lower, upper = best, best
    elif width:
        return max(lower, cap)  # nothing that wide is below the cap, which says nothing of the rest
    else:
        lower = max(lower, cap, left_out)
    if not given:
        keep(count, mine, lower, upper, room)
    if width and best < cap:
        return best
    return lower


@njit(**FLAGS)
def recall(count, lower, cap, question, mine, game, room, tally):
    """(lower, upper, settled) of a set from the table, and from its members.

    A set that the table knows was looked at or searched before, and another look would hardly tell more.
    """
    depth, width = question[0], question[4]
    if count <= SMALL:
        lower, upper, settled = _recall_small(count, lower, cap, question, mine, game, room, tally)
    else:
        lower, upper, settled, met = _probed(mine, 0, lower, UNKNOWN, cap, width, room[0])
        tally[RECALLED] += met
        settled = settled or (depth == LOOK and met)
    return (_answer(lower, upper, cap, width) if settled else lower), upper, settled


@njit(**FLAGS)
def recall_alike(count, lower, upper, cap, question, mine, game, room, space, rest):
    """(lower, upper, settled) of a set of which so much is known, from sets alike; mine gets its name."""
    depth, width, level, tally = question[0], question[4], question[8], rest[1]
    salt = mine[2]
    if question[5] & NO_NAMES:
        mine[2], mine[3] = mine[0], mine[1]
        return lower, upper, False
    tally[NAMED] += 1
    pegs = game[2].shape[1]
    colors = len(rest[0]) - pegs
    _canonical_set(pegs, colors, BUDGET, game[2], room[1][level], 0, count, space, rest[0])
    mine[2], mine[3] = space[4][0] + salt, space[4][1] ^ salt
    lower, upper, settled, met = _probed(mine, 2, lower, upper, cap, width, room[0])
    tally[ALIKE] += met
    settled = settled or (depth == LOOK and met)
    if settled:
        store(mine[0], mine[1], lower, upper, room[0])
    return (_answer(lower, upper, cap, width) if settled else lower), upper, settled
