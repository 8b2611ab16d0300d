"""Finds out for certain whether a code is consistent with some rows, by a solver for propositional logic.

The solver is Glucose (G. Audemard and L. Simon, IJCAI 2009) as it comes with PySAT (A. Ignatiev et al., SAT
2018), the extra ``pegwise[proof]``, which need not be installed. It learns from each question, so the next
one about the same rows is quicker.
"""

from __future__ import annotations

import importlib.util
import weakref
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pegwise.engine.code_space import blocks
from pegwise.errors import LimitError
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules


_MOST = 3_000_000
"""Clauses that may be made, about: 100 bytes each."""


class Clauses:
    """A history as clauses of propositional logic, which are true of the candidates and of no other code.

    For each peg and color one variable says that the color is there; a literal is the number of a variable,
    negative if it is to be false. Numbers of hits are in unary: the outputs of a totalizer over some literals
    say "at least 1 of these hold", "at least 2" and so on. The feedback of a row is then a statement about
    single outputs, which can be asked for or left open without other clauses.

    Source: O. Bailleux and Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003.

    Raises:
        LimitError: If there would be too many clauses.
    """

    def __init__(self, rules: Rules, rows: Sequence[EngineRow]) -> None:
        pegs, colors = rules.pegs, rules.colors
        if pegs * pegs * (2 * len(rows) + colors) + pegs * colors * max(pegs, colors) > _MOST:
            raise LimitError(f"{rules} with {len(rows)} rows is too large for a proof by clauses")
        self.rules = rules
        self.clauses: list[list[int]] = []
        self._variables = 0
        self.true = self.variable()
        self.clauses.append([self.true])
        self.pegs = [[self.variable() for _ in range(colors)] for _ in range(pegs)]
        for there in self.pegs:
            self.clauses.append(there)
            self._at_most_one(there)
        if not rules.repeats:
            for color in range(colors):
                self._at_most_one([there[color] for there in self.pegs])
        self._colors = self._color_counts([guess for guess, _, _ in rows]) if rules.whites else {}
        self._blacks = [
            self._at_least([there[color] for there, color in zip(self.pegs, guess, strict=True)])
            for guess, _, _ in rows
        ]
        self._hits = [self._all_hits(guess) for guess, _, _ in rows] if rules.whites else []

    def variable(self) -> int:
        """Make a new variable."""
        self._variables += 1
        return self._variables

    def answer(self, row: int, black: int, white: int) -> list[int]:
        """Return literals that all hold only for the codes that give this row this feedback."""
        told = _exactly(self._blacks[row], black, self.true)
        return told + _exactly(self._hits[row], black + white, self.true) if self.rules.whites else told

    def code(self, model: Sequence[int]) -> tuple[int, ...]:
        """Return the code of a model: a literal of each variable, in their order."""
        return tuple(next(c for c, at in enumerate(there) if model[at - 1] > 0) for there in self.pegs)

    def _at_most_one(self, literals: list[int]) -> None:
        self.clauses += [[-one, -other] for place, one in enumerate(literals) for other in literals[:place]]

    def _color_counts(self, guesses: list[Sequence[int]]) -> dict[int, list[int]]:
        """For each color that is guessed: "at least so many pegs have it", as far as a guess asks."""
        most = Counter[int]()
        for guess in guesses:
            most |= Counter(guess)
        return {
            color: self._at_least([there[color] for there in self.pegs], count)
            for color, count in most.items()
        }

    def _all_hits(self, guess: Sequence[int]) -> list[int]:
        return self._at_least(
            [each for color, count in Counter(guess).items() for each in self._colors[color][:count]]
        )

    def _at_least(self, literals: list[int], most: int | None = None) -> list[int]:
        """Outputs of a totalizer: number k, from 0, holds just if more than k of the literals do."""
        spend(0)
        if len(literals) <= 1:
            return literals[:most]
        half = len(literals) // 2
        left, right = self._at_least(literals[:half], most), self._at_least(literals[half:], most)
        size = len(literals) if most is None else min(most, len(literals))
        outputs = [self.variable() for _ in range(size)]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                above, below = min(i + j, size), i + j
                if above:  # i of the left and j of the right make so many at least
                    self.clauses.append(
                        [-each for each in left[i - 1 : i] * (i > 0) + right[j - 1 : j] * (j > 0)]
                        + [outputs[above - 1]]
                    )
                if below < size:  # no more than i and no more than j make no more
                    self.clauses.append(left[i : i + 1] + right[j : j + 1] + [-outputs[below]])
        return outputs


def _exactly(outputs: list[int], number: int, true: int) -> list[int]:
    """Literals that hold if just so many hold of what a totalizer counts."""
    if not 0 <= number <= len(outputs):
        return [-true]
    return outputs[number - 1 : number] * (number > 0) + [-each for each in outputs[number : number + 1]]


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
        for some in blocks(len(clauses.clauses), _CLAUSES):
            self._solver.append_formula(clauses.clauses[some], no_return=True)
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
