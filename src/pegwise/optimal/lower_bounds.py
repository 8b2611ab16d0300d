"""Bounds of positions and of guesses: by the compiled search, by one guess ahead, by two guesses ahead.

Small positions are solved by the compiled search (``engine.enumerated.optimum_search``). Of a large one it
gives a lower bound: what the best guess costs if each of its classes cost what its size alone says, or
what a look one guess ahead says. With a width, it gives an upper bound.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, LOOK, Question, Searcher, floors
from pegwise.engine.running import arrays
from pegwise.limit import LimitReached
from pegwise.optimal import size_thresholds
from pegwise.optimal.guess_contest import Contest, Subposition
from pegwise.optimal.guesses_to_search import after_one, contest_of, largest_classes
from pegwise.optimal.known_positions import KnownPositions, Path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import AnswerMatrix, Places
    from pegwise.engine.enumerated.transposition_table import SolvedTable
    from pegwise.executors.checkpoint import Tasks
    from pegwise.position import Position


_COUNTED = 65535 >> 2
"""Candidates of which the kernel counts the classes of many guesses at once, in words of 16 bits."""


class LowerBounds(KnownPositions):
    """The bounds of positions below a position, found by ``threads`` searches that share a table.

    ``plain`` turns parts of the compiled search off.
    """

    def __init__(
        self,
        position: Position,
        matrix: AnswerMatrix,
        table: SolvedTable,
        tasks: Tasks | None,
        *,
        threads: int,
        symmetry: bool,
        plain: int,
    ) -> None:
        super().__init__(position, matrix, tasks, symmetry=symmetry)
        self.table, self.threads, self.plain = table, threads, plain
        self.stop = arrays.flag()
        self.searchers = [Searcher(matrix, table, plain=plain) for _ in range(threads)]
        self._idle = deque(self.searchers)

    @contextmanager
    def searcher(self) -> Iterator[Searcher]:
        """A searcher that no other thread uses; raises LimitReached if it was stopped."""
        try:
            searcher = self._idle.pop()
        except IndexError:  # another thread than those that were foreseen
            searcher = Searcher(self.matrix, self.table, plain=self.plain)
            self.searchers.append(searcher)
        searcher.stop = self.stop
        try:
            yield searcher
        finally:
            self._idle.append(searcher)
        if self.stop[0]:
            raise LimitReached("the work was stopped")

    def search(self, members: Places, question: Question, **options: Any) -> tuple[int, int]:
        """The kernel's excess and guess, see :meth:`Searcher.excess`; LimitReached if it was stopped."""
        with self.searcher() as searcher:
            return searcher.excess(members, question, **options)

    def tree(self, members: Places, question: Question) -> NDArray[np.int64]:
        """The best tree of a small position, see :meth:`Searcher.tree`; LimitReached if it was stopped."""
        with self.searcher() as searcher:
            tree = searcher.tree(members, question)
        if tree is None:
            raise AssertionError("no tree keeps to the guesses that are left")
        return tree

    def greedy(self, path: Path | None, members: Places, question: Question, width: int = 1) -> int:
        """An upper bound: the excess where only so many guesses are tried in each position."""
        guesses = self.guesses(path, members, question)
        return self.search(members, question, listed=guesses, width=width)[0]

    def contest(
        self, members: Places, question: Question, cap: int, *, path: Path | None = (), **guesses: Any
    ) -> Contest:
        """Guesses at a position, by their bounds: see :func:`contest_of`."""
        return contest_of(self.matrix, Subposition(path, members, question), cap, **guesses)

    def largest_classes(self, contest: Contest, places: NDArray[np.int64]) -> NDArray[np.integer[Any]]:
        """How many candidates the largest class of some guesses of a contest has; 0 if none can be huge."""
        members = contest.here.members
        if len(members) <= size_thresholds.HUGE:
            return np.zeros(len(places), np.int32)
        if contest.largest is not None:
            return contest.largest[places]
        return largest_classes(self.matrix, contest.guesses[places], members)

    def has_huge_class(self, contest: Contest, place: int) -> bool:
        """Tell whether a guess of a contest has a class so large that it is searched guess by guess."""
        return bool(self.largest_classes(contest, np.array([place], np.int64))[0] > size_thresholds.HUGE)

    def look(self, path: Path | None, members: Places, question: Question, cap: int) -> int:
        """A lower bound of a position's excess from one guess ahead."""
        if question.unit == 0 and not question.last:
            return 0
        if len(members) <= size_thresholds.LARGE:
            return self.search(members, question, cap=cap, depth=LOOK)[0]
        lower, _ = self.recall(self.key(members, question))
        if lower >= cap:
            return lower
        if question == Question() and len(members) <= _COUNTED:  # the kernel counts all guesses at once
            return max(lower, self.search(members, question, cap=cap, depth=LOOK)[0])
        guesses = self.guesses(path, members, question)
        return max(lower, self.search(members, question, cap=cap, depth=LOOK, listed=guesses)[0])

    def foresee(self, path: Path | None, members: Places, question: Question) -> int:
        """A lower bound of a large position's excess from two guesses ahead; it is kept.

        The guess of the least bound is looked into until its bound holds.
        """
        every = self.guesses(path, members, question)
        contest = self.contest(members, question, IMPOSSIBLE, every=every)
        floor = floors(len(members), contest.most, contest.others, after_one(question))
        seen: set[int] = set()
        while (at := int(contest.bounds.argmin())) not in seen:
            seen.add(at)
            guess = int(contest.guesses[at])
            here = None if path is None else (*path, guess)
            for _, part in self.classes(guess, members):
                more = self.look(here, part, after_one(question), IMPOSSIBLE) - int(floor[len(part)])
                contest.bounds[at] += max(0, more)
        lower, upper = self.recall(key := self.key(members, question))
        self.keep(key, max(lower, contest.lower), upper)
        return max(lower, contest.lower)
