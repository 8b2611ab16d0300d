"""Finds out for certain whether a code is consistent with some rows, by a solver for propositional logic.

The solver is Glucose (G. Audemard and L. Simon, IJCAI 2009) as it comes with PySAT (A. Ignatiev et al., SAT
2018), the extra ``pegwise[proof]``, which need not be installed. It learns from each question, so the next
one about the same rows is quicker.
"""

from __future__ import annotations

import importlib.util
import weakref
from typing import TYPE_CHECKING, NamedTuple

from pegwise.engine.unlimited.clauses import Clauses
from pegwise.errors import LimitError
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

__all__ = ["CONFLICTS", "Prover", "Settled", "can_prove"]

CONFLICTS = 30_000
"""Conflicts that a proof about all rows of a history may take: one to three seconds."""

_SOLVER = "glucose4"
_TOGETHER, _CLAUSES = 200, 20_000
"""Conflicts, and clauses handed over, between two looks at the clock: some tens of milliseconds."""


class Settled(NamedTuple):
    """A code that is consistent with some rows; or None, and rows that no code is consistent with."""

    code: tuple[int, ...] | None
    rows: frozenset[int] = frozenset()


def can_prove() -> bool:
    """Tell whether the solver is installed."""
    return importlib.util.find_spec("pysat") is not None


class Prover:
    """Settles questions about guesses and their feedback, each row (guess, black, white) with colors from 0.

    Raises:
        LimitError: If the game is too large, or the solver is not installed.

    Example:
        >>> from pegwise.rules import Rules
        >>> rows = [((0,) * 20, 2, 0), ((1,) * 20, 1, 0), ((0,) * 20, 3, 0)]
        >>> Prover(Rules(20, 20), rows).settle([0, 1, 2], 1000)
        Settled(code=None, rows=frozenset({0, 2}))
    """

    def __init__(self, rules: Rules, rows: Sequence[EngineRow]) -> None:
        if not can_prove():
            raise LimitError("proofs for games of this size need a package: pip install 'pegwise[proof]'")
        from pysat.solvers import Solver

        clauses = Clauses(rules, rows)
        self._clauses = clauses
        self._answers = [clauses.answer(row, black, white) for row, (_, black, white) in enumerate(rows)]
        self._solver = Solver(name=_SOLVER)
        for start in range(0, len(clauses.clauses), _CLAUSES):
            spend(0)
            self._solver.append_formula(clauses.clauses[start : start + _CLAUSES], no_return=True)
        self._freed = weakref.finalize(self, self._solver.delete)
        clauses.clauses = []

    @property
    def conflicts(self) -> int:
        """The conflicts of all questions so far, which is the work done."""
        return int(self._solver.accum_stats()["conflicts"])

    def settle(self, rows: Iterable[int], conflicts: int) -> Settled:
        """Find a code that is consistent with these rows, or prove that there is none.

        Raises:
            LimitError: If so many conflicts do not settle it.
        """
        return self._ask({literal: row for row in rows for literal in self._answers[row]}, conflicts)

    def other_answer(
        self, rows: Iterable[int], row: int, known: Iterable[tuple[int, int]], conflicts: int
    ) -> Settled:
        """Find a code that is consistent with ``rows``, but gives ``row`` feedback other than ``known``.

        ``known`` are pairs of black and white hits.

        Raises:
            LimitError: If so many conflicts do not settle it.
        """
        asked = {literal: each for each in rows for literal in self._answers[each]}
        only_here = self._clauses.variable()
        for told in known:
            literals = self._clauses.answer(row, *told)
            self._solver.add_clause([-only_here, *(-literal for literal in literals)])
        return self._ask({**asked, only_here: row}, conflicts)

    def others(self, codes: Iterable[Sequence[int]], conflicts: int) -> Iterator[tuple[int, ...]]:
        """Find all candidates except ``codes``; from then on they are left out of every question.

        Raises:
            LimitError: If ``conflicts`` in all do not settle that there are no more.
        """
        for code in codes:
            self._leave_out(code)
        stop = self.conflicts + conflicts
        while (found := self.settle(range(len(self._answers)), stop - self.conflicts).code) is not None:
            self._leave_out(found)
            yield found

    def _leave_out(self, code: Sequence[int]) -> None:
        there = zip(self._clauses.pegs, code, strict=True)
        self._solver.add_clause([-variables[color] for variables, color in there])

    def _ask(self, asked: Mapping[int, int], conflicts: int) -> Settled:
        """Return a code for which all these literals hold, or the rows of some that no code has together."""
        for _ in range(conflicts // _TOGETHER):
            spend(0)
            self._solver.conf_budget(_TOGETHER)
            answer = self._solver.solve_limited(assumptions=list(asked))
            if answer is True:
                return Settled(self._clauses.code(self._solver.get_model()))
            if answer is False:
                return Settled(None, frozenset(asked[each] for each in self._solver.get_core() or ()))
        raise LimitError(f"{conflicts} conflicts settle nothing")
