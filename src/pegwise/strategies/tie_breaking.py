"""Which guess is preferred among equals: a candidate, then the lowest code.

The kernels that build whole trees (``engine.enumerated.tree_builder``) follow the same rule. First scores
may be rounded; where those of several guesses are within a margin of each other, the strategy itself decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.candidates import Candidates, EnumeratedCandidates
from pegwise.engine.code_space import Columns, Indices, to_code, weights_of
from pegwise.engine.feedback import class_sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.rules import Code, Rules
    from pegwise.strategies.scored_guesses import ScoredGuesses


def best_of(
    strategy: ScoredGuesses,
    candidates: Candidates,
    number: int,
    pool: Columns,
    scores: list[NDArray[Any]],
    split: Columns | None,
) -> list[Code]:
    """Return the best of the guesses in ``pool`` by their scores against the codes that they split.

    None stands for all codes of the game, which then need no list.
    """
    rules, leading = candidates.rules, scores[0]
    number, margin = min(number, len(leading)), strategy.margin(_weight(split, rules))
    cut = np.partition(leading, number - 1)[number - 1] if number else 0
    near = np.flatnonzero(leading <= cut + margin)
    guesses, scores = pool[:, near], [score[near] for score in scores]
    if margin:
        scores[0] = _ranks(
            scores[0], margin, lambda run: strategy.settle(sizes_of(guesses[:, run], split, rules))
        )
    is_other = ~_held(candidates, guesses)
    order = np.lexsort((np.arange(len(near), dtype=np.int64), is_other, *reversed(scores)))
    return [rules.spelled(to_code(guesses[:, place])) for place in order[:number]]


def sizes_of(guesses: Columns, split: Columns | None, rules: Rules) -> Indices:
    """Return the class sizes of guesses (pegs, G), shape (G, bins), of these codes or of all."""
    if split is not None:
        return class_sizes(guesses, split, rules)
    from pegwise.engine.unlimited.candidate_count import opening_sizes

    return opening_sizes(guesses, rules)


def _weight(split: Columns | None, rules: Rules) -> int:
    """Return how much these codes, or all of the game, count together."""
    weights = None if split is None else weights_of(split, rules)
    return rules.size if split is None else split.shape[1] if weights is None else int(weights.sum())


def _ranks(scores: NDArray[Any], margin: int, settle: Callable[[Indices], Indices]) -> NDArray[np.int64]:
    """Return exact ranks of guesses from their first scores; ``settle`` ranks those too close to tell."""
    ranks, rank = np.zeros(len(scores), np.int64), 0
    order = np.argsort(scores, kind="stable")
    for run in np.split(order, np.flatnonzero(np.diff(scores[order]) > margin) + 1):
        if len(run) and np.ptp(scores[run]) > 0:
            ranks[run] = rank + settle(run)
        else:
            ranks[run] = rank
        rank = int(ranks[run].max(initial=rank)) + 1
    return ranks


def _held(candidates: Candidates, codes: Columns) -> NDArray[np.bool_]:
    """Tell which of the codes are candidates."""
    if isinstance(candidates, EnumeratedCandidates):
        return candidates.holds(codes)
    return np.fromiter((to_code(code) in candidates for code in codes.T), np.bool_, codes.shape[1])
