"""In what order the classes of a guess are looked into, and how far each time, as numba functions.

First all classes are glanced at, then looked at, then searched. A look into a class of more than ``MIDDLE``
candidates takes many times as long, and often the looks into the other classes are enough, so it comes last.
The search goes in rounds: it raises the bound of each class by little, then by twice as much, until the
guess is no better than the best so far. The first steps of a class cost far less than the last ones, so many
classes raised by little refute a guess with less work than one class that is searched to the end.

``question`` is as in ``kernel``, ``longs`` are those of the position's level.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.search.interface import IMPOSSIBLE, SEARCH
from pegwise.engine.kernels.search.state import DONE, MIDDLE, STATE, STRIDE, WIDE
from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["begin_rounds", "is_open", "next_turn", "note"]

FIRST = 4
"""Excess by which a class is raised in the first round."""


@njit(**FLAGS)
def begin_rounds(large, longs):
    """Begins with the classes of a guess: no one is searched to the end."""
    longs[STATE, STRIDE] = 0
    wide = np.int64(0)
    while wide < large and longs[0, longs[2, wide]] > MIDDLE:
        wide += 1
    longs[STATE, WIDE] = wide
    for x in range(large):
        longs[DONE, longs[2, x]] = 0


@njit(**FLAGS)
def is_open(step, large, longs):
    """Whether classes are left to look into; the last round has no limit but the best guess so far."""
    return step < 3 * large or longs[STATE, STRIDE] > 0 or (large > 0 and step % large > 0)


@njit(**FLAGS)
def next_turn(step, large, best, slack, question, longs):
    """(how far to go, class, what its bound may be raised by; 0 if it is settled) of the next step.

    ``slack``: what the bound of the guess lacks of ``best``. There are no rounds where the values of classes
    are not bounds (with a width), where only 0 and IMPOSSIBLE count, and where nothing is known to be beaten.
    """
    unit, width, last = question[3], question[4], question[9]
    turn, x = step // large, step % large
    if turn == 1:
        x += longs[STATE, WIDE]
        x -= large if x >= large else 0
    label = longs[2, x]
    if turn < 2:
        return np.int64(turn - 1), label, slack
    if step % large == 0:
        stride = (FIRST * max(unit, last)) << (turn - 2)
        is_last = stride == 0 or width > 0 or best >= IMPOSSIBLE >> 1 or stride >= slack
        longs[STATE, STRIDE] = 0 if is_last else stride
    stride = longs[STATE, STRIDE]
    if longs[DONE, label]:
        return np.int64(SEARCH), label, np.int64(0)
    return np.int64(SEARCH), label, min(slack, stride) if stride > 0 else slack


@njit(**FLAGS)
def note(stage, label, is_exact, longs):
    """Notes that a class is searched to the end."""
    if stage == SEARCH and is_exact:
        longs[DONE, label] = 1
