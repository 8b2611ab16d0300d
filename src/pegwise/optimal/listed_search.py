"""Searches listed games, with what each search has solved: a position, or its first guesses, each a task."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import guesses_at, to_code
from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import bins, class_sizes
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import has_matrix, matrix_of
from pegwise.engine.listed.optimum_search import ListedOptimum, ListedSearch
from pegwise.engine.recent_cache import Recent
from pegwise.errors import LimitError
from pegwise.executors.crew import Executes, crew_of
from pegwise.executors.stop_flag import current_flag
from pegwise.executors.task_queue import Done, Task, TaskQueue
from pegwise.limit import LimitReached
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.executors.checkpoint import Tasks
    from pegwise.position import Position


_TABLE = 1 << 27
"""Bytes for solved positions, if nothing else is said."""
_TOGETHER = 1 << 10
"""Guesses that are scored together."""
_searches: Recent[ListedSearch] = Recent(4)
"""The searches of the positions last asked about, by the thread that asked."""


def search_of(position: Position, memory: int | None = None) -> ListedSearch:
    """Return the search of a position of listed rules, with what it solved before in this thread.

    Raises:
        LimitError: If the matrix does not fit into memory.
    """
    rules = position.rules
    if not has_matrix(rules):
        raise LimitError(
            f"the feedback of the {rules.guess_count} guesses of {rules} takes too much memory for a "
            "search, or it has more than 256 kinds"
        )
    position.check_possible()

    def made() -> ListedSearch:
        lists, subset = lists_of(rules), position.listed().indices.astype(np.int32)
        table = _TABLE if memory is None else max(1 << 16, min(_TABLE, memory // 4))
        return ListedSearch(matrix_of(rules), lists.secret_of, lists.weights, bins(rules), subset, table)

    return _searches.get((rules, position.history, threading.get_ident(), memory), made)


def by_expected_size(search: ListedSearch, places: Iterable[int]) -> list[int]:
    """Return guesses, those of the lowest expected size first, then the lowest ones."""
    weights = search.weights[search.subset]

    def size(place: int) -> int:
        return int((occurrences(search.matrix[place, search.subset], weights=weights) ** 2).sum())

    return sorted(sorted(places), key=size)


class FirstGuesses:
    """All first guesses of a position, and what is known of each.

    ``best`` is the lowest total so far, ``champion`` the guess that has it, ``tree`` a tree of it if there
    is one. ``open``: what guesses that are not settled cost at least.
    """

    def __init__(
        self,
        position: Position,
        most: int,
        begun: ListedOptimum | None,
        memory: int | None,
        tasks: Tasks | None,
    ) -> None:
        self.position, self.most, self.memory, self.tasks = position, most, memory, tasks
        self.best = None if begun is None else begun.total
        self.tree: TreeArrays | None = None if begun is None else begun.tree
        self.champion: int | None = None
        self.order, bounds = _ordered(position)
        self.open = dict(zip(self.order.tolist(), bounds.tolist(), strict=True))
        self._waiting = iter(self.order.tolist())
        self._positions = 0

    @property
    def lower(self) -> int:
        """What no strategy is below, as far as is known."""
        known = [*self.open.values(), *([] if self.best is None else [self.best])]
        return min(known, default=0)

    def run(self, threads: int | None, executor: Executes) -> Iterator[int]:
        """Settle all guesses; yields, now and then, the positions searched since the last time.

        Raises:
            LimitReached: If the limit in force is used up.
        """
        with crew_of(executor, threads=threads) as crew, TaskQueue(crew) as run:
            self._give_out(run)
            while run.busy:
                run.step()
                self._give_out(run)
                report("first guesses", len(self.order) - len(self.open), len(self.order))
                positions, self._positions = self._positions, 0
                yield positions

    def _give_out(self, run: TaskQueue) -> None:
        """Have the next guesses looked at that are not settled without that."""
        while run.hungry:
            guess = next(self._waiting, None)
            if guess is None:
                return
            if self._is_settled(guess):
                continue
            given = (self.position, guess, self.most, self.best, self.memory)
            column = guesses_at(np.array([guess], np.int64), self.position.rules)[:, 0]
            name = f"first guess {self.position.rules.spelled(to_code(column))}"
            task = Task(name, first_guess_cost, given)
            run.add(task, lambda done, guess=guess: self._taken(guess, done))  # type: ignore[misc]

    def _is_settled(self, guess: int) -> bool:
        """Learn what a checkpoint has of a guess, and tell whether that is enough."""
        kept = None if self.tasks is None else self.tasks.get(f"first {guess}")
        if kept is not None:
            total, bound = map(int, kept.split())
            self._learn(guess, None if total < 0 else total, bound)
        elif self.best is not None and self.open[guess] >= self.best:
            self._learn(guess, None, self.open[guess])
        return guess not in self.open

    def _taken(self, guess: int, done: Done) -> None:
        total, bound, positions = done.result
        self._positions += positions
        if self.tasks is not None:
            self.tasks.put(f"first {guess}", f"{-1 if total is None else total} {bound}".encode())
        self._learn(guess, total, bound)

    def _learn(self, guess: int, total: int | None, bound: int) -> None:
        if total is not None and (self.best is None or total < self.best):
            self.best, self.champion, self.tree = total, guess, None
        if total is not None or (self.best is not None and bound >= self.best):
            del self.open[guess]
        else:
            self.open[guess] = max(bound, self.open[guess])


def _ordered(position: Position) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first guesses, the lowest expected size first, and what each costs at least.

    Guesses that tell nothing are left out, if others tell something.
    """
    rules, lists = position.rules, lists_of(position.rules)
    members = position.listed()
    columns, weight, count = members.columns, members.weight, len(members.indices)
    scores, parts = np.empty((2, rules.guess_count), np.int64)
    wins = np.zeros(rules.guess_count, np.int64)
    wins[lists.guess_of[members.indices]] = lists.weights[members.indices]
    for start in range(0, rules.guess_count, _TOGETHER):
        some = slice(start, start + _TOGETHER)
        sizes = class_sizes(lists.guesses[:, some], columns, rules)
        scores[some], parts[some] = (sizes * sizes).sum(axis=1), np.count_nonzero(sizes, axis=1)
    bounds = 2 * weight - wins if rules.weights else 3 * count - parts - (wins > 0)
    order = np.lexsort((np.arange(rules.guess_count, dtype=np.int64), wins == 0, scores))
    telling = order[(parts[order] > 1) | (wins[order] > 0)]
    order = telling if len(telling) else order
    return order, bounds[order]


def first_guess_cost(
    position: Position, guess: int, most: int, known: int | None, memory: int | None
) -> tuple[int | None, int, int]:
    """Find the least total with a first guess, if it is below ``known``; the work of a task.

    Returns:
        The total, or None if it is not below; what it is at least; and the positions searched.

    Raises:
        LimitReached: If the work was stopped.
    """
    search = search_of(position, memory)
    search.stop = current_flag()
    found = search.optimum(first=guess, most=most, known=known)
    if not found.is_proved:
        raise LimitReached("the work was stopped")
    if found.total is None and known is None:  # in no number of guesses
        return None, 1 << 60, found.positions
    return found.total, found.total or max(found.bound, known or 0), found.positions
