"""Gives out the pieces of a search, the most promising first, and takes what comes of them.

The driver has the bounds: each piece is given what it must be below at that moment, and is canceled once its
answer can no longer matter.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pegwise.engine.searching import IMPOSSIBLE
from pegwise.executors import Piece
from pegwise.optimal.pieces import Limits, weigh_guesses

if TYPE_CHECKING:
    from pegwise.engine.searching import Places, Question
    from pegwise.executors import Run
    from pegwise.executors.pieces import Done
    from pegwise.executors.run import Ticket
    from pegwise.optimal.contest import Contest
    from pegwise.optimal.solver import Path, Solver

__all__ = ["Batches", "room"]

_HERE, _ELSEWHERE = 0.02, 0.15
"""Seconds that a batch of guesses should take: in this process, and where it has to be sent."""


_ALONE = 0.05
"""Seconds of work that is not worth sending anywhere."""


def room(solver: Solver, run: Run) -> int:
    """How many pieces are given out at a time: few more than there are workers, for each may be in vain."""
    return run.crew.size + (0 if solver.origin.here is not None else 2)


class Batches:
    """The guesses of one contest, some at a time, each weighed in one search."""

    def __init__(
        self,
        solver: Solver,
        contest: Contest,
        path: Path | None,
        members: Places,
        question: Question,
        run: Run,
    ) -> None:
        self.solver, self.contest, self.run = solver, contest, run
        self.path, self.members, self.question = path, members, question
        self.flying: dict[int, tuple[Ticket, list[int]]] = {}
        self.size, self.number = 1, 0
        self.target = _HERE if solver.origin.here is not None else _ELSEWHERE

    def finish(self) -> None:
        """Settle every guess of the contest that may be the best."""
        if self.solver.origin.here is None and not self._more_than_a_moment():
            return
        self._fill()
        while self.flying:
            self.run.step()

    def _more_than_a_moment(self) -> bool:
        """Weigh guesses in this thread for a moment; tell whether any may be left."""
        solver, contest, members = self.solver, self.contest, self.members
        if solver.has_huge_class(int(contest.guesses[0]), members):
            return True
        until = time.perf_counter() + _ALONE
        while time.perf_counter() < until:
            taken = contest.take()
            if taken is None:
                return False
            value = solver.recall_or_weigh(contest, taken[0], self.path, members, self.question, taken[1])
            contest.settle(taken[0], value)
        return True

    def _fill(self) -> None:
        while len(self.flying) < room(self.solver, self.run):
            places, cap = self._next()
            if not places:
                return
            self._give(places, cap)

    def _next(self) -> tuple[list[int], int]:
        """The places in the contest of the next guesses, and what they must be below."""
        contest, places, cap = self.contest, list[int](), IMPOSSIBLE
        while len(places) < self.size and (taken := contest.take()) is not None:
            at, cap = taken
            value = self.solver.finished(self._name(at), cap)
            if value is None:
                places.append(at)
            else:
                contest.settle(at, value)
        return places, cap

    def _name(self, at: int) -> str:
        return self.solver.name(self.members, self.question, int(self.contest.guesses[at]))

    def _give(self, places: list[int], cap: int) -> None:
        contest, number = self.contest, self.number
        self.number += 1
        guesses = tuple(int(contest.guesses[at]) for at in places)
        limits = Limits(contest.most, contest.others, contest.keeps_cap)
        origin, members = self.solver.origin, self.members.tobytes()
        given = origin, self.path, members, self.question, guesses, cap, limits
        name = f"{len(guesses)} guesses at a position of {len(self.members)} candidates"
        ticket = self.run.add(Piece(name, weigh_guesses, given), lambda done: self._take(number, done))
        self.flying[number] = ticket, places

    def _take(self, number: int, done: Done) -> None:
        _, places = self.flying.pop(number)
        contest, solver = self.contest, self.solver
        for at, (value, exact, positions) in zip(places, done.result, strict=True):
            if not contest.every and contest.bounds[at] >= contest.best:
                solver.wasted += positions
            contest.settle(at, value)
            solver.put(self._name(at), f"{value} {int(exact)}")
        solver.count(sum(positions for _, _, positions in done.result))
        each = max(done.seconds / len(places), 1e-6)
        self.size = max(1, min(4 * self.size, int(self.target / each)))
        self._drop()
        self._fill()

    def _drop(self) -> None:
        """Cancel batches in which no guess can be the best any more."""
        contest = self.contest
        if contest.every:
            return
        for number, (ticket, places) in list(self.flying.items()):
            if all(contest.bounds[at] >= contest.best for at in places):
                self.run.cancel(ticket)
                self.solver.canceled += 1
                del self.flying[number]
