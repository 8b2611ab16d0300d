"""Optimal strategies of listed games: the search of the matrix, as a whole or first guess by first guess.

Source: branch and bound over positions with bounds by the number of classes, as the program for Wordle of
A. Selby (2022) has them; see docs/optimal.md.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from pegwise.engine.code_space import guess_index, guess_places, to_code, zero_based
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.openings import different_openings, has_openings
from pegwise.errors import StrategyError
from pegwise.limit import LimitReached, limited, seconds_left
from pegwise.optimal.guess_values import GuessValue, best_first
from pegwise.optimal.listed_search import FirstGuesses, by_expected_size, search_of
from pegwise.optimal.problem import Bounds, Optimum, Problem, optimal_tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    import numpy as np
    from numpy.typing import NDArray

    from pegwise.engine.listed.optimum_search import ListedOptimum
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known
    from pegwise.executors.checkpoint import Tasks
    from pegwise.executors.crew import Executes
    from pegwise.rules import Code

    Watch = Callable[[Bounds], None] | None


_WIDTH = 10
"""Guesses that a first search tries in each position, to have a good tree soon."""
_QUICK = 1 << 20
"""Pairs of a guess and a candidate up to which the whole search takes no longer than the first one."""


class _Asking:
    """One search, what it is asked, and who watches it."""

    def __init__(self, problem: Problem, memory: int | None, watch: Watch) -> None:
        position, made = problem.position, problem.made
        self.began = time.perf_counter()
        self.problem, self.watch, self.before = problem, watch, made * position.weight
        self.search = search_of(position, memory)
        self.first = None if problem.first is None else guess_index(zero_based(problem.first), position.rules)
        self.most = 0 if problem.max_guesses is None else problem.max_guesses - made
        self.positions = 0

    @property
    def is_long(self) -> bool:
        """True if the whole search may take long, so that a good tree is to be had first."""
        return len(self.search.matrix) * len(self.search.subset) > _QUICK

    def ask(self, *, known: int | None = None, n_best: int = 0, most: int | None = None) -> ListedOptimum:
        """Search once."""
        found = self.search.optimum(
            first=self.first, most=self.most if most is None else most, known=known, n_best=n_best
        )
        self.positions += found.positions
        self.tell(found.bound, found.total if found.total is not None else known)
        return found

    def tell(self, lower: int, upper: int | None) -> None:
        """Tell who watches what is known."""
        if self.watch is not None:
            told = None if upper is None else upper + self.before
            lower = min(lower, upper) if upper is not None else lower
            self.watch(Bounds(lower + self.before, told, self.positions, time.perf_counter() - self.began))

    def told(self, total: int | None, bound: int, tree: TreeArrays | None, *, proved: bool) -> Optimum:
        """Return what was found of the total, in guesses of the whole game."""
        known: Known = "exact" if proved else "lower" if tree is None else "upper"
        lower = total if proved and total is not None else bound if total is None else min(bound, total)
        upper = None if total is None else total + self.before
        return self.optimum((lower or 0) + self.before, upper, known, tree)

    def optimum(self, lower: int, upper: int | None, known: Known, tree: TreeArrays | None) -> Optimum:
        """Return these bounds as a result. If it is exact that there is no strategy, there is none."""
        whole = None if tree is None else optimal_tree(self.problem, tree, known)
        least = lower if upper is not None or known != "exact" else None
        seconds = time.perf_counter() - self.began
        return Optimum(self.problem, least, upper, known, whole, self.positions, seconds)


def _least_total(
    asking: _Asking, memory: int | None, tasks: Tasks | None, threads: int | None, executor: Executes
) -> Optimum:
    """Find the least total, first guess by first guess if that may take long."""
    position, first = asking.problem.position, asking.first
    if first is None and not position.history and has_openings(position.rules):
        return _best_opening(asking, guess_places(different_openings(position.rules), position.rules))
    begun = asking.ask(n_best=_WIDTH) if asking.is_long else None
    several = first is None and asking.is_long and (tasks is not None or executor is not None or threads != 1)
    if several and (seconds_left() or 1.0) > 0:
        contest = FirstGuesses(position, asking.most, begun, memory, tasks)
        return _by_first_guess(asking, contest, threads, executor)
    if begun is not None and begun.total is not None:
        whole = asking.ask(known=begun.total)
        found = begun if whole.total is None else whole
        proved = whole.is_proved
        bound = whole.bound if not proved else (found.total or 0)
    else:
        found = asking.ask()
        proved, bound = found.is_proved, found.bound
    return asking.told(found.total, bound, found.tree, proved=proved)


def _least_worst(asking: _Asking, *, then_total: bool) -> Optimum:
    """Find the least worst case, or the least total among strategies with the least worst case."""
    made, last = asking.problem.made, asking.most or len(asking.search.subset) + 1
    for most in range(1, last + 1):
        found = asking.ask(most=most, n_best=_WIDTH)
        if found.total is None:
            found = asking.ask(most=most)
        if found.total is None and not found.is_proved:
            return asking.optimum(most + made, None, "lower", None)
        if found.total is not None:
            if not then_total:
                return asking.optimum(most + made, most + made, "exact", found.tree)
            best = asking.ask(most=most) if not found.is_proved else found
            tree = found.tree if best.tree is None else best.tree
            return asking.optimum(most + made, most + made, "exact" if best.is_proved else "upper", tree)
    return asking.optimum(last + made, None, "exact", None)


def _best_opening(asking: _Asking, places: NDArray[np.int64]) -> Optimum:
    """Find the best of the first guesses that differ by more than names, where these are few."""
    best: ListedOptimum | None = None
    bounds: list[int] = []
    for place in by_expected_size(asking.search, places.tolist()):
        asking.first = place
        found = asking.ask(known=None if best is None else best.total)
        bounds.append(found.bound if not found.is_proved else found.total or found.bound)
        best = found if found.total is not None else best
        if not found.is_proved:
            break
    total, tree = (None, None) if best is None else (best.total, best.tree)
    proved = len(bounds) == len(places) and (total is None or min(bounds) >= total)
    weight = int(asking.search.weights[asking.search.subset].sum())
    lower = min(bounds) if len(bounds) == len(places) else weight
    return asking.told(total, lower, tree, proved=proved)


def _by_first_guess(
    asking: _Asking, contest: FirstGuesses, threads: int | None, executor: Executes
) -> Optimum:
    """Have the costs of all first guesses proved in tasks, and return what is known at the end."""
    with suppress(LimitReached):
        for positions in contest.run(threads, executor):
            asking.positions += positions
            asking.tell(contest.lower, contest.best)
    tree = contest.tree
    if contest.best is not None and tree is None:
        with limited(None):
            asking.first = contest.champion
            tree = asking.search.optimum(first=contest.champion, most=asking.most).tree
    return asking.told(contest.best, contest.lower, tree, proved=not contest.open)


def values_of_lists(problem: Problem, asked: list[Code], *, memory: int | None = None) -> list[GuessValue]:
    """Find what guesses of a listed game cost with best play after them; all if none are asked for."""
    position, rules = problem.position, problem.position.rules
    asking, weight = _Asking(problem, memory, None), position.weight
    best = asking.ask()
    guesses = asked or [rules.spelled(to_code(code)) for code in lists_of(rules).guesses.T]
    values = []
    for guess in guesses:
        asking.first = guess_index(zero_based(guess), rules)
        found = asking.ask()
        total = found.total if found.is_proved else found.bound
        if total is None:
            values.append(GuessValue(guess, guess in position, None, None, None, "exact"))
            continue
        known: Known = "exact" if found.is_proved else "lower"
        regret = (total - best.total) / weight if best.is_proved and best.total is not None else None
        whole = total + asking.before
        values.append(GuessValue(guess, guess in position, whole, whole / weight, regret, known))
    return best_first(values)


def listed_optimum(
    problem: Problem,
    tasks: Tasks | None,
    certificate: BinaryIO | None,
    full: bool,
    watch: Watch,
    *,
    threads: int | None,
    memory: int | None,
    executor: Executes,
) -> Optimum:
    """Return the optimum of a listed game, whose search is one of its own.

    Raises:
        LimitError: If the matrix does not fit into memory.
        StrategyError: If it is asked for what is not searched in listed games.
    """
    if problem.candidates_from is not None or "last" in problem.objective:
        asked = "candidates only" if problem.candidates_from is not None else problem.objective
        raise StrategyError(
            "in games of lists the objectives are total, worst and worst,total, and any guess is allowed; "
            f"not {asked}"
        )
    asking = _Asking(problem, memory, watch)
    if problem.objective == "total":
        best = _least_total(asking, memory, tasks, threads, executor)
    else:
        best = _least_worst(asking, then_total=problem.objective == "worst,total")
    if certificate is None:
        return best
    from pegwise.optimal.listed_certificate import write_listed_certificate

    if best.tree is None:
        raise StrategyError("there is no strategy to certify")
    written = write_listed_certificate(certificate, problem, best.tree, full=full and best.known == "exact")
    return replace(best, certified=written)
