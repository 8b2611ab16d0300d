"""Trees of least total for small positions, several in one table of feedback."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes, chosen, codes_at, grouped, places_of
from pegwise.engine.enumerated.optimum_search import FIRST_FIT, AnswerMatrix, Question, Searcher
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.limit import LimitReached, spend
from pegwise.optimal.guesses_to_search import batched, different

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import Places
    from pegwise.engine.enumerated.tree_builder import Nodes, Order
    from pegwise.rules import Rules

    Ints = NDArray[np.int64]

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
    tally: Ints = field(default_factory=lambda: np.zeros(1, np.int64))

    @cached_property
    def table(self) -> SolvedTable:
        """What is known of sets, whatever position they occur in."""
        return SolvedTable(_TABLE)

    def trees(self, orders: Sequence[Order]) -> list[Nodes]:
        """The trees of least total of these sets of candidates, each by ascending places."""
        done: list[Nodes] = []
        for some in batched(orders, max(1, _PAIRS // self.rules.size), len):
            codes = np.unique(np.concatenate(some))
            search = _Search(self, codes)
            done += [search.tree(np.searchsorted(codes, order).astype(np.int32)) for order in some]
        return done


class _Search:
    """The search over the subsets of some candidates."""

    def __init__(self, solved: Solved, codes: Order) -> None:
        rules, every = solved.rules, all_codes(solved.rules)
        columns = codes_at(codes.astype(np.int64), rules)
        pool = chosen(every, different(every, columns, rules))
        self.solved, self.matrix = solved, AnswerMatrix(rules, columns, pool)
        self.searcher = Searcher(self.matrix, solved.table, stop=solved.stop)

    def tree(self, members: Places) -> Nodes:
        """The tree of these candidates, by their places in the matrix."""
        matrix, rows = self.matrix, list[tuple[int, int, int, int]]()
        pending = [(members, -1, 0)]
        while pending:
            members, parent, number = pending.pop()
            guess, here = self._guess(members), len(rows)
            rows.append((guess, parent, number, len(members)))
            if len(members) == 1:
                continue
            classes = grouped(matrix.across[guess, members], members)
            pending += [
                (part, here, int(matrix.numbers[label]))
                for label, part in reversed(classes)
                if label != matrix.win
            ]
        nodes = np.array(rows, np.int32).T
        nodes[0] = places_of(matrix.pool[:, nodes[0]], matrix.rules)
        return np.ascontiguousarray(nodes)

    def _guess(self, members: Places) -> int:
        if len(members) <= 2:
            return int(self.matrix.places[members[0]])
        before = int(self.searcher.tally[0])
        value, _ = self.searcher.excess(members, Question())
        _, guess = self.searcher.excess(members, Question(), depth=FIRST_FIT, cap=value + 1)
        if self.solved.stop[0]:
            raise LimitReached("the work was stopped")
        self.solved.tally[0] += int(self.searcher.tally[0]) - before
        spend(0)
        return guess
