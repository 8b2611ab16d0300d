"""Finds optimal strategies and what every guess is worth: what people ask of the search."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import to_code
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED
from pegwise.engine.listed.matrix import is_searched_by_matrix
from pegwise.errors import StrategyError
from pegwise.limit import LimitReached, seconds_left
from pegwise.notation import code_name, parse_codes, plain_history
from pegwise.optimal.certificate_costs import SolverValues
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.listed_optimum import best_of_lists, values_of_lists
from pegwise.optimal.problem import GuessValue, Optimum, Problem
from pegwise.optimal.search import Search
from pegwise.optimal.stoppable_search import in_background, solver_for
from pegwise.position import parse_position
from pegwise.trees.tree import tree_of
from pegwise.trees.tree_checkpoint import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any, BinaryIO

    from pegwise.codes import CodeLike
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known
    from pegwise.executors.crew import Executes
    from pegwise.optimal.certificate import Written
    from pegwise.optimal.guess_contest import Contest
    from pegwise.optimal.problem import Bounds
    from pegwise.optimal.solver import Solver
    from pegwise.position import PositionLike
    from pegwise.rules import Code
    from pegwise.trees.tree import StrategyTree
    from pegwise.trees.tree_checkpoint import Checkpoint, Tasks

    Watch = Callable[[Bounds], None] | None

__all__ = ["optimum", "solve", "solve_guesses", "value_guesses"]


def optimum(
    position: PositionLike = "4x6",
    *,
    objective: str = "total",
    max_guesses: int | None = None,
    first: CodeLike | None = None,
    candidates_from: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    checkpoint: str | Path | None = None,
    certificate: BinaryIO | None = None,
    full: bool = True,
    book: bool = True,
    watch: Callable[[Bounds], None] | None = None,
    executor: Executes = None,
) -> Optimum:
    """Find the best strategy from the start of a game, or from a position.

    If a limit on time is in force (:func:`limited`) and is used up, the result is the best strategy so far,
    and says so. The book of solved games has some results that take long to find.

    Source: branch and bound, after K. Koyama and T. W. Lai, An optimal Mastermind strategy, J. Recreational
    Mathematics 25, 1993; see docs/optimal.md.

    Args:
        position: The position, rules, or their text.
        objective: What to minimize: ``total`` (the guesses summed over all secrets), ``worst`` (the most
            guesses), ``worst,total`` (the total among strategies with the smallest worst case),
            ``worst,last`` (the number of secrets that take the worst case, among those strategies) or
            ``total,worst,last`` (the total, then the worst case, then the number of secrets that take it).
        max_guesses: The most guesses that a secret may take; None for any number.
        first: The next guess to make; None to let the search choose it.
        candidates_from: The number of the guess from which on only candidates may be guessed; None for no
            such rule.
        threads: The number of threads; None for one for each processor. It changes no result.
        memory: The most bytes of memory; None for those of a limit in force, or 2 GiB. It changes no result.
        checkpoint: A file that saves finished parts, so that the same call continues after the program was
            killed.
        certificate: A binary file, open for writing, for the proof; ``pegwise check`` checks it.
        full: False to write the certificate of the tree alone, without the proof that nothing is better. If
            the search does not end, this is so anyway.
        book: True to take the result from the book of solved games, if it is there and no certificate is
            asked for.
        watch: A function that is called with the :class:`Bounds` now and then.
        executor: Where the search runs: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for threads of this process. It changes no result.

    Returns:
        The best strategy, with bounds and how they are known.

    Raises:
        LimitError: If there are too many codes to list, or a number leaves no guess.
        LimitReached: If a limit in force leaves no time for any result.
        StrategyError: If there is no such objective, ``first`` is not a candidate but has to be, or there is
            no strategy to certify.
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.
        CodeError: If a code is outside the rules.
        FileFormatError: If the checkpoint belongs to different work.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> best = pegwise.optimum("2x6")
        >>> best.total, best.worst, str(best.first_guess), best.known
        (132, 5, '12', 'exact')
    """
    start = parse_position(position)
    problem = Problem(
        start,
        objective=objective,
        max_guesses=max_guesses,
        first=None if first is None else start.rules.code(first),
        candidates_from=candidates_from,
    )
    if book and certificate is None and (tree := _from_book(problem)) is not None:
        return Optimum(problem, tree.total, tree.total, "exact", tree, 0, 0.0)
    how = {"threads": threads, "memory": memory, "executor": executor}
    find = _of_lists if is_searched_by_matrix(start.rules) else _of_family
    with kept_tasks(checkpoint, problem) as kept:
        found = find(problem, kept, certificate, full, watch, **how)
        if kept is not None:
            kept.done = found.known == "exact"
        return found


def kept_tasks(checkpoint: str | Path | None, problem: Problem) -> AbstractContextManager[Checkpoint | None]:
    """Open the checkpoint of a search, which serves every objective of one position and first guess."""
    about = {
        "search": 1,
        "rules": str(problem.position.rules.plain),
        "history": plain_history(problem.position.history),
        "first": None if problem.first is None else code_name(problem.first),
    }
    return opened(checkpoint, about, every=0.0)


def _of_family(
    problem: Problem, tasks: Tasks | None, certificate: BinaryIO | None, full: bool, watch: Watch, **how: Any
) -> Optimum:
    with ExitStack() as stack:
        try:
            solver = stack.enter_context(solver_for(problem, tasks=tasks, **how))
        except LimitReached:
            return _not_begun(problem)
        found = solve(problem, solver, watch)
        if certificate is None:
            return found
        return replace(found, certified=certify(found, solver, certificate, full=full))


def _of_lists(
    problem: Problem, tasks: Tasks | None, certificate: BinaryIO | None, full: bool, watch: Watch, **how: Any
) -> Optimum:
    """Return the optimum of a listed game, whose search is one of its own."""
    began = time.perf_counter()
    found = best_of_lists(problem, tasks=tasks, watch=watch, **how)
    tree = None if found.tree is None else _tree(problem, found.tree, found.known)
    lower = found.lower if found.upper is not None or found.known != "exact" else None
    seconds = time.perf_counter() - began
    best = Optimum(problem, lower, found.upper, found.known, tree, found.positions, seconds)
    if certificate is None:
        return best
    from pegwise.optimal.listed_certificate import write_listed_certificate

    if tree is None:
        raise StrategyError("there is no strategy to certify")
    written = write_listed_certificate(certificate, problem, tree, full=full and best.known == "exact")
    return replace(best, certified=written)


def _from_book(problem: Problem) -> StrategyTree | None:
    from pegwise.optimal.book import book_tree  # reads files, which a search need not wait for

    arrays = book_tree(problem)
    return None if arrays is None else _tree(problem, arrays, "exact")


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
    tree = None if search.tree is None else _tree(problem, search.tree, known)
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


def _tree(problem: Problem, arrays: TreeArrays, known: Known) -> StrategyTree:
    """Return the tree of flat arrays, with the options that ask for it; one that is only a bound says so."""
    options = {"objective": problem.objective, "max_guesses": problem.max_guesses}
    options["candidates_from"] = problem.candidates_from
    given = {name: value for name, value in options.items() if value not in (None, "total")}
    name = "optimal" if known == "exact" else f"optimal ({known})"
    return tree_of(arrays, problem.position, name, given)


def value_guesses(
    position: PositionLike = "4x6",
    *,
    max_guesses: int | None = None,
    guesses: Iterable[CodeLike] | str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    executor: Executes = None,
) -> list[GuessValue]:
    """Find what every guess costs with best play after it, the best guess first.

    Of guesses that differ only by the names of pegs and colors, one is listed. What a limit on time leaves
    unfinished is a ``lower`` bound.

    Source: branch and bound, after K. Koyama and T. W. Lai (1993); see docs/optimal.md.

    Args:
        position: The position, rules, or their text.
        max_guesses: The most guesses that a secret may take; None for any number.
        guesses: The guesses to list, or their text with spaces between them; None for all. The best guess is
            found in any case, because the regret of the others is measured against it.
        threads: The number of threads; None for one for each processor. It changes no result.
        memory: The most bytes of memory; None for those of a limit in force, or 2 GiB. It changes no result.
        executor: Where the search runs: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for threads of this process. It changes no result.

    Returns:
        What each guess costs.

    Raises:
        LimitError: If there are too many codes to list, or ``max_guesses`` leaves no guess.
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.
        CodeError: If a guess is outside the rules.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> best, *rest = pegwise.value_guesses("3x4")
        >>> str(best.guess), best.total, best.known
        ('112', 206, 'exact')
    """
    start = parse_position(position)
    problem = Problem(start, max_guesses=max_guesses)
    asked = parse_codes(guesses or (), start.rules)
    if is_searched_by_matrix(start.rules):
        return values_of_lists(problem, asked, memory=memory)
    with solver_for(problem, threads=threads, memory=memory, executor=executor) as solver:
        return solve_guesses(problem, solver, asked)


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
