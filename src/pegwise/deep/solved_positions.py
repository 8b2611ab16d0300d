"""Trees of least total for small positions, several in one table of feedback."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes, batched, chosen, codes_at, places_of
from pegwise.engine.enumerated.optimum_search import AnswerMatrix, Places, Question, Searcher
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.engine.feedback import feedback_numbers
from pegwise.limit import LimitReached, spend
from pegwise.optimal.guesses_to_search import different

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.enumerated.tree_builder import Ints, Order
    from pegwise.engine.tree_arrays import Nodes
    from pegwise.rules import Rules

_PAIRS = 1 << 24
"""Pairs of a guess and a candidate in one table: two tables of 16 MB."""
_TABLE = 4 << 20
"""Bytes of the table of sets that were solved before."""


@dataclass(frozen=True)
class Solved:
    """Solves small positions of one game, in one thread. ``stop`` (1,) is set to end the work.

    The tree of a set of candidates depends on nothing but the set: at every node it makes the first guess
    that comes to the least total, candidates before other codes, then lower codes before higher ones.
    """

    rules: Rules
    stop: Ints

    @cached_property
    def table(self) -> SolvedTable:
        """What is known of sets, whatever position they occur in."""
        return SolvedTable(_TABLE)

    def trees(self, orders: Sequence[Order]) -> list[Nodes]:
        """The trees of least total of these sets of candidates, each by ascending places."""
        if all(len(order) <= 2 for order in orders):
            return [self._one_after_another(order) for order in orders]
        done: list[Nodes] = []
        every = all_codes(self.rules)
        for some in batched(orders, max(1, _PAIRS // self.rules.size), len):
            codes = np.unique(np.concatenate(some))
            columns = codes_at(codes.astype(np.int64), self.rules)
            pool = chosen(every, different(every, columns, self.rules))
            searcher = Searcher(AnswerMatrix(self.rules, columns, pool), self.table, stop=self.stop)
            done += [self._tree(searcher, np.searchsorted(codes, order).astype(np.int32)) for order in some]
        return done

    def _one_after_another(self, order: Order) -> Nodes:
        """The tree of one or two candidates; the games of most feedback have no search."""
        columns = codes_at(order.astype(np.int64), self.rules)
        numbers = [0, int(feedback_numbers(columns[:, :1], columns[:, -1:], self.rules)[0, 0])]
        counts = range(len(order), 0, -1)
        return np.array([order, range(-1, len(order) - 1), numbers[: len(order)], counts], np.int32)

    def _tree(self, searcher: Searcher, members: Places) -> Nodes:
        """The tree of these candidates, by their places in the matrix."""
        matrix, tree = searcher.matrix, searcher.tree(members, Question())
        if self.stop[0]:
            raise LimitReached("the work was stopped")
        assert tree is not None  # noqa: S101 - any number of guesses is allowed
        spend(0)
        tree[:, 0] = places_of(matrix.pool[:, tree[:, 0]], matrix.rules)
        tree[1:, 2] = matrix.numbers[tree[1:, 2]]
        tree[0, 2] = 0
        return np.ascontiguousarray(tree.T, np.int32)
