"""What positions cost, as certificates ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import places_of
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED, Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import Places
    from pegwise.optimal.problem import Problem
    from pegwise.optimal.solver import Solver

__all__ = ["SolverValues"]


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
