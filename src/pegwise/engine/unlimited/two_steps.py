"""Compares guesses by what the guesses after them would leave, if there are few candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import bins, feedback_numbers
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.scoring import Code, Scorer

__all__ = ["two_steps"]


def two_steps(scorer: Scorer, guesses: Sequence[Code]) -> tuple[Code, ...]:
    """The same guesses, best first, if each class that one leaves is given the best guess among its codes.

    That guess is the best by ``scorer``'s table, of which entry 1 is one guess. A limit in force may end it:
    raises :class:`~pegwise.limit.LimitReached`.
    """
    codes, unit = scorer.codes, int(scorer.table[1])
    # Answers are numbered as they occur, so that few are counted.
    won = bins(scorer.rules) - 1
    between = feedback_numbers(codes, codes, scorer.rules)
    occurring, answers = np.unique(np.append(between.ravel(), won), return_inverse=True)
    win, kinds = int(np.searchsorted(occurring, won)), len(occurring)
    answers = answers[:-1].reshape(between.shape)
    scores: list[int] = []
    for told in feedback_numbers(np.array(guesses, np.uint32).T, codes, scorer.rules):
        spend(0)
        order = np.argsort(told, kind="stable")
        cuts = np.flatnonzero(np.diff(told[order])) + 1
        score = 0
        for members in np.split(order, cuts):
            if told[members[0]] == won:
                continue
            inside = answers[np.ix_(members, members)]
            score += unit * len(members) + _least_after(inside, win, kinds, scorer.table)
        scores.append(score)
    return tuple(guesses[place] for place in np.argsort(scores, kind="stable"))


def _least_after(answers: NDArray[np.intp], win: int, kinds: int, table: NDArray[np.int64]) -> int:
    """The least sum of ``table`` over the classes that one code of a class leaves, but for its own."""
    size = len(answers)
    if size == 1:
        return 0
    sizes = occurrences(
        (answers + kinds * np.arange(size, dtype=np.int64)[:, None]).ravel(), minlength=kinds * size
    )
    left = sizes.reshape(size, kinds)
    left[:, win] = 0
    return int(table[left].sum(axis=1).min())
