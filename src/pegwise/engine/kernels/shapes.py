"""What a kernel is made for, and the feedback classes that the plane kernels count, in their order.

A shape is a number of pegs, or ``ANY``, and whether only black is told. Kernels of ``ANY`` take the number of
pegs as an argument: plane kernels do so by counting ``WIDEST`` pegs, of which those that a code has not name
an empty row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ANY = 0
"""In a shape, every number of pegs that has no kernels of its own."""
OWN = range(2, 8)
"""Numbers of pegs with kernels of their own, whose loops over pegs are unrolled."""
WIDEST = 10
"""Most pegs of a game in planes: beyond it there are too many classes to keep at hand."""
STEP = 8
"""Words of 64 bits in one step of the plane kernels."""
STEP_CODES = 64 * STEP
RUN = 7
"""Candidates whose classes are added up in three bits before they are moved into bytes."""


PEG_SHAPES = tuple((pegs, black_only) for pegs in (*OWN, ANY) for black_only in (False, True))
"""All shapes of kernels that depend on the number of pegs."""


def shape_of(pegs: int, black_only: bool) -> tuple[int, bool]:
    """The shape of the kernels that serve a game.

    >>> shape_of(4, False), shape_of(9, True)
    ((4, False), (0, True))
    """
    return (pegs if pegs in OWN else ANY, bool(black_only))


def width_of(pegs: int) -> int:
    """How many pegs the plane kernels count where a game has so many; also for the pegs of a shape."""
    return pegs if pegs in OWN else WIDEST


def classes(pegs: int, black_only: bool) -> list[tuple[int, int]]:
    """(black, total) of every possible feedback, (0, 0) first; totals equal blacks if untold."""
    if black_only:
        return [(black, black) for black in range(pegs + 1)]
    return [
        (black, total)
        for total in range(pegs + 1)
        for black in range(total + 1)
        if (black, total) != (pegs - 1, pegs)
    ]


def counted(pegs: int, black_only: bool) -> list[tuple[int, int]]:
    """The classes that the plane kernels count where a game has so many pegs."""
    return classes(width_of(pegs), black_only)


def class_numbers(pegs: int, black_only: bool) -> NDArray[np.int64]:
    """The feedback number of every class the plane kernels count, in their order.

    Classes of more pegs than a game has stay empty; they get a number that no feedback has.
    """
    nothing = pegs * pegs
    numbers = [pegs * b + t if t <= pegs else nothing for b, t in counted(pegs, black_only)]
    return np.array(numbers, dtype=np.int64)


def class_slots(pegs: int, black_only: bool) -> int:
    """Classes, rounded up to whole vectors: the width of the plane kernels' scratch."""
    return -(-len(counted(pegs, black_only)) // STEP) * STEP
