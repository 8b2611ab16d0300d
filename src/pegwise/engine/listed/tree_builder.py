"""Builds strategy trees of listed games: large positions one at a time, small ones in compiled batches.

The feedback numbers are a matrix (G, S), guesses by secrets; the last number is the win. A position is large
if it compares more than ``SMALL_PAIRS`` pairs. Small sisters are gathered from the matrix into a block of
their own columns, in which the kernel grows all that is below them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import batched, grouped
from pegwise.engine.entropy import exact_ranks, margin_for
from pegwise.engine.feedback import bins
from pegwise.engine.listed.guess_scores import MOST_WEIGHT, class_sizes, scores
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import has_matrix, matrix_of
from pegwise.engine.matrix_growth import grow_from_matrix
from pegwise.engine.running import arrays
from pegwise.engine.score_kinds import ENTROPY
from pegwise.engine.tree_arrays import arrays_from, grown, single_node
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import Nodes, TreeArrays
    from pegwise.rules import Rules

    Places = NDArray[np.integer[Any]]
    Order = NDArray[np.int64]
    Sisters = list[tuple[int, Order]]

SMALL_PAIRS = 1 << 23
"""Most pairs of a small position, or of small sisters together: some 10 ms."""
SMALL_MATRIX = 1 << 19
"""Bytes of a matrix that stays in the cache as it is."""


@dataclass(frozen=True)
class ListedTreeBuilder:
    """One strategy in one listed game.

    ``matrix`` (G, S): the number of each guess and secret, below ``bins``; the last is the win. ``guess_of``
    (S,): the guess that a secret is. ``weights`` (S,): at least 1.
    """

    matrix: NDArray[np.uint8]
    guess_of: NDArray[np.int32]
    weights: NDArray[np.int64]
    bins: int
    kind: int
    candidates_only: bool = False

    def build(self, subset: Places, first: int | None = None) -> TreeArrays:
        """Build the tree of some secrets, with ``first`` as its first guess if there is one.

        Raises:
            ValueError: If there are no secrets, or their weights sum to more than ``MOST_WEIGHT``.
        """
        order = np.unique(np.asarray(subset, np.int64))
        total = int(self.weights[order].sum()) if len(order) else 0
        if not 0 < total <= MOST_WEIGHT:
            raise ValueError(f"the weights of the secrets sum to {total}, not to 1 to {MOST_WEIGHT}")
        order = order[np.argsort(self.guess_of[order], kind="stable")]

        def parts(sisters: Sisters) -> Iterator[tuple[Sequence[int], Nodes, Sisters | None]]:
            nonlocal first
            for run in batched(sisters, SMALL_PAIRS // len(self.matrix), lambda each: len(each[1])):
                numbers, orders = zip(*run, strict=True)
                if first is None and self._is_small(orders[0]):
                    yield numbers, self._small(orders, total), None
                    continue
                guess, first = (self.best(orders[0]) if first is None else first), None
                weight = int(self.weights[orders[0]].sum())
                yield numbers, single_node(guess, weight), self._below(orders[0], guess)

        return arrays_from(grown([(0, order)], parts))

    def best(self, order: Order) -> int:
        """Return the best guess for some candidates: of equal ones a candidate, and then the lowest."""
        pool = self.guess_of[order] if self.candidates_only else None
        found = scores(self.kind, self.matrix, pool, order, self.weights, spend)
        margin = margin_for(int(self.weights[order].sum())) if self.kind == ENTROPY else 0
        near = np.flatnonzero(found <= found.min() + margin)
        guesses = near if pool is None else pool[near].astype(np.int64)
        if (found[near] != found[near[0]]).any():
            sizes = class_sizes(self.matrix, guesses, order, self.weights, self.bins)
            guesses = guesses[exact_ranks(sizes) == 0]
        inside = guesses[np.isin(guesses, self.guess_of[order])]
        return int((inside if len(inside) else guesses).min())

    def _is_small(self, order: Order) -> bool:
        return len(order) * (len(order) if self.candidates_only else len(self.matrix)) <= SMALL_PAIRS

    def _below(self, order: Order, guess: int) -> Sisters:
        """Return all positions after a guess."""
        parts = grouped(self.matrix[guess, order], order)
        return [(number, part) for number, part in parts if number != self.bins - 1]

    def _small(self, orders: Sequence[Order], total: int) -> Nodes:
        secrets = np.concatenate(orders)
        matrix = self.matrix
        whole = self.candidates_only or matrix.size <= SMALL_MATRIX
        columns = secrets if whole else np.arange(len(secrets), dtype=np.int64)
        return grow_from_matrix(
            self.kind,
            self.candidates_only,
            matrix if whole else _block(matrix, secrets),
            (columns, self.weights[secrets], self.guess_of[secrets]),
            [len(order) for order in orders],
            total,
            spend,
            lambda some: self.best(some if whole else secrets[some]),
        )


def _block(matrix: NDArray[np.uint8], columns: Order) -> NDArray[np.uint8]:
    out: NDArray[np.uint8] = arrays.empty((len(matrix), len(columns)), np.uint8)
    # numpy casts no wider integers than its own here, which have 32 bits in a browser.
    return np.take(matrix, columns.astype(np.intp), axis=1, out=out, mode="clip")


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
        matrix_of(rules), lists.guess_of, lists.weights, bins(rules), kind, candidates_only
    )
    return builder.build(candidates, first)
