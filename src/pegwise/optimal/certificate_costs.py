"""Costs as the lemmas of a certificate count them, and what positions cost, as certificates ask for it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import places_of
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED, Places, Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.problem import Problem


UNIT = float(1 << 24)
"""A cost is total * UNIT + secrets found with the very last guess allowed, as a float: exact while the total
is below 2**29, infinite where there is no way, and compared as the pair is. Where only the secrets found last
count, the total is 0."""


def cost_of(pair: tuple[int, int] | None) -> float:
    """A (total, last) as one number; infinite for None.

    >>> cost_of((2, 1)) == 2 * UNIT + 1, cost_of(None)
    (True, inf)
    """
    return math.inf if pair is None else pair[0] * UNIT + pair[1]


def pair_of(cost: float) -> tuple[int, int] | None:
    """The (total, last) of a cost; None for an infinite one."""
    if math.isinf(cost):
        return None
    total, last = divmod(int(cost), int(UNIT))
    return total, last


def next_cost(cost: float, codes: int, unit: float = UNIT) -> float:
    """The least cost that ``codes`` candidates can have and that is not below ``cost``.

    A guess costs ``unit``.

    >>> pair_of(next_cost(5 * UNIT + 3, 2)), pair_of(next_cost(5 * UNIT + 1, 2))
    ((6, 0), (5, 1))
    >>> pair_of(next_cost(2, 2, 0)), pair_of(next_cost(3, 2, 0))
    ((0, 2), None)
    """
    pair = pair_of(cost)
    if pair is None or pair[1] <= codes:
        return cost
    return (pair[0] + 1) * unit or math.inf


class SolverValues:
    """A solver of the position of a problem as the ``Values`` of its certificate."""

    def __init__(self, problem: Problem, solver: Solver) -> None:
        self.problem, self.solver = problem, solver
        self._numbers = places_of(solver.matrix.candidates, solver.rules)
        self._only_last = problem.objective == "worst,last"
        self._unit = 1 << len(self._numbers).bit_length()

    def cost(
        self, codes: NDArray[np.int32], made: int, left: int | None, last: bool
    ) -> tuple[int, int] | None:
        """The least total of codes, by their numbers among all, and the fewest found last; None: no way."""
        members, question = self._asked(codes, made, left, last)
        excess = self._excess(members, question, IMPOSSIBLE)
        if excess >= IMPOSSIBLE:
            return None
        if not question.unit:
            return 0, excess
        more, last_ones = divmod(excess, question.unit)
        return more + 2 * len(members) - 1, last_ones

    def at_least(
        self,
        codes: NDArray[np.int32],
        made: int,
        left: int | None,
        last: bool,
        target: tuple[int, int] | None,
    ) -> bool:
        """Tell whether codes cost ``target`` or more; None: whether there is no way."""
        members, question = self._asked(codes, made, left, last)
        cap = IMPOSSIBLE
        if target is not None:
            cap = (target[0] - 2 * len(members) + 1) * question.unit + target[1]
        return self._excess(members, question, cap) >= cap

    def _asked(
        self, codes: NDArray[np.int32], made: int, left: int | None, last: bool
    ) -> tuple[Places, Question]:
        since = self.problem.candidates_from
        return np.searchsorted(self._numbers, codes).astype(np.int32), Question(
            UNLIMITED if left is None else min(left, UNLIMITED),
            UNLIMITED if since is None else min(UNLIMITED, max(0, since - 1 - made)),
            (0 if self._only_last else self._unit) if last else 1,
            last,
        )

    def _excess(self, members: Places, question: Question, cap: int) -> int:
        if cap <= 0:
            return 0
        path = self.solver.paths.get(members.tobytes(), None)
        return self.solver.excess(path, members, question, cap)
