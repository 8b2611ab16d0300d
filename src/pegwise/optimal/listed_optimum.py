"""Optimal strategies of listed games: the search of the matrix, as a whole or first guess by first guess.

Source: branch and bound over positions with bounds by the number of classes, as the program for Wordle of
A. Selby (2022) has them; see docs/optimal.md.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pegwise.engine.code_space import guess_index, guess_places, to_code, zero_based
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.openings import different_openings, has_openings
from pegwise.errors import StrategyError
from pegwise.limit import LimitReached, limited, seconds_left
from pegwise.optimal.listed_search import FirstGuesses, by_expected_size, search_of
from pegwise.optimal.problem import Bounds, GuessValue, Optimum, optimal_tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    import numpy as np
    from numpy.typing import NDArray

    from pegwise.engine.listed.optimum_search import ListedOptimum, ListedSearch
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known
    from pegwise.executors.crew import Executes
    from pegwise.optimal.problem import Problem
    from pegwise.rules import Code
    from pegwise.trees.tree_checkpoint import Tasks

    Watch = Callable[[Bounds], None] | None


_WIDTH = 10
"""Guesses that a first search tries in each position, to have a good tree soon."""
_QUICK = 1 << 20
"""Pairs of a guess and a candidate up to which the whole search takes no longer than the first one."""


class ListedFound(NamedTuple):
    """What is known of the least total: bounds, the tree of the upper one, and the positions searched."""

    lower: int
    upper: int | None
    known: Known
    tree: TreeArrays | None
    positions: int


def best_of_lists(
    problem: Problem,
    *,
    threads: int | None = None,
    memory: int | None = None,
    tasks: Tasks | None = None,
    executor: Executes = None,
    watch: Watch = None,
) -> ListedFound:
    """Find the best strategy of a listed game.

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
    position, made = problem.position, problem.made
    search = search_of(position, memory)
    first = None if problem.first is None else guess_index(zero_based(problem.first), position.rules)
    most = 0 if problem.max_guesses is None else problem.max_guesses - made
    asking = _Asking(search, first, most, time.perf_counter(), watch, made * position.weight)
    if problem.objective != "total":
        return _least_worst(asking, made, then_total=problem.objective == "worst,total")
    if first is None and not position.history and has_openings(position.rules):
        return _best_opening(asking, guess_places(different_openings(position.rules), position.rules))
    begun = asking.ask(n_best=_WIDTH) if asking.is_long else None
    several = first is None and asking.is_long and (tasks is not None or executor is not None or threads != 1)
    if several and (seconds_left() or 1.0) > 0:
        return _by_first_guess(asking, FirstGuesses(position, most, begun, memory, tasks), threads, executor)
    if begun is not None and begun.total is not None:
        whole = asking.ask(known=begun.total)
        found = begun if whole.total is None else whole
        proved = whole.is_proved
        bound = whole.bound if not proved else (found.total or 0)
    else:
        found = asking.ask()
        proved, bound = found.is_proved, found.bound
    return asking.told(found.total, bound, found.tree, proved=proved)


class _Asking:
    """One search, what it is asked, and who watches it."""

    def __init__(
        self, search: ListedSearch, first: int | None, most: int, began: float, watch: Watch, before: int
    ) -> None:
        self.search, self.first, self.most = search, first, most
        self.began, self.watch, self.before = began, watch, before
        self.positions, self.best = 0, None

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

    def told(self, total: int | None, bound: int, tree: TreeArrays | None, *, proved: bool) -> ListedFound:
        """Return what was found, in guesses of the whole game."""
        known: Known = "exact" if proved else "lower" if tree is None else "upper"
        lower = total if proved and total is not None else bound if total is None else min(bound, total)
        upper = None if total is None else total + self.before
        return ListedFound((lower or 0) + self.before, upper, known, tree, self.positions)


def _least_worst(asking: _Asking, made: int, *, then_total: bool) -> ListedFound:
    """Find the least worst case, or the least total among strategies with the least worst case."""
    last = asking.most or len(asking.search.subset) + 1
    for most in range(1, last + 1):
        found = asking.ask(most=most, n_best=_WIDTH)
        if found.total is None:
            found = asking.ask(most=most)
        if found.total is None and not found.is_proved:
            return ListedFound(most + made, None, "lower", None, asking.positions)
        if found.total is not None:
            if not then_total:
                return ListedFound(most + made, most + made, "exact", found.tree, asking.positions)
            best = asking.ask(most=most) if not found.is_proved else found
            tree = found.tree if best.tree is None else best.tree
            known: Known = "exact" if best.is_proved else "upper"
            return ListedFound(most + made, most + made, known, tree, asking.positions)
    return ListedFound(last + made, None, "exact", None, asking.positions)


def _best_opening(asking: _Asking, places: NDArray[np.int64]) -> ListedFound:
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
) -> ListedFound:
    """Have the costs of all first guesses proved in tasks, and return what is known at the end."""
    try:
        for positions in contest.run(threads, executor):
            asking.positions += positions
            asking.tell(contest.lower, contest.best)
    except LimitReached:
        pass
    tree = contest.tree
    if contest.best is not None and tree is None:
        with limited(None):
            asking.first = contest.champion
            tree = asking.search.optimum(first=contest.champion, most=asking.most).tree
    return asking.told(contest.best, contest.lower, tree, proved=not contest.open)


def values_of_lists(problem: Problem, asked: list[Code], *, memory: int | None = None) -> list[GuessValue]:
    """Find what guesses of a listed game cost with best play after them; all if none are asked for."""
    position, rules = problem.position, problem.position.rules
    search = search_of(position, memory)
    most = 0 if problem.max_guesses is None else problem.max_guesses - problem.made
    best = search.optimum(most=most)
    before, weight = problem.made * position.weight, position.weight
    guesses = asked or [rules.spelled(to_code(code)) for code in lists_of(rules).guesses.T]
    values = []
    for guess in guesses:
        found = search.optimum(first=guess_index(zero_based(guess), rules), most=most)
        total = found.total if found.is_proved else found.bound
        if total is None:
            values.append(GuessValue(guess, guess in position, None, None, None, "exact"))
            continue
        known: Known = "exact" if found.is_proved else "lower"
        regret = (total - best.total) / weight if best.is_proved and best.total is not None else None
        whole = total + before
        values.append(GuessValue(guess, guess in position, whole, whole / weight, regret, known))
    return sorted(
        values, key=lambda value: (value.total is None, value.total, not value.is_candidate, value.guess)
    )


def listed_optimum(
    problem: Problem, tasks: Tasks | None, certificate: BinaryIO | None, full: bool, watch: Watch, **how: Any
) -> Optimum:
    """Return the optimum of a listed game, whose search is one of its own."""
    began = time.perf_counter()
    found = best_of_lists(problem, tasks=tasks, watch=watch, **how)
    tree = None if found.tree is None else optimal_tree(problem, found.tree, found.known)
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
