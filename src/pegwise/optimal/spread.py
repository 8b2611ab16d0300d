"""Gives out the pieces of a search, the most promising first, and takes what comes of them.

The driver has the bounds: each piece is given what it must be below at that moment, and is canceled once its
answer can no longer matter.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pegwise.engine.searching import IMPOSSIBLE
from pegwise.executors import Piece
from pegwise.optimal.pieces import Limits, weigh_guesses

if TYPE_CHECKING:
    from pegwise.engine.searching import Places, Question
    from pegwise.executors import Run
    from pegwise.executors.pieces import Done
    from pegwise.executors.run import Ticket
    from pegwise.optimal.abreast import Steps
    from pegwise.optimal.contest import Contest
    from pegwise.optimal.solver import Path, Solver

__all__ = ["Batches", "room"]

_HERE, _ELSEWHERE = 0.02, 0.15
"""Seconds that a batch of guesses should take: in this process, and where it has to be sent."""
_EACH = 0.01
"""Seconds that a batch should take for each worker elsewhere, as the driver takes milliseconds for each."""
_FIRST, _MOMENT = 64, 0.1
"""Guesses of the first batch, and seconds after which a worker elsewhere leaves the rest of them."""


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
        self.size, self.number, self.rank = 1, 0, next(run.ranks)
        elsewhere = max(_ELSEWHERE, _EACH * run.crew.size)
        self.target = _HERE if solver.origin.here is not None else elsewhere

    def steps(self) -> Steps[None]:
        """Settle every guess of the contest that may be the best."""
        try:
            if self._begins_with_one():
                self.size = _FIRST
                places, cap = self._next()
                if places:
                    self._give(places, cap, _MOMENT)
                while self.flying:
                    yield
            self._fill()
            while self.flying:
                best = self.contest.best
                yield
                if self.contest.best < best:  # it was cut
                    self._drop()
                    self._fill()
        finally:
            self._give_up()

    def _begins_with_one(self) -> bool:
        """Tell whether a first batch tells how long the others take: where each guess is short."""
        first = int(self.contest.guesses[0])
        return self.solver.origin.here is None and not self.solver.has_huge_class(first, self.members)

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

    def _give(self, places: list[int], cap: int, seconds: float = math.inf) -> None:
        contest, number = self.contest, self.number
        self.number += 1
        guesses = tuple(int(contest.guesses[at]) for at in places)
        limits = Limits(contest.most, contest.others, contest.keeps_cap)
        origin, members = self.solver.origin, self.members.tobytes()
        given = origin, self.path, members, self.question, guesses, cap, limits, seconds
        name = f"{len(guesses)} guesses at a position of {len(self.members)} candidates"
        piece = Piece(name, weigh_guesses, given, rank=self.rank)
        ticket = self.run.add(piece, lambda done: self._take(number, done))
        self.flying[number] = ticket, places

    def _take(self, number: int, done: Done) -> None:
        _, places = self.flying.pop(number)
        contest, solver = self.contest, self.solver
        for at, (value, exact, positions) in zip(places, done.result, strict=False):
            if not contest.every and contest.bounds[at] >= contest.best:
                solver.wasted += positions
            contest.settle(at, value)
            solver.put(self._name(at), f"{value} {int(exact)}")
        solver.count(sum(positions for _, _, positions in done.result))
        if len(done.result) < len(places):  # nothing after them was given out
            contest.following = places[len(done.result)]
        each = max(done.seconds / len(done.result), 1e-6)
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

    def _give_up(self) -> None:
        """Cancel all batches."""
        for ticket, _ in self.flying.values():
            self.run.cancel(ticket)
            self.solver.canceled += 1
        self.flying.clear()
