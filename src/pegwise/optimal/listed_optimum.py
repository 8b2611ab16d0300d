"""Optimal strategies of listed games: the search of the matrix, as a whole or first guess by first guess.

Source: branch and bound over positions with bounds by the number of classes, as A. Selby's program for
Wordle (2022) has them; see docs/optimal.md.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.code_space import guess_index, guess_places, guesses_at, to_code, zero_based
from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import bins, class_sizes
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import has_matrix, matrix_of
from pegwise.engine.listed.openings import different_openings, has_openings
from pegwise.engine.listed.optimum_search import ListedSearch
from pegwise.engine.recent_cache import Recent
from pegwise.errors import LimitError, StrategyError
from pegwise.executors import Task, TaskQueue, crew_of
from pegwise.executors.stop_flag import current_flag
from pegwise.limit import LimitReached, limited, seconds_left
from pegwise.optimal.result import Bounds, GuessValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from pegwise.engine.listed.optimum_search import ListedOptimum
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known
    from pegwise.executors import Executes
    from pegwise.executors.task import Done
    from pegwise.optimal.problem import Problem
    from pegwise.optimal.search_checkpoint import Tasks
    from pegwise.position import Position
    from pegwise.rules import Code

    Watch = Callable[[Bounds], None] | None

__all__ = ["ListedFound", "best_of_lists", "search_of", "values_of_lists"]

_WIDTH = 10
"""Guesses that a first search tries in each position, to have a good tree soon."""
_QUICK = 1 << 20
"""Pairs of a guess and a candidate up to which the whole search takes no longer than the first one."""
_TABLE = 1 << 27
"""Bytes for solved positions, if nothing else is said."""
_searches: Recent[ListedSearch] = Recent(4)
"""The searches of the positions last asked about in this process, each with what it has solved."""


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
        raise StrategyError(
            f"in games of lists the objectives are total, worst and worst,total, and any guess is allowed; not "
            f"{problem.objective}{'' if problem.candidates_from is None else ' with candidates only'}"
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
        return _by_first_guess(asking, position, begun, threads, memory, tasks, executor)
    if begun is not None and begun.total is not None:
        whole = asking.ask(known=begun.total)
        found = begun if whole.total is None else whole
        proved = whole.is_proved
        bound = whole.bound if not proved else (found.total or 0)
    else:
        found = asking.ask()
        proved, bound = found.is_proved, found.bound
    return asking.told(found.total, bound, found.tree, proved=proved)


def search_of(position: Position, memory: int | None = None) -> ListedSearch:
    """Return the search of a position of listed rules, with what it solved before in this thread.

    Raises:
        LimitError: If the matrix does not fit into memory.
    """
    rules = position.rules
    if not has_matrix(rules):
        raise LimitError(
            f"the feedback of the {rules.guess_count} guesses of {rules} takes too much memory for a search, or "
            "it has more than 256 kinds"
        )
    position.check_possible()
    key = (rules, position.history, threading.get_ident(), memory)
    return _searches.get(key, lambda: _made(position, memory))


def _made(position: Position, memory: int | None) -> ListedSearch:
    rules, lists = position.rules, lists_of(position.rules)
    table = _TABLE if memory is None else max(1 << 16, min(_TABLE, memory // 4))
    subset = position.listed().indices.astype(np.int32)
    return ListedSearch(matrix_of(rules), lists.secret_of, lists.weights, bins(rules), subset, table)


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
    for place in _promising(asking.search, places).tolist():
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


def _promising(search: ListedSearch, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return guesses, those of the lowest expected size first."""
    weights = search.weights[search.subset]
    rows = search.matrix[np.ix_(places, search.subset)]
    sizes = [occurrences(row, weights=weights) for row in rows]
    scores = np.array([int((each * each).sum()) for each in sizes], np.int64)
    return places[np.lexsort((places, scores))]


# --- first guess by first guess -----------------------------------------------------------------------


def _by_first_guess(
    asking: _Asking,
    position: Position,
    begun: ListedOptimum | None,
    threads: int | None,
    memory: int | None,
    tasks: Tasks | None,
    executor: Executes,
) -> ListedFound:
    """Prove what each first guess costs at least, in tasks that a checkpoint keeps."""
    order, bounds = _first_guesses(position)
    best = None if begun is None else begun.total
    tree = None if begun is None else begun.tree
    open_bounds = {int(guess): int(bound) for guess, bound in zip(order, bounds, strict=True)}
    waiting: Iterator[int] = iter(order.tolist())

    def learn(guess: int, total: int | None, bound: int) -> None:
        nonlocal best, tree
        if total is not None and (best is None or total < best):
            best, tree = total, None
        if total is not None or bound >= (best or 0):
            del open_bounds[guess]
        else:
            open_bounds[guess] = bound

    with crew_of(executor, threads=threads) as crew, TaskQueue(crew) as run:

        def give_out() -> None:
            while run.hungry:
                guess = next(waiting, None)
                if guess is None:
                    return
                kept = None if tasks is None else tasks.get(f"first {guess}")
                if kept is not None:
                    asked, total, bound = map(int, kept.split())
                    if total >= 0 or bound >= (best or 0) or asked >= (best or 0):
                        learn(guess, None if total < 0 else total, max(bound, asked))
                        continue
                if best is not None and open_bounds[guess] >= best:
                    learn(guess, None, open_bounds[guess])
                    continue
                given = (position, guess, asking.most, best, memory)
                name = f"first guess {position.rules.spelled(to_code(guesses_at(order[:1] * 0 + guess, position.rules)[:, 0]))}"
                run.add(Task(name, first_guess_cost, given), lambda done, guess=guess: taken(guess, done))  # type: ignore[misc]

        def taken(guess: int, done: Done) -> None:
            total, bound, known, positions = done.result
            asking.positions += positions
            if tasks is not None:
                tasks.put(f"first {guess}", f"{known} {-1 if total is None else total} {bound}".encode())
            learn(guess, total, bound)
            asking.tell(_lower(open_bounds, best), best)

        try:
            give_out()
            while run.busy:
                run.step()
                give_out()
        except LimitReached:
            pass
    proved = not open_bounds
    if best is not None and tree is None:
        with limited(None):
            tree = _tree_of(asking, best)
    return asking.told(best, _lower(open_bounds, best), tree, proved=proved)


def _lower(open_bounds: dict[int, int], best: int | None) -> int:
    """Return what no strategy is below, given what is known of first guesses that are not settled."""
    known = [*open_bounds.values(), *([] if best is None else [best])]
    return min(known, default=0)


def _tree_of(asking: _Asking, best: int) -> TreeArrays | None:
    """Return a tree of a total that is known to be the best."""
    return asking.search.optimum(most=asking.most, known=best + 1).tree


def _first_guesses(position: Position) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first guesses, the most promising first, and what each costs at least.

    Of guesses that split the candidates alike, one is returned.
    """
    rules, lists = position.rules, lists_of(position.rules)
    members = position.listed()
    columns, weight, count = members.columns, members.weight, len(members.indices)
    scores = np.empty(rules.guess_count, np.int64)
    bounds = np.empty(rules.guess_count, np.int64)
    wins = np.zeros(rules.guess_count, np.int64)
    wins[lists.guess_of[members.indices]] = lists.weights[members.indices]
    step = 1 << 10
    for start in range(0, rules.guess_count, step):
        sizes = class_sizes(lists.guesses[:, start : start + step], columns, rules)
        scores[start : start + step] = (sizes * sizes).sum(axis=1)
        parts = np.count_nonzero(sizes, axis=1)
        won = wins[start : start + step]
        plain = 3 * count - parts - (won > 0) if not rules.weights else 2 * weight - won
        bounds[start : start + step] = plain
    order = np.lexsort((np.arange(rules.guess_count, dtype=np.int64), wins == 0, scores))
    tells = bounds[order] < 3 * count - 1 if not rules.weights else np.ones(len(order), np.bool_)
    order = order[tells] if tells.any() else order
    return order, bounds[order]


def first_guess_cost(
    position: Position, guess: int, most: int, known: int | None, memory: int | None
) -> tuple[int | None, int, int, int]:
    """Find the least total with a first guess, if it is below ``known``; the work of a task.

    Returns:
        The total, or None if it is not below; what it is at least; ``known``, or 0; and the positions searched.
    """
    search = search_of(position, memory)
    search.stop = current_flag()
    found = search.optimum(first=guess, most=most, known=known)
    if not found.is_proved:
        raise LimitReached("the work was stopped")
    bound = found.bound if found.total is None else found.total
    return found.total, max(bound, 0 if found.total is not None else known or 0), known or 0, found.positions


def values_of_lists(
    problem: Problem, asked: list[Code], *, memory: int | None = None
) -> list[GuessValue]:
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
