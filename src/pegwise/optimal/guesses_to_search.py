"""The guesses that a search tries: which can differ at all, and in which order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import Columns, Indices, blocks
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED, floors
from pegwise.engine.enumerated.renamings import has_own_colors
from pegwise.engine.running.kernel_loader import kernel
from pegwise.limit import spend
from pegwise.optimal.guess_contest import Contest, Subposition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import AnswerMatrix, Places, Question
    from pegwise.rules import Rules

    Ints = NDArray[np.int64] | NDArray[np.int32]

_SORTED = 1 << 18
"""Guesses sorted at once: some 10 ms."""
_SAMPLE, _EDGES = 1 << 12, 1 << 6
"""Of more: how many are looked at to find edges between tasks, and how many edges."""


def different(every: Columns, codes: Columns, rules: Rules) -> NDArray[np.bool_]:
    """Which guesses can differ: colors no candidate holds are alike, so the lowest of them do."""
    kept = np.ones(every.shape[1], bool)
    pegs = slice(0, rules.pegs)
    for these in [slice(peg, peg + 1) for peg in range(rules.pegs)] if has_own_colors(rules) else [pegs]:
        _keep_lowest(kept, every[these], codes[these], rules)
    return kept


def _keep_lowest(kept: NDArray[np.bool_], every: Columns, codes: Columns, rules: Rules) -> None:
    """Keep of the guesses those that hold no color at these pegs for which a lower one would do."""
    held = np.zeros(rules.colors, bool)
    for some in blocks(codes.shape[1]):
        held[codes[:, some]] = True
    unused = np.flatnonzero(~held)
    for some in blocks(every.shape[1]):
        for lower, color in pairwise(unused.tolist()):
            is_color = every[:, some] == color
            here = is_color.any(axis=0)
            if rules.repeats:
                kept[some] &= ~here
            else:
                is_lower = every[:, some] == lower
                sooner = is_lower.argmax(axis=0) < is_color.argmax(axis=0)
                kept[some] &= ~here | (is_lower.any(axis=0) & sooner)


def in_order(first: Ints, then: Ints) -> Indices:
    """The places of guesses by one figure, then by another, then as they are."""
    return np.concatenate(
        [np.zeros(0, np.int64), *_tasks(np.arange(len(first), dtype=np.int64), (first, then))]
    )


def _tasks(places: Indices, keys: tuple[Ints, ...]) -> Iterator[Indices]:
    """The places in order, task by task: between edges, and at an edge, where the next key tells."""
    spend(0)
    if not keys:
        yield places
        return
    if len(places) <= _SORTED:
        yield places[np.lexsort([key[places] for key in reversed(keys)])]
        return
    sample = np.sort(keys[0][places[:: len(places) // _SAMPLE]])
    edges = np.unique(sample[:: max(1, len(sample) // _EDGES)])
    task = np.empty(len(places), np.int32)  # 2k + 1: at the edge k; 2k: below it
    for some in blocks(len(places)):
        values = keys[0][places[some]]
        task[some] = np.searchsorted(edges, values) + np.searchsorted(edges, values, side="right")
    for number in range(2 * len(edges) + 1):
        here = places[task == number]
        if number % 2:
            yield from _tasks(here, keys[1:])
        else:
            spend(0)
            yield here[np.lexsort([key[here] for key in reversed(keys)])]


_PAIRS, _COUNTED, _FEW = 1 << 20, 1 << 22, 1 << 16
"""Pairs of codes between two looks at the limit, some 10 ms, in numpy and in a kernel; guesses that are
sorted in no time."""


def after_one(question: Question) -> Question:
    """What is asked of the classes of a guess."""
    left, free = question.left, question.free
    if left == UNLIMITED and free in (UNLIMITED, 0):
        return question
    return question._replace(
        left=left if left == UNLIMITED else left - 1,
        free=free if free in (UNLIMITED, 0) else free - 1,
    )


def contest_of(
    matrix: AnswerMatrix,
    here: Subposition,
    cap: int,
    *,
    every: Places,
    asked: Places | None = None,
) -> Contest:
    """Guesses at a position, by their bounds from the sizes of their classes.

    ``every``: all that differ there; ``asked``: those to weigh, if not all.
    """
    _, members, question = here
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
    for some in blocks(len(guesses), max(1, _PAIRS // sizes.shape[1])):
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
    known = {"idle": idle[order], "largest": largest[order]}
    return Contest(guesses[order], bounds[order], most, others, cap, here=here, **known)


def most_even(matrix: AnswerMatrix, guesses: Places, members: Places) -> int:
    """The guess of the highest entropy, the first of equals."""
    sizes, _, _ = _sizes(matrix, guesses, members)
    each = blocks(len(guesses), max(1, _PAIRS // sizes.shape[1]))
    costs = np.concatenate([matrix.weights[sizes[some]].sum(axis=1) for some in each])
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
    for block in blocks(len(guesses), step):
        some = np.ascontiguousarray(guesses[block], np.int32)
        counts = room[: len(some)]
        if width > 1:  # a game of one code needs no kernel
            kernel("class_sizes")(matrix.across, some, members, counts, lanes)
        else:
            counts[:] = len(members)
        sizes[block] = counts
        most = max(most, int((counts > 0).sum(axis=1).max()))
        others = max(others, int((counts[:, :-1] > 0).sum(axis=1).max()))
    return sizes, most, others
