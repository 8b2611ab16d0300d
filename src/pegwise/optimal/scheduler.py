"""Schedules the tasks of a search: gives out the most promising first, and uses their results.

The driver has the bounds: each task is given what it must be below at that moment, and is canceled once its
answer can no longer matter.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE
from pegwise.executors.task_queue import Done, Submission, Task, TaskQueue
from pegwise.optimal.guess_contest import Contest, FirstFit, Inside
from pegwise.optimal.search_tasks import WEIGH_GUESSES, Limits, Weighed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.interleaved_jobs import Steps

    Numbers = NDArray[np.int64]


_ALONE, _HERE, _ELSEWHERE = 0.1, 0.02, 0.15
"""Seconds that a batch of guesses should take: if one thread does everything, if others find out what it is
to know, and where it has to be sent."""
_PATIENCE, _HURRY = 0.6, 0.15
"""Seconds at least that a worker goes on with what others could help with: to go into it takes time, too.
The second: while more than half of at least ``CROWD`` workers have nothing to do."""
CROWD = 8
"""Workers from which on they are many. Then all guesses are weighed a little before any of them is weighed to
the end. With fewer workers, less is wasted if the first guess tells the others what they must be below."""
_EACH = 0.01
"""Seconds that a batch should take for each worker elsewhere, as the driver takes milliseconds for each."""
_FIRST, _MOMENT = 64, 0.1
"""Guesses of the first batch, and seconds after which a worker elsewhere leaves the rest of them."""
_MOST = 512
"""Guesses of the other batches at most, where a worker leaves the rest when the batch takes too long."""
_POSITION, _GUESS = 5e-6, 5e-9
"""About how many seconds it takes to search a position, and how many more for each guess that there is."""
_LEAST = 4
"""What part of the seconds that a batch should take the last batches take at least."""


def _target(solver: Solver, run: TaskQueue) -> float:
    """How many seconds a task should take: the driver takes milliseconds for each.

    It has time for shorter ones while many workers have nothing to do, and they need them.
    """
    if solver.is_here:
        return _ALONE if solver.is_alone else _HERE
    return max(_ELSEWHERE, _EACH * (run.crew.size - max(0, run.idle)))


def patience(solver: Solver, run: TaskQueue) -> float:
    """How many seconds one of several workers elsewhere goes on with what others could help with."""
    size = run.crew.size
    if solver.is_here or size == 1:
        return math.inf
    if size >= CROWD and run.idle > size // 2:
        return _HURRY
    return max(_PATIENCE, _target(solver, run))


class Batches:
    """The guesses of one contest, some at a time, each weighed in one search.

    If other workers could help, a worker leaves what it has not begun after the seconds that a batch should
    take, and gives up a guess that takes too long. ``long``: the places of such guesses, the most promising
    first. Whoever gives them to others calls :meth:`settled` at the end; until then, a batch is begun only
    for idle workers.
    """

    def __init__(self, solver: Solver, contest: Contest, run: TaskQueue) -> None:
        self.solver, self.contest, self.run = solver, contest, run
        self.flying: dict[int, tuple[Submission, Numbers]] = {}
        self.long: list[int] = []
        self.back: list[int] = []  # what workers have left, in order
        self.inside: dict[int, Inside] = {}  # what was found of the classes of long guesses
        self.unsettled = 0
        self.size, self.number, self.rank = max(1, contest.together // 2), 0, next(run.ranks)

    def steps(self) -> Steps[None]:
        """Settle every guess of the contest that may be the best, but for those that take too long."""
        try:
            is_huge = self.solver.has_huge_class(self.contest, 0)
            if not self.solver.is_here and (not is_huge or self.each < math.inf):
                # It tells how long the others take, or what they must be below.
                self.size = _FIRST
                places, cap = self._next()
                if len(places):
                    self._give(places, cap, _MOMENT)
                while self.flying:
                    yield
            self._fill()
            while self.flying or self.unsettled:
                best = self.contest.best
                yield
                if self.contest.best < best:  # it was cut
                    self._drop()
                self._fill()
        finally:
            self._cancel(list(self.flying))

    @property
    def each(self) -> float:
        """The seconds after which a guess is given up."""
        return patience(self.solver, self.run)

    def settled(self) -> None:
        """Note that a guess that took too long is settled."""
        self.unsettled -= 1

    def _fill(self) -> None:
        room = self.run.room if self.run.speculates else 1
        while len(self.flying) < room and (self.run.hungry or not self.unsettled):
            places, cap = self._next()
            if not len(places):
                return
            self._give(places, cap)

    def _next(self) -> tuple[Numbers, int]:
        """The places in the contest of the next guesses, and what they must be below."""
        contest, room = self.contest, self.size
        found = [np.zeros(0, np.int64)]
        while room and len(taken := self._following(room)):
            found.append(self._unfinished(taken) if self.solver.tasks is not None else taken)
            room -= len(found[-1])
        places = np.concatenate(found)
        return places, contest.cap(int(places[-1])) if len(places) else IMPOSSIBLE

    def _unfinished(self, places: Numbers) -> Numbers:
        """The guesses that an earlier run did not weigh; what it found of the others is noted."""
        contest, left = self.contest, list[int]()
        for at in places.tolist():
            cap = contest.cap(at)
            if not contest.is_open(at):  # by what was found of another
                contest.leave(at)
            elif (value := self.solver.finished(self._name(at), cap)) is None:
                left.append(at)
            else:
                contest.settle(at, value, value < cap)
        return np.array(left, np.int64)

    def _following(self, most: int) -> Numbers:
        """The places of the next guesses, at most so many; none if none can be the best."""
        contest = self.contest
        while True:
            taken = self._given_back(most)
            taken = np.concatenate([taken, contest.take_some(most - len(taken))])
            aside = np.isin(taken, list(self.inside)) if self.inside else np.zeros(len(taken), np.bool_)
            for at in taken[aside].tolist():
                self._put_aside(at)
            if not aside.all():
                return taken[~aside]
            waits = self.flying or self.unsettled
            if not len(taken) and ((waits and self.run.idle <= 0) or not contest.reach_further()):
                return taken

    def _given_back(self, most: int) -> Numbers:
        """The places of guesses that workers have left and that may still matter, at most so many."""
        taken = list[int]()
        while self.back and len(taken) < most:
            at = self.back.pop(0)
            if self.contest.is_open(at):
                taken.append(at)
            else:
                self.contest.leave(at)
        return np.array(taken, np.int64)

    def _name(self, at: int) -> str:
        _, members, question = self.contest.here
        return self.solver.name(members, question, int(self.contest.guesses[at]))

    def _give(self, places: Numbers, cap: int, seconds: float | None = None) -> None:
        contest, number = self.contest, self.number
        self.number += 1
        guesses, largest = contest.guesses[places], self.solver.largest_classes(contest, places)
        if seconds is None:
            seconds = math.inf if math.isinf(self.each) else _target(self.solver, self.run)
        first = isinstance(contest, FirstFit)
        limits = Limits(contest.most, contest.others, contest.keeps_cap, first, seconds, self.each)
        path, members, question = contest.here
        given = self.solver.origin, path, members.tobytes(), question, guesses, largest, cap, limits
        name = f"{len(guesses)} guesses at a position of {len(members)} candidates"
        task = Task(name, WEIGH_GUESSES, given, rank=self.rank)
        submission = self.run.add(task, lambda done: self._take(number, done))
        self.flying[number] = submission, places

    def _take(self, number: int, done: Done) -> None:
        _, places = self.flying.pop(number)
        contest, solver = self.contest, self.solver
        weighed: Weighed = done.result
        begun, left = np.split(places, [len(weighed)])
        ended = weighed.ended
        solver.wasted += int(weighed.positions[~(ended & contest.are_open(begun))].sum())
        contest.settle_all(begun[ended], weighed.values[ended], weighed.exact[ended])
        if solver.tasks is not None:
            for guess in np.flatnonzero(ended).tolist():
                value, exact = weighed.values[guess], weighed.exact[guess]
                solver.put(self._name(begun[guess]), f"{value} {int(exact)}")
        for guess in np.flatnonzero(~ended).tolist():
            at = int(begun[guess])
            contest.raise_bound(at, int(weighed.values[guess]))
            if guess in weighed.learned:
                self.inside[at] = weighed.learned[guess]
            self._put_aside(at)
        solver.count(int(weighed.positions.sum()))
        self.back = sorted([*self.back, *left.tolist()])
        self.size = contest.together = self._room_for(max(self._seconds(done) / len(weighed), 1e-6))
        self._drop()
        self._fill()

    def _seconds(self, done: Done) -> float:
        """Return how long a batch took.

        If one thread does everything, that is reckoned from the work: what is searched, and how much of it,
        then depends on nothing but the question.
        """
        if not self.solver.is_alone:
            return done.seconds
        weighed: Weighed = done.result
        each = _POSITION + _GUESS * int(self.solver.matrix.pool.shape[1])
        return each * (int(weighed.positions.sum()) + len(weighed))

    def _put_aside(self, at: int) -> None:
        """Leave a guess that takes too long to those who go into its classes."""
        self.long.append(at)
        self.long.sort()
        self.unsettled += 1

    def _room_for(self, each: float) -> int:
        """How many guesses to give out together, if each takes so many seconds.

        If workers have nothing else to do, they share what is left, so that all end together.
        """
        if math.isinf(self.each):
            return max(1, min(4 * self.size, int(_target(self.solver, self.run) / each)))
        if self.run.idle <= 0:
            return _MOST
        left, least = self.contest.left + len(self.back), int(_target(self.solver, self.run) / _LEAST / each)
        return max(1, min(_MOST, max(least, -(-left // (2 * self.run.crew.size)))))

    def _drop(self) -> None:
        """Cancel batches in which no guess can be the best any more."""
        are_open = self.contest.are_open
        self._cancel([number for number, (_, places) in self.flying.items() if not are_open(places).any()])

    def _cancel(self, numbers: list[int]) -> None:
        for number in numbers:
            submission, places = self.flying.pop(number)
            self.run.cancel(submission)
            self.solver.canceled += 1
            for at in places.tolist():
                self.contest.leave(at)
