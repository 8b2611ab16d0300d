"""Makes the strategy tree of what a solver knows: at every position the first guess that is good enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.searching import AFRESH, FIRST_FIT, Question
from pegwise.engine.space import places_of
from pegwise.engine.tree_arrays import TreeArrays
from pegwise.optimal.contests import after_one
from pegwise.optimal.guesses import in_order
from pegwise.optimal.solver import LARGE, Solver
from pegwise.progress import report

if TYPE_CHECKING:
    from pegwise.engine.searching import Places
    from pegwise.optimal.solver import Path

__all__ = ["NoTree", "grow_best"]


class NoTree(Exception):  # noqa: N818 - an event more than an error
    """Among so few guesses there is none that keeps to the guesses allowed."""


class _Open(NamedTuple):
    """A node whose guess is not chosen yet."""

    path: Path
    members: Places
    question: Question
    parent: int
    number: int


def grow_best(solver: Solver, question: Question, first: int | None = None, width: int = 0) -> TreeArrays:
    """The tree of least excess, or with a ``width`` the best of a search of that width.

    ``first``: the guess to make first, by its place in the pool; None for the best. Raises
    :class:`~pegwise.optimal.solver.Stopped`, and with a width :class:`NoTree`.
    """
    matrix = solver.matrix
    rows: list[tuple[int, int, int, int]] = []
    stack = [_Open((), solver.everything(), question, -1, int(matrix.numbers[-1]))]
    found = 0
    while stack:
        node = stack.pop()
        guess = first if first is not None and not rows else _guess(solver, node, width)
        here = len(rows)
        rows.append((guess, node.parent, node.number, len(node.members)))
        classes = solver.classes(guess, node.members)
        found += len(node.members) - sum(len(part) for _, part in classes)
        after = after_one(node.question)
        stack += [
            _Open((*node.path, guess), part, after, here, int(matrix.numbers[label]))
            for label, part in reversed(classes)
        ]
        report("secrets", found, len(matrix.codes))
    guesses, parents, answers, counts = np.array(rows, np.int64).T
    return TreeArrays(
        guesses=places_of(matrix.pool[:, guesses], solver.rules).astype(np.int32),
        parents=parents.astype(np.int32),
        answers=answers.astype(np.int16),
        counts=counts.astype(np.int32),
    )


def _guess(solver: Solver, node: _Open, width: int) -> int:
    members, question = node.members, node.question
    if len(members) <= 2:
        if question.left < len(members):
            raise NoTree
        return int(solver.matrix.places[members[0]])
    if width:
        options: dict[str, Any] = {}
        if len(members) > LARGE:
            options["listed"] = solver.guesses(node.path, members, question)
        guess = solver.search(members, question, depth=AFRESH, width=width, **options)[1]
        if guess < 0:
            raise NoTree
        return guess
    value = solver.excess(node.path, members, question)
    if len(members) <= LARGE:
        return solver.search(members, question, depth=FIRST_FIT, cap=value + 1)[1]
    return _first_fit(solver, node, value)


def _first_fit(solver: Solver, node: _Open, value: int) -> int:
    """The first of a large position's guesses that comes to this value."""
    guesses = solver.guesses(node.path, node.members, node.question)
    own = np.zeros(solver.matrix.pool.shape[1], np.int64)
    own[solver.matrix.places[node.members]] = 1
    contest = solver.contest(node.members, node.question, value + 1, every=guesses)
    order = in_order(-own[contest.guesses], contest.guesses)
    contest.guesses, contest.bounds = contest.guesses[order], contest.bounds[order]
    return solver.first_below(contest, node.path, node.members, node.question)
