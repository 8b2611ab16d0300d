"""Which guess is preferred among equals: a candidate, then the lowest code.

The kernels that build whole trees (``engine.enumerated.tree_builder``) follow the same rule. First scores
may be rounded; where those of several guesses are within a margin of each other, the strategy itself decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.candidates import Candidates, EnumeratedCandidates
from pegwise.engine.code_space import to_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Code
    from pegwise.strategies.splits import Splits

__all__ = ["best_of"]


def best_of(
    candidates: Candidates,
    number: int,
    pool: Columns,
    splits: Splits,
    scores: list[NDArray[Any]],
    margin: int,
    settle: Callable[[Indices], Indices],
) -> list[Code]:
    """Return the best of the guesses in ``pool`` by their scores against the codes that they split."""
    rules = candidates.rules
    leading = scores[0]
    number = min(number, len(leading))
    cut = np.partition(leading, number - 1)[number - 1] if number else 0
    near = np.flatnonzero(leading <= cut + margin)
    scores = [score[near] for score in scores]
    if margin:
        scores[0] = _ranks(scores[0], margin, pool[:, near], splits, settle)
    is_other = ~_held(candidates, pool[:, near])
    order = np.lexsort((np.arange(len(near), dtype=np.int64), is_other, *reversed(scores)))
    return [rules.spelled(to_code(pool[:, near[place]])) for place in order[:number]]


def _ranks(
    scores: NDArray[Any], margin: int, guesses: Columns, splits: Splits, settle: Callable[[Indices], Indices]
) -> NDArray[np.int64]:
    """Return exact ranks of guesses from their first scores; those too close to tell are settled."""
    ranks = np.zeros(len(scores), np.int64)
    rank = 0
    for run in _runs(scores, margin):
        if len(run) and np.ptp(scores[run]) > 0:
            ranks[run] = rank + settle(splits.sizes(guesses[:, run]))
        else:
            ranks[run] = rank
        rank = int(ranks[run].max(initial=rank)) + 1
    return ranks


def _held(candidates: Candidates, codes: Columns) -> NDArray[np.bool_]:
    """Tell which of the codes are candidates."""
    if isinstance(candidates, EnumeratedCandidates):
        return candidates.holds(codes)
    return np.fromiter((to_code(code) in candidates for code in codes.T), np.bool_, codes.shape[1])


def _runs(scores: NDArray[Any], margin: int) -> list[NDArray[np.int64]]:
    """Return the places of scores in ascending order, cut where neighbors differ by more than the margin."""
    order = np.argsort(scores, kind="stable")
    cuts = np.flatnonzero(np.diff(scores[order]) > margin) + 1
    return np.split(order, cuts)
