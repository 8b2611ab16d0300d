"""Whole trees by numpy alone: every code is tried at every position; no kernels, bounds or symmetry.

Quicker than ``tests/oracle.py``, against which ``test_building`` holds it on small games.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST, WORST_PARTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Ints: TypeAlias = NDArray[np.integer[Any]]
    Node: TypeAlias = tuple[int, int, int, int]

KINDS = [WORST, SQUARES, ENTROPY, PARTS, WORST_PARTS]
"""All kinds of score that trees are built by."""


@lru_cache(maxsize=4)
def codes_of(rules: Rules) -> Ints:
    """All codes in numeric order, (G, P), colors from 0."""
    colors = range(rules.colors)
    found = product(colors, repeat=rules.pegs) if rules.repeats else permutations(colors, rules.pegs)
    return np.array(list(found), np.int8)


def feedback_numbers(rules: Rules, guesses: Ints, secrets: Ints) -> Ints:
    """P*black + total of each pair, (G, N), or black*(P+1) if only black is told."""
    shape = len(guesses), len(secrets)
    black, total = np.zeros(shape, np.int16), np.zeros(shape, np.int16)
    for peg in range(rules.pegs):
        black += guesses[:, peg, None] == secrets[None, :, peg]
    if not rules.whites:
        return black * (rules.pegs + 1)
    for color in range(rules.colors):
        held, inside = (guesses == color).sum(1), (secrets == color).sum(1)
        total += np.minimum(held[:, None], inside[None, :]).astype(np.int16)
    return black * rules.pegs + total


@lru_cache(maxsize=2)
def table_of(rules: Rules) -> tuple[Ints, list[int]]:
    """The class of every guess (row) with every secret, and the feedback number of each class, ascending."""
    numbers = feedback_numbers(rules, codes_of(rules), codes_of(rules)).astype(np.uint8)
    held = np.flatnonzero(np.bincount(numbers.ravel())).astype(np.uint8)
    return np.searchsorted(held, numbers).astype(np.uint8), held.tolist()


def sizes_of(numbers: Ints, bins: int) -> NDArray[np.int64]:
    """The class sizes (G, bins) of feedback numbers (G, N)."""
    shifted = numbers.astype(np.int64) + np.arange(len(numbers))[:, None] * bins
    return np.bincount(shifted.ravel(), minlength=len(numbers) * bins).reshape(-1, bins)


def best_of(kind: int, sizes: NDArray[np.int64]) -> NDArray[np.intp]:
    """The rows of class sizes (G, bins) with the best score."""
    worst, parts = sizes.max(1), (sizes > 0).sum(1)
    if kind == ENTROPY:
        scores = (sizes * np.log2(np.maximum(sizes, 1))).sum(1)
        near = np.flatnonzero(scores <= scores.min() + 1e-6)
        rows, which = np.unique(np.sort(sizes[near], axis=1), axis=0, return_inverse=True)
        exact = [math.prod(n**n for n in row if n > 1) for row in rows.tolist()]
        least = np.array([value == min(exact) for value in exact])
        best: NDArray[np.intp] = near[least[which.ravel()]]
        return best
    score = {
        WORST: worst,
        SQUARES: (sizes**2).sum(1),
        PARTS: -parts,
        WORST_PARTS: worst * (sizes.shape[1] + 1) - parts,
    }[kind]
    return np.flatnonzero(score == score.min())


def tree(
    rules: Rules,
    kind: int,
    candidates: Sequence[int] | None = None,
    first: int | None = None,
    candidates_only: bool = False,
) -> list[Node]:
    """(guess, parent, feedback number, candidates) of every node in preorder."""
    table, held = table_of(rules)
    win = len(held) - 1
    nodes: list[Node] = []
    start = np.arange(rules.size) if candidates is None else np.array(candidates)
    stack: list[tuple[Ints, int, int]] = [(start, -1, 0)]
    while stack:
        order, parent, answer = stack.pop()
        guess = int(order[0])
        if not nodes and first is not None:
            guess = first
        elif len(order) > 2:
            pool = order if candidates_only else np.arange(rules.size)
            best = pool[best_of(kind, sizes_of(table[np.ix_(pool, order)], win + 1))]
            inside = best[np.isin(best, order)]
            guess = int(inside[0] if len(inside) else best[0])
        here = len(nodes)
        nodes.append((guess, parent, answer, len(order)))
        told = table[guess][order]
        left = [place for place in np.unique(told).tolist() if place != win]
        stack += [(order[told == place], here, held[place]) for place in reversed(left)]
    return nodes
