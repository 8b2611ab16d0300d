"""Scores of guesses at one position of a listed game, by the matrix or by comparing codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.entropy import table_for
from pegwise.engine.feedback import class_sizes
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Rules

__all__ = ["scorer"]

_WEIGHT = 1 << 17
"""More than the classes of any game: the worst case comes before their number."""


def scorer(kind: int, candidates: Columns, rules: Rules) -> Callable[[Columns], Indices]:
    """Return what gives the scores (G,) of guesses (pegs, G) against candidates; lower is better."""
    weight = int(lists_of(rules).weights[lists_of(rules).secret_places(candidates)].sum())
    table = table_for(weight) if kind == ENTROPY else None

    def score(some: Columns) -> Indices:
        sizes = class_sizes(some, candidates, rules)
        if table is not None:
            return np.asarray(table[sizes].sum(axis=1))
        if kind == SQUARES:
            return np.asarray((sizes * sizes).sum(axis=1))
        parts = np.count_nonzero(sizes, axis=1).astype(np.int64)
        if kind == PARTS:
            return -parts
        worst = sizes.max(axis=1)
        return np.asarray(worst if kind == WORST else _WEIGHT * worst - parts)

    return score
