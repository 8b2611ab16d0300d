"""What every guess at a position is worth, with best play after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.drawable import Printable, plain_values
from pegwise.engine.code_space import to_code
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.objective_search import Search
from pegwise.optimal.problem import Problem, rounded
from pegwise.optimal.search_time_limit import in_background

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.exactness import Known
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.guess_contest import Contest
    from pegwise.rules import Code


@dataclass(frozen=True)
class GuessValue(Printable):
    """What a guess costs with best play after it.

    Attributes:
        guess: The guess.
        is_candidate: True if the guess is a candidate.
        total: The guesses, summed over the candidates and counted from the first guess of the game. None if
            no strategy stays within the guesses allowed.
        average: The total divided by the number of candidates; None if there is no total.
        regret: The turns lost on average against the best guess; None if that is not known.
        known: ``exact``, or ``lower`` if a limit ended the search and the total is a lower bound.

    Example:
        >>> import pegwise
        >>> best, *rest = pegwise.value_guesses("3x4")
        >>> str(best.guess), best.total, best.regret, best.to_dict()["known"]
        ('112', 206, 0.0, 'exact')
    """

    guess: Code
    is_candidate: bool
    total: int | None
    average: float | None
    regret: float | None
    known: Known

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            The attributes by name, with the guess as text.
        """
        figures = {"average": rounded(self.average), "regret": rounded(self.regret)}
        return plain_values(self, "guess is_candidate total average regret known", **figures)


def best_first(values: Iterable[GuessValue]) -> list[GuessValue]:
    """Return them by their totals, candidates before other guesses."""
    return sorted(
        values, key=lambda value: (value.total is None, value.total, not value.is_candidate, value.guess)
    )


def solve_guesses(problem: Problem, solver: Solver, asked: list[Code]) -> list[GuessValue]:
    """Find what guesses cost with a solver of the position; all that differ if none are asked for."""
    search = Search(problem, solver)
    members, question = search.members, search.question
    places = every = solver.different_guesses(members, question)
    alike: dict[int, list[Code]] = {}
    for code in dict.fromkeys(asked):
        alike.setdefault(solver.place(code), []).append(code)
    if asked:
        places = np.array(list(alike), np.int32)
    contest = solver.contest(members, question, IMPOSSIBLE, every=every, asked=places if asked else None)
    contest.every = True

    def work() -> tuple[int, int]:
        if asked:
            search.least(question)
        solver.weigh_all(contest)
        best = min(contest.best, search.least(question)) if asked else contest.best
        return best, _wasted(search, contest, best)

    found, rules = in_background(solver, work, lambda: None), problem.position.rules
    values = [
        _value(search, contest, at, found, guess)
        for at, place in enumerate(contest.guesses.tolist())
        for guess in alike.get(place) or [rules.spelled(to_code(solver.matrix.pool[:, place]))]
    ]
    return best_first(values)


def _wasted(search: Search, contest: Contest, best: int) -> int:
    """Return what a guess costs that tells nothing, if there is one: a turn for every candidate.

    There is then also one guess less.
    """
    if search.left != UNLIMITED and contest.idle.any():
        best = search.least(after_one(search.question))
    return min(best + len(search.members), IMPOSSIBLE)


def _value(
    search: Search, contest: Contest, at: int, found: tuple[int, int] | None, guess: Code
) -> GuessValue:
    """Return what a guess costs, as a result.

    ``found`` has the cost of the best guess, and that of a guess that tells nothing.
    """
    place, count = int(contest.guesses[at]), len(search.members)
    member = bool((search.solver.matrix.places == place).any())
    excess, best = int(contest.bounds[at]), None if found is None else found[0]
    known: Known = "exact" if contest.settled[at] else "lower"
    if contest.idle[at]:
        excess, known = (count, "lower") if found is None else (found[1], "exact")
    if excess >= IMPOSSIBLE:
        return GuessValue(guess, member, None, None, None, "exact")
    total = excess + 2 * count - 1 + search.problem.made * count
    regret = None if best is None or best >= IMPOSSIBLE else (excess - best) / count
    return GuessValue(guess, member, total, total / count, regret, known)
