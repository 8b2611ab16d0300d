"""What a guess comes to whose classes are large positions themselves: the classes are settled one by one.

Classes of a few hundred candidates are pieces. Where there are several workers, they are given out before
this thread goes on with larger ones, so that no worker waits for it. So are upper bounds of the larger ones,
which this thread needs when it comes to them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pegwise.engine.searching import IMPOSSIBLE
from pegwise.executors import Piece
from pegwise.optimal.pieces import bound_above, settle
from pegwise.optimal.spread import room

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.engine.searching import Places, Question
    from pegwise.executors import Run
    from pegwise.executors.pieces import Done
    from pegwise.executors.run import Ticket
    from pegwise.optimal.contest import Contest
    from pegwise.optimal.solver import Key, Path, Solver

    Bounding = Callable[[Path | None, Places, Question, int], int]

__all__ = ["Classes"]


@dataclass
class Classes:
    """The classes of one guess of a contest, the largest first, and what each costs at least.

    ``path`` leads to the classes, of which ``question`` is asked. ``rest``: what the guess costs besides its
    classes. ``cap``: what all must be below together, or the guess is not the best.
    """

    solver: Solver
    contest: Contest
    at: int
    path: Path | None
    question: Question
    parts: list[Places]
    lows: list[int]
    rest: int
    cap: int
    waiting: deque[int] = field(default_factory=deque)
    flying: dict[int, Ticket] = field(default_factory=dict)
    bounding: dict[int, Ticket] = field(default_factory=dict)

    @property
    def bound(self) -> int:
        """What the guess costs at least, by what is known so far."""
        return min(self.rest + sum(self.lows), IMPOSSIBLE)

    def settle(self, large: int, huge: int) -> int:
        """Return what the guess costs: exact if below the cap, else a lower bound.

        Classes of more than ``large`` candidates are pieces, those of more than ``huge`` are gone into here.
        """
        solver, numbers = self.solver, range(len(self.parts))
        if self._raise(solver.look, numbers):
            return self.bound
        sizes = [len(part) for part in self.parts]
        largest = [number for number in numbers if sizes[number] > huge]
        pieces = [number for number in numbers if large < sizes[number] <= huge]
        with solver.running() as run:
            several = run.crew.size > 1  # asked once: workers come and go
            try:
                if several:
                    self._give(pieces, run)
                    self._bound_above(largest[1:], run)
                    run.begin()
                if self._raise(solver.excess, largest):
                    return self.bound
                if not several:
                    self._give(pieces, run)
                if self._wait(run):
                    return self.bound
            finally:
                self._drop(run)
        self._raise(solver.excess, [number for number in numbers if sizes[number] <= large])
        return self.bound

    def _raise(self, bounding: Bounding, numbers: range | list[int]) -> bool:
        """Raise the bounds of classes until they come to the cap; tell whether they do."""
        for number in numbers:
            if self._is_enough():
                return True
            self._take(number, bounding(self.path, self.parts[number], self.question, self._cap(number)))
        return self._is_enough()

    def _is_enough(self) -> bool:
        bound = self.bound
        self.contest.raise_bound(self.at, bound)
        return bound >= self.cap

    def _cap(self, number: int) -> int:
        """What a class must be below."""
        return self.cap - self.bound + self.lows[number]

    def _take(self, number: int, low: int) -> None:
        self.lows[number] = max(self.lows[number], low)

    # --- pieces -----------------------------------------------------------------------------------

    def _give(self, numbers: list[int], run: Run) -> None:
        self.waiting.extend(numbers)
        self._fill(run)

    def _wait(self, run: Run) -> bool:
        """Take what comes until the bounds come to the cap, or all is settled; tell whether they do."""
        self._fill(run)
        while self.flying and not self._is_enough():
            run.step()
            self._fill(run)
        return self._is_enough()

    def _fill(self, run: Run) -> None:
        solver = self.solver
        while self.waiting and len(self.flying) < room(solver, run):
            number = self.waiting.popleft()
            part, cap = self.parts[number], self._cap(number)
            lower, upper = solver.recall(solver.key(part, self.question))
            if lower >= min(upper, cap):
                self._take(number, lower)
                continue
            if self.path is not None:
                solver.paths[part.tobytes()] = self.path
            given = solver.origin, self.path, part.tobytes(), self.question, cap
            piece = Piece(f"a position of {len(part)} candidates", settle, given, cost=len(part), rank=1)
            self.flying[number] = run.add(piece, lambda done, number=number: self._settled(number, done))  # type: ignore[misc]

    def _bound_above(self, numbers: list[int], run: Run) -> None:
        """Have upper bounds found of classes to which this thread comes later."""
        solver = self.solver
        for number in numbers:
            part = self.parts[number]
            key = solver.key(part, self.question)
            if solver.is_open(key):
                given = solver.origin, self.path, part.tobytes(), self.question
                piece = Piece(f"an upper bound of {len(part)} candidates", bound_above, given, cost=len(part))

                def take(done: Done, number: int = number, key: Key = key) -> None:
                    del self.bounding[number]
                    value, positions = done.result
                    solver.count(positions)
                    lower, upper = solver.recall(key)
                    solver.keep(key, lower, min(upper, value))

                self.bounding[number] = run.add(piece, take)

    def _settled(self, number: int, done: Done) -> None:
        del self.flying[number]
        lower, upper, positions = done.result
        solver, key = self.solver, self.solver.key(self.parts[number], self.question)
        solver.count(positions)
        known = solver.recall(key)
        solver.keep(key, max(lower, known[0]), min(upper, known[1]))
        self._take(number, lower)

    def _drop(self, run: Run) -> None:
        """Cancel what is not settled yet."""
        self.waiting.clear()
        for ticket in self.flying.values():
            run.cancel(ticket)
            self.solver.canceled += 1
        self.flying.clear()
        for ticket in self.bounding.values():
            run.cancel(ticket)
        self.bounding.clear()
