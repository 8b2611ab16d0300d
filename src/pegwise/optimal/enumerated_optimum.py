"""Searches the optimum of a game whose codes are all in memory."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from pegwise.errors import StrategyError
from pegwise.limit import LimitReached, seconds_left
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.objective_search import Search
from pegwise.optimal.problem import Bounds, Optimum, Problem, optimal_tree
from pegwise.optimal.search_time_limit import in_background

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from pegwise.exactness import Known
    from pegwise.executors.checkpoint import Tasks
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.certificate import Written

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
