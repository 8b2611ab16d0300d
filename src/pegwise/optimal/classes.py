"""What a guess comes to whose classes are large positions: they are settled, the largest first.

Classes of a few hundred candidates are pieces. Where there are several workers, they are given out before
the larger ones are gone into, so that no worker waits for that, and so are upper bounds of the larger ones.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pegwise.engine.searching import IMPOSSIBLE, floors
from pegwise.executors import Piece
from pegwise.optimal import sizes
from pegwise.optimal.abreast import Job, abreast
from pegwise.optimal.contests import after_one
from pegwise.optimal.pieces import bound_above, settle
from pegwise.optimal.spread import room

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from pegwise.engine.searching import Places, Question
    from pegwise.executors import Run
    from pegwise.executors.pieces import Done
    from pegwise.executors.run import Ticket
    from pegwise.optimal.abreast import Steps
    from pegwise.optimal.contest import Contest
    from pegwise.optimal.settling import Settling
    from pegwise.optimal.solver import Key, Path, Solver

    Bounding = Callable[[Path | None, Places, Question, int], int]

__all__ = ["Classes"]

_FIRST, _LAST = -1, 1 << 40
"""Ranks of upper bounds, which others wait for, and of small classes, which fill the time of idle workers."""


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
    going: dict[Job[int], int] = field(default_factory=dict)
    waiting: deque[int] = field(default_factory=deque)
    flying: dict[int, Ticket] = field(default_factory=dict)
    bounding: dict[int, Ticket] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        solver: Solver,
        contest: Contest,
        at: int,
        path: Path | None,
        members: Places,
        question: Question,
        cap: int,
    ) -> Self:
        """The classes of a guess of a position, by its place in the contest."""
        guess, after = int(contest.guesses[at]), after_one(question)
        here = None if path is None else (*path, guess)
        parts = sorted((part for _, part in solver.classes(guess, members)), key=len, reverse=True)
        floor = floors(len(members), contest.most, contest.others, after)
        lows = [int(floor[len(part)]) for part in parts]
        wins = int((solver.matrix.places[members] == guess).any())
        rest = (len(members) + 1 - len(parts) - 2 * wins) * question.unit
        return cls(solver, contest, at, here, after, parts, lows, rest, cap)

    @property
    def bound(self) -> int:
        """What the guess costs at least, by what is known so far."""
        return min(self.rest + sum(self.lows), IMPOSSIBLE)

    def cut(self, cap: int) -> None:
        """Make the cap so low, unless it is lower, while the search goes on."""
        self.cap = min(self.cap, cap)

    def steps(self, run: Run) -> Steps[int]:
        """Return what the guess costs: exact if below the cap, else a lower bound."""
        solver, numbers = self.solver, range(len(self.parts))
        if self._raise(solver.look, numbers):
            return self.bound
        counts = [len(part) for part in self.parts]
        huge = [number for number in numbers if counts[number] > sizes.HUGE]
        pieces = [number for number in numbers if sizes.LARGE < counts[number] <= sizes.HUGE]
        several = run.crew.size > 1  # asked once: workers come and go
        try:
            if several:
                self._bound_above(huge, run)
                self._give(pieces, run)
                run.begin()
            yield from self._settle_huge(huge, run)
            if not several:
                self._give(pieces, run)
            self._fill(run)
            while self.flying and not self._is_enough():
                yield
                self._fill(run)
        finally:
            self._drop(run)
        self._raise(solver.excess, [number for number in numbers if counts[number] <= sizes.LARGE])
        return self.bound

    def _settle_huge(self, numbers: list[int], run: Run) -> Steps[None]:
        following = iter(numbers)

        def begin(_: bool) -> Job[int] | None:
            number = next(following, None)
            if number is None:
                return None
            settling = self.solver.settling(self.path, self.parts[number], self.question, self._cap(number))
            job = Job(self._settle_one(number, settling, run), settling.cut)
            self.going[job] = number
            return job

        yield from abreast(
            run, begin, lambda job: self._take(self.going.pop(job), job.result or 0), self._is_enough
        )

    def _settle_one(self, number: int, settling: Settling, run: Run) -> Steps[int]:
        while number in self.bounding:
            yield
        return (yield from settling.steps(run))

    def _raise(self, bounding: Bounding, numbers: range | list[int]) -> bool:
        """Raise the bounds of classes until they come to the cap; tell whether they do."""
        for number in numbers:
            if self._is_enough():
                return True
            self._take(number, bounding(self.path, self.parts[number], self.question, self._cap(number)))
        return self._is_enough()

    def _is_enough(self) -> bool:
        """Tell whether the bounds come to the cap; tell classes that still go on what they must be below."""
        bound = self.bound
        self.contest.raise_bound(self.at, bound)
        if bound >= self.cap:
            return True
        for job, number in self.going.items():
            job.cut(self._cap(number))
        return False

    def _cap(self, number: int) -> int:
        """What a class must be below."""
        return self.cap - self.bound + self.lows[number]

    def _take(self, number: int, low: int) -> None:
        self.lows[number] = max(self.lows[number], low)

    # --- pieces -----------------------------------------------------------------------------------

    def _give(self, numbers: list[int], run: Run) -> None:
        self.waiting.extend(numbers)
        self._fill(run)

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
            piece = Piece(f"a position of {len(part)} candidates", settle, given, cost=len(part), rank=_LAST)
            self.flying[number] = run.add(piece, lambda done, number=number: self._settled(number, done))  # type: ignore[misc]

    def _bound_above(self, numbers: list[int], run: Run) -> None:
        """Have upper bounds found of classes that will be gone into."""
        solver = self.solver
        for number in numbers:
            part = self.parts[number]
            key = solver.key(part, self.question)
            if solver.is_open(key):
                given = solver.origin, self.path, part.tobytes(), self.question
                piece = Piece(
                    f"an upper bound of {len(part)} candidates", bound_above, given, len(part), _FIRST
                )

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
