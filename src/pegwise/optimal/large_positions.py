"""Solves large positions: guess by guess in tasks, or class by class where the guesses are few or long."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Places, Question
from pegwise.optimal import size_thresholds
from pegwise.optimal.class_by_class import Classes
from pegwise.optimal.interleaved_jobs import Job, Steps, T, abreast
from pegwise.optimal.known_positions import OPEN, Path
from pegwise.optimal.scheduler import CROWD, Batches

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.executors.task_queue import TaskQueue
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.guess_contest import Contest, Learned


def to_the_end(solver: Solver, begin: Callable[[TaskQueue], Steps[T]]) -> T:
    """Do one job in the solver's run, and return its result."""
    with solver.running() as run:
        job = Job(begin(run))
        try:
            while not job.step():
                run.step()
        finally:
            job.steps.close()
    return job.result  # type: ignore[return-value]  # it has ended


class Settling:
    """The excess of a large position being found: exact if below the cap, else a lower bound.

    It may be found again with a higher cap, and then goes on from the bounds of the guesses.

    ``path``: the guesses that led to it from the solver's position, by their places in the pool.
    """

    def __init__(
        self, solver: Solver, path: Path | None, members: Places, question: Question, cap: int
    ) -> None:
        self.solver, self.path, self.members, self.question = solver, path, members, question
        self.cap, self.upper = cap, OPEN
        self.contest: Contest | None = None
        self._told: Learned | None = None
        self._first = np.zeros(0, np.int64)

    def learn(self, told: Learned | None) -> None:
        """Know what was found of the position elsewhere."""
        if told is None:
            return
        self.upper = min(self.upper, told.upper)
        if self.contest is None:
            self._told = told
        else:
            self.contest.take_bounds(told)

    @property
    def learned(self) -> Learned | None:
        """What is known of the position by now, for another that goes on with it."""
        contest = self.contest
        if contest is None:
            return self._told
        return contest.learned(self.upper, self._first)

    def cut(self, cap: int) -> None:
        """Make the cap so low, unless it is lower, while the search goes on."""
        self.cap = min(self.cap, cap)
        contest = self.contest
        if contest is not None and self.cap < contest.best - 1:
            if contest.champion >= 0:
                self.upper = min(self.upper, contest.best)
            contest.cut(self.cap + 1)

    def steps(self, run: TaskQueue) -> Steps[int]:
        """Find the excess, and keep it."""
        solver, members, question = self.solver, self.members, self.question
        if self.path is not None:
            solver.paths[members.tobytes()] = self.path
        key = solver.key(members, question)
        lower, upper = solver.recall(key)
        if lower >= min(upper, self.cap):
            return lower
        if upper == OPEN and self.cap >= IMPOSSIBLE:
            upper = solver.greedy(self.path, members, question)
        self.upper = min(self.upper, upper)
        guesses = solver.guesses(self.path, members, question)
        best = min(self.cap, self.upper) + 1
        contest = self.contest
        if contest is None:
            contest = solver.contest(members, question, best, path=self.path, every=guesses)
            self._first = contest.bounds.copy()
            if self._told is not None:
                contest.take_bounds(self._told)
            self.contest = contest
        else:
            contest.again(best)
        yield from weighing(solver, contest, run)
        found = contest.champion >= 0
        lower = contest.best if found else max(lower, contest.lower)
        solver.keep(key, lower, contest.best if found else self.upper)
        if found:
            solver.remember(members, question, self.learned)
        return lower


def weighing(solver: Solver, contest: Contest, run: TaskQueue) -> Steps[None]:
    """Settle every guess of a contest that may be the best."""
    batches: Batches | None = None
    if not _class_by_class(solver, contest):
        if CROWD <= run.crew.size <= contest.left and not contest.keeps_cap:
            contest.begin_low()  # each worker may weigh another guess
        batches = Batches(solver, contest, run)
    guesses = _Guesses(solver, contest, run, batches)
    yield from abreast(run, guesses.following, guesses.take, lambda: False)


@dataclass(eq=False, repr=False)
class _Guesses:
    """The guesses of a contest: in batches, or class by class, or class by class if they take too long."""

    solver: Solver
    contest: Contest
    run: TaskQueue
    batches: Batches | None
    going: dict[Job[Any], tuple[int, Classes]] = field(default_factory=dict)
    begun: bool = False

    def following(self, others: bool) -> Job[Any] | None:
        """Begin the batches, or the next guess whose classes are gone into."""
        if self.batches is not None and not self.begun:
            self.begun = True
            return Job(self.batches.steps())
        are_going = self.going or (self.batches is not None and self.batches.flying)
        if others and not self.run.speculates and are_going:
            return None  # these may show that no other guess matters
        if self.batches is not None:
            taken = self._long(self.batches)
        elif others and not self.contest.every and self.contest.best >= IMPOSSIBLE:
            return None  # without a cap, a guess is searched to the end
        else:
            taken = self.contest.take()
        if taken is None:
            return None
        at, cap = taken
        known = None if self.batches is None else self.batches.inside.get(at)
        classes = Classes.of(self.solver, self.contest, at, cap, known)
        classes.at_once = self.contest.hopeful and not self.going and not self.contest.settled.any()
        job = Job(classes.steps(self.run))
        self.going[job] = at, classes
        return job

    def take(self, job: Job[Any]) -> None:
        """Note what a guess came to, if it was one."""
        if job not in self.going:
            return
        at, classes = self.going.pop(job)
        value = job.result or 0
        self.contest.settle(at, value, value < classes.cap)
        if self.batches is not None:
            self.batches.settled()
            self.batches.inside.pop(at, None)
            if self.contest.bounds[at] < self.contest.best and (learned := classes.learned) is not None:
                self.batches.inside[at] = learned  # it may be weighed further

    def _long(self, batches: Batches) -> tuple[int, int] | None:
        """The next guess that took too long, and what it must be below."""
        while batches.long:
            at = batches.long.pop(0)
            if self.contest.is_open(at):
                return at, self.contest.cap(at)
            self.contest.leave(at)
            batches.settled()
        return None


def _class_by_class(solver: Solver, contest: Contest) -> bool:
    """Tell whether the driver goes into the classes of the guesses; otherwise each guess is a task."""
    count = len(contest.here.members)
    if count <= 2 or len(contest.guesses) == 1:
        return True
    if not solver.has_huge_class(contest, int(contest.bounds.argmin())):
        return False
    return count > size_thresholds.GIANT or (contest.bounds < contest.best).sum() < size_thresholds.MANY
