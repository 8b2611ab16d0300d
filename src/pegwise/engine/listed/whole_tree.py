"""Whole trees of a listed game, from its rules and candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.engine.feedback import bins
from pegwise.engine.listed.guess_scores import MOST_WEIGHT
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import has_matrix, matrix_of
from pegwise.engine.listed.tree_builder import ListedTreeBuilder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.rules import Rules

__all__ = ["build_from_matrix", "has_tree_kernel"]


def has_tree_kernel(rules: Rules) -> bool:
    """Tell whether trees of these rules are built from a matrix of feedback numbers."""
    return rules.is_listed and has_matrix(rules) and rules.weight <= MOST_WEIGHT


def build_from_matrix(
    rules: Rules,
    kind: int,
    candidates: NDArray[np.integer[Any]],
    first: int | None = None,
    *,
    candidates_only: bool = False,
) -> TreeArrays:
    """Build the tree of a strategy from a position with these candidates, places among the secrets.

    ``first``: the place, among the guesses, of a first guess to make. Raises what
    :func:`~pegwise.limit.spend` raises.
    """
    lists = lists_of(rules)
    builder = ListedTreeBuilder(
        matrix_of(rules), lists.secret_of, lists.guess_of, lists.weights, bins(rules), kind, candidates_only
    )
    return builder.build(candidates, first)
