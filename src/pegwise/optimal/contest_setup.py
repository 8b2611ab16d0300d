"""Sets up the contest of a position: its guesses in the order of what their classes' sizes say they cost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED, floors
from pegwise.engine.running.kernel_loader import kernel
from pegwise.limit import spend
from pegwise.optimal.guess_contest import Contest
from pegwise.optimal.guesses_to_search import in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import AnswerMatrix, Places, Question

__all__ = ["after_one", "contest_of", "largest_classes", "most_even"]

_PAIRS, _COUNTED, _FEW = 1 << 20, 1 << 22, 1 << 16
"""Pairs of codes between two looks at the limit, some 10 ms, in numpy and in a kernel; guesses that are
sorted in no time."""


def after_one(question: Question) -> Question:
    """What is asked of the classes of a guess."""
    left, free = question.left, question.free
    if left == UNLIMITED and free in (UNLIMITED, 0):
        return question
    return replace(
        question,
        left=left if left == UNLIMITED else left - 1,
        free=free if free in (UNLIMITED, 0) else free - 1,
    )


def contest_of(
    matrix: AnswerMatrix,
    members: Places,
    question: Question,
    cap: int,
    *,
    every: Places,
    asked: Places | None = None,
) -> Contest:
    """Guesses at a position, by their bounds from the sizes of their classes.

    ``every``: all that differ there; ``asked``: those to weigh, if not all.
    """
    guesses = every if asked is None else asked
    if len(guesses) < _FEW:  # more of them ascend anyway
        guesses = np.sort(guesses)
    if asked is None:
        sizes, most, others = _sizes(matrix, guesses, members)
    else:
        (sizes, _, _), (_, most, others) = _sizes(matrix, guesses, members), _sizes(matrix, every, members)
    floor = floors(len(members), most, others, after_one(question))
    bounds, evens = np.empty(len(guesses), np.int64), np.empty(len(guesses), np.int64)
    idle = np.zeros(len(guesses), np.bool_)
    step = max(1, _PAIRS // sizes.shape[1])
    for start in range(0, len(guesses), step):
        spend(0)
        some = slice(start, start + step)
        part = sizes[some].astype(np.int64)
        parts, wins = (part > 0).sum(axis=1), part[:, -1]
        split = (len(members) + 1 - parts - wins) * question.unit
        bounds[some] = np.minimum(split + floor[part[:, :-1]].sum(axis=1), IMPOSSIBLE)
        idle[some] = (parts == 1) & (wins == 0)
        evens[some] = (
            part.max(axis=1)
            if question.unit == 0 and not question.last
            else 2 * (part * part).sum(axis=1) - wins
        )
        if asked is None:
            bounds[some][idle[some]] = IMPOSSIBLE
    order, largest = in_order(bounds, evens), sizes[:, :-1].max(axis=1, initial=0)
    return Contest(guesses[order], bounds[order], most, others, cap, idle=idle[order], largest=largest[order])


def most_even(matrix: AnswerMatrix, guesses: Places, members: Places) -> int:
    """The guess of the highest entropy, the first of equals."""
    sizes, _, _ = _sizes(matrix, guesses, members)
    step = max(1, _PAIRS // sizes.shape[1])
    starts = range(0, len(guesses), step)
    costs = np.concatenate([matrix.weights[sizes[start : start + step]].sum(axis=1) for start in starts])
    return int(guesses[costs.argmin()])


def largest_classes(matrix: AnswerMatrix, guesses: Places, members: Places) -> NDArray[np.integer[Any]]:
    """The size of the largest class of each guess, its win left out."""
    sizes, _, _ = _sizes(matrix, guesses, members)
    largest: NDArray[np.integer[Any]] = sizes[:, :-1].max(axis=1, initial=0)
    return largest


def _sizes(
    matrix: AnswerMatrix, guesses: Places, members: Places
) -> tuple[NDArray[np.integer[Any]], int, int]:
    """Class sizes, (guesses, labels), and the most classes of a guess: with the win, and besides it."""
    width, most, others = matrix.win + 1, 0, 0
    sizes = np.empty((len(guesses), width), np.min_scalar_type(len(members)))
    step = max(1, min(_COUNTED // max(1, len(members)), _PAIRS // width))
    lanes, room = np.empty((4, width), np.int32), np.empty((min(step, len(guesses)), width), np.int32)
    for start in range(0, len(guesses), step):
        spend(0)
        some = np.ascontiguousarray(guesses[start : start + step], np.int32)
        counts = room[: len(some)]
        if width > 1:  # a game of one code needs no kernel
            kernel("class_sizes")(matrix.across, some, members, counts, lanes)
        else:
            counts[:] = len(members)
        sizes[start : start + step] = counts
        most = max(most, int((counts > 0).sum(axis=1).max()))
        others = max(others, int((counts[:, :-1] > 0).sum(axis=1).max()))
    return sizes, most, others
