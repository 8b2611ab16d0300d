"""Scores of guesses at one position of a listed game: by the matrix where there is one, else code by code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.entropy import table_for
from pegwise.engine.feedback import bins, class_sizes
from pegwise.engine.listed import guess_scores
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import is_worth_a_matrix, matrix_of
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST_PARTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Rules

__all__ = ["scorer"]

_WEIGHT = 1 << 17
"""More than the classes of any game: the worst case comes before their number."""


def scorer(kind: int, guesses: int, candidates: Columns, rules: Rules) -> Callable[[Columns], Indices]:
    """Return what gives the scores (G,) of guesses (pegs, G) against candidates; lower is better.

    ``guesses``: how many will be asked about.
    """
    lists = lists_of(rules)
    places = lists.secret_places(candidates)
    if is_worth_a_matrix(rules, guesses * len(places)):
        matrix, width = matrix_of(rules), bins(rules)
        return lambda some: guess_scores.scores(
            kind, matrix, lists.guess_places(some), places, lists.weights, width, lambda _: None
        )
    table = table_for(int(lists.weights[places].sum())) if kind == ENTROPY else None

    def score(some: Columns) -> Indices:
        sizes = class_sizes(some, candidates, rules)
        if table is not None:
            return np.asarray(table[sizes].sum(axis=1))
        if kind == SQUARES:
            return np.asarray((sizes * sizes).sum(axis=1), np.int64)
        parts = np.count_nonzero(sizes, axis=1).astype(np.int64)
        if kind == PARTS:
            return -parts
        worst: Indices = np.max(sizes, axis=1)
        return _WEIGHT * worst - parts if kind == WORST_PARTS else worst

    return score
