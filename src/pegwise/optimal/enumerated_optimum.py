"""Searches the optimum of a game whose codes are listed by its rules, and what every guess is worth there."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import to_code
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED
from pegwise.errors import StrategyError
from pegwise.limit import LimitReached, seconds_left
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.objective_search import Search
from pegwise.optimal.problem import Bounds, GuessValue, Optimum, Problem, optimal_tree
from pegwise.optimal.search_time_limit import in_background

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from pegwise.exactness import Known
    from pegwise.executors.checkpoint import Tasks
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.certificate import Written
    from pegwise.optimal.guess_contest import Contest
    from pegwise.rules import Code

    Watch = Callable[[Bounds], None] | None


def enumerated_optimum(
    problem: Problem, tasks: Tasks | None, certificate: BinaryIO | None, full: bool, watch: Watch, **how: Any
) -> Optimum:
    """Search the optimum, and write its certificate if one is asked for."""
    with ExitStack() as stack:
        try:
            solver = stack.enter_context(solver_for(problem, tasks=tasks, **how))
        except LimitReached:
            return _not_begun(problem)
        found = solve(problem, solver, watch)
        if certificate is None:
            return found
        return replace(found, certified=certify(found, solver, certificate, full=full))


def _not_begun(problem: Problem) -> Optimum:
    """Return what is known without any search, if the limit was used up while the tables were made.

    Raises:
        LimitReached: If not even the candidates could be counted.
    """
    count, made = problem.position.count(), problem.made
    if count.known != "exact":
        raise LimitReached("the limit was reached before the candidates were counted")
    least = made * count.value + 2 * count.value - 1
    if problem.objective.startswith("worst"):
        least = made + min(count.value, 2)
    return Optimum(problem, least, None, "lower", None, 0, 0.0)


def solve(problem: Problem, solver: Solver, watch: Callable[[Bounds], None] | None = None) -> Optimum:
    """Find the best strategy for a problem with a solver of its position."""
    seconds = seconds_left()
    search = Search(problem, solver, hasty=seconds is not None or watch is not None, seconds=seconds)
    in_background(solver, search.run, lambda: watch(search.bounds) if watch else None)
    bounds = search.bounds
    if watch:
        watch(bounds)
    known: Known = "exact" if search.done else "lower" if search.tree is None else "upper"
    tree = None if search.tree is None else optimal_tree(problem, search.tree, known)
    return Optimum(
        *(problem, bounds.lower, bounds.upper, known, tree, bounds.positions, bounds.seconds),
        wasted=bounds.wasted,
        canceled=bounds.canceled,
    )


def certify(found: Optimum, solver: Solver, file: BinaryIO, *, full: bool = True) -> Written:
    """Write the certificate of what a solver found, with the proof of the lower bound if that is exact.

    Without ``full``, it is the certificate of the tree alone.

    Raises:
        StrategyError: If there is no strategy to certify.
    """
    from pegwise.optimal.certificate import MOST_CODES, write_certificate
    from pegwise.optimal.certificate_costs import SolverValues

    if found.tree is None:
        raise StrategyError(
            "there is no strategy to certify; ask for the objective worst to have that proved"
        )
    problem, tree = found.problem, found.tree
    full = full and found.known == "exact" and problem.position.rules.size <= MOST_CODES
    values = SolverValues(problem, solver) if full else None
    written = in_background(solver, lambda: write_certificate(file, problem, tree, values), lambda: None)
    if written is None:
        raise LimitReached(
            f"the limit ended the proof before it was written; the search had ended: total {tree.total}, "
            f"worst {tree.worst}, {found.known}"
        )
    return written


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
    return sorted(
        values, key=lambda value: (value.total is None, value.total, not value.is_candidate, value.guess)
    )


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
