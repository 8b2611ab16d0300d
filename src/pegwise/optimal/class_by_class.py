"""What a guess costs whose classes are large positions: they are solved, the largest first.

In one process, classes of a few hundred candidates are tasks, and larger ones are gone into. For workers
elsewhere, each class is a task until that takes too long, and then it is gone into. A very large one is gone
into at once while most workers have nothing to do.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Places, Question, floors
from pegwise.executors.task_queue import Task, TaskQueue
from pegwise.optimal import size_thresholds
from pegwise.optimal.guess_contest import Contest, Inside, Learned
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.interleaved_jobs import Job, Steps, abreast
from pegwise.optimal.scheduler import patience
from pegwise.optimal.search_tasks import FIRST_TREE, SETTLE, Settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Self

    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.known_positions import Path
    from pegwise.optimal.large_positions import Settling

    Bounding = Callable[[Path | None, Places, Question, int], int]


_STEP = 16
"""By how many guesses the first round raises the bound of a large class at most; each later round, by twice
as many in all as the one before."""
_MOST_PATIENCE = 10.0
"""Seconds that a huge class is tried as one task at most, so that a checkpoint loses little."""


@dataclass(eq=False, repr=False)
class Classes:
    """The classes of one guess of a contest, the largest first, and what each costs at least.

    ``path`` leads to the classes, of which ``question`` is asked. ``rest``: what the guess costs besides its
    classes. ``cap``: what all must be below together, or the guess need not be weighed further for now; it is
    that of the contest at the last look. ``asked``: what each class had to be below when it was last settled,
    never more than what its search was told. If it came to less, its cost is exact; else it is a lower bound.
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
    at_once: bool = False
    settlings: dict[int, Settling] = field(default_factory=dict)
    known: dict[int, Learned] = field(default_factory=dict)
    looked: bool = False
    asked: dict[int, int] = field(default_factory=dict)
    going: dict[Job[int], tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        solver: Solver,
        contest: Contest,
        at: int,
        cap: int,
        known: Inside | None = None,
    ) -> Self:
        """The classes of a guess of a position, by its place in the contest.

        ``known``: what was found of them elsewhere, which is at least what a look tells.
        """
        path, members, question = contest.here
        guess, after = int(contest.guesses[at]), after_one(question)
        here = None if path is None else (*path, guess)
        parts = sorted((part for _, part in solver.classes(guess, members)), key=len, reverse=True)
        floor = floors(len(members), contest.most, contest.others, after)
        lows = [int(floor[len(part)]) for part in parts] if known is None else list(known.lows)
        wins = int((solver.matrix.places[members] == guess).any())
        rest = (len(members) + 1 - len(parts) - 2 * wins) * question.unit
        more = {} if known is None else dict(known.more)
        looked = known is not None
        return cls(solver, contest, at, here, after, parts, lows, rest, cap, known=more, looked=looked)

    @property
    def learned(self) -> Inside | None:
        """What is known of the classes by now, for another that goes on with them; None if it is little."""
        if not self.looked:
            return None
        more = dict(self.known)
        for number, settling in self.settlings.items():
            if (learned := settling.learned) is not None:
                more[number] = learned
        return Inside(tuple(self.lows), more)

    @property
    def bound(self) -> int:
        """What the guess costs at least, by what is known so far."""
        return min(self.rest + sum(self.lows), IMPOSSIBLE)

    def steps(self, run: TaskQueue) -> Steps[int]:
        """Return what the guess costs: exact if below ``cap`` as it is at the end, else a lower bound."""
        solver, numbers = self.solver, range(len(self.parts))
        if self._raise(solver.look, () if self.looked else numbers):
            return self.bound
        self.looked = True
        large = [number for number in numbers if len(self.parts[number]) > size_thresholds.LARGE]
        yield from self._settle_large(large, run)
        self._raise(solver.excess, [number for number in numbers if number not in large])
        return self.bound

    def _is_huge(self, number: int) -> bool:
        return len(self.parts[number]) > size_thresholds.HUGE

    def _settle_large(self, numbers: list[int], run: TaskQueue) -> Steps[None]:
        """Settle large classes in rounds: the bound of each rises by at most 16, then 32, 64, ... in all.

        So most guesses are ruled out before much work goes into any one of their classes. Where workers would
        have nothing to do, a class begins its next round before others have ended theirs.
        """
        at_once = self.at_once or self.cap >= IMPOSSIBLE
        step = IMPOSSIBLE if at_once else _STEP * max(1, self.question.unit)
        lows, asked = list(self.lows), self.asked
        ahead = [(0, number) for number in numbers]  # a heap: rounds that are to be begun

        def begin(others: bool) -> Job[int] | None:
            if not ahead:
                return None
            rounds, number = ahead[0]
            whole, part = self._cap(number), lows[number] + (step << rounds)
            if others and whole <= part and not run.speculates:  # others may show that it need not be found
                return None
            heapq.heappop(ahead)
            asked[number] = min(whole, part)
            job = Job(self._settle(number, asked[number], run), partial(self._cut_settling, number))
            self.going[job] = rounds, number
            return job

        def end(job: Job[int]) -> None:
            rounds, number = self.going.pop(job)
            self._take(number, job.result or 0)
            if self.lows[number] >= asked[number]:
                heapq.heappush(ahead, (rounds + 1, number))

        yield from abreast(run, begin, end, self._is_enough)

    def _settle(self, number: int, cap: int, run: TaskQueue) -> Steps[int]:
        """Settle a class below a cap: as one task, or go into it."""
        if self.at_once and self._is_huge(number):  # the cap says little of what each class costs
            cap = min(cap, 1 + (yield from self._greedy(number, run)), self._cap(number))
        seconds = self._patience(number, run)
        if seconds == 0 or self._is_long(number, run):
            return (yield from self._settling(number, cap).steps(run))
        return (yield from self._settle_elsewhere(number, cap, seconds, run))

    def _greedy(self, number: int, run: TaskQueue) -> Steps[int]:
        """An upper bound of a class, where only one guess is tried in each position."""
        solver, part = self.solver, self.parts[number]
        _, upper = solver.recall(key := solver.key(part, self.question))
        if upper < IMPOSSIBLE:
            return upper
        given = solver.origin, self.path, part.tobytes(), self.question
        task = Task(f"a first tree of {len(part)} candidates", FIRST_TREE, given, len(part), next(run.ranks))
        value, positions = yield from self._done(task, run)
        solver.count(positions)
        lower, upper = solver.recall(key)
        solver.keep(key, lower, min(upper, value))
        return min(upper, int(value))

    def _done(self, task: Task, run: TaskQueue) -> Steps[Any]:
        """Have a task done, and return its result."""
        done: list[Any] = []
        submission = run.add(task, lambda each: done.append(each.result))
        try:
            while not done:
                yield
        finally:
            if not done:
                run.cancel(submission)
                self.solver.canceled += 1
        return done[0]

    def _patience(self, number: int, run: TaskQueue) -> float:
        """How many seconds to try a class as one task before it is gone into; 0 to do so at once."""
        if self.solver.is_here:
            return 0.0 if self._is_huge(number) else math.inf
        seconds = patience(self.solver, run)
        return min(seconds, _MOST_PATIENCE) if self._is_huge(number) else seconds

    def _is_long(self, number: int, run: TaskQueue) -> bool:
        """Tell whether one worker alone took too long, or may do so while most have nothing to do."""
        is_wide = len(self.parts[number]) > size_thresholds.WIDE
        return number in self.settlings or (is_wide and run.idle > run.crew.size // 2)

    def _settling(self, number: int, cap: int) -> Settling:
        """What goes into a class, and goes on from what it knows."""
        if number not in self.settlings:
            part = self.parts[number]
            self.settlings[number] = self.solver.settling(self.path, part, self.question, cap)
            self.settlings[number].learn(self.known.pop(number, None))
        self.settlings[number].cap = cap
        return self.settlings[number]

    def _cut_settling(self, number: int, cap: int) -> None:
        if number in self.settlings:
            self.settlings[number].cut(cap)

    def _settle_elsewhere(self, number: int, cap: int, seconds: float, run: TaskQueue) -> Steps[int]:
        """Have a class settled in one task; go into it if that takes longer than so many seconds."""
        solver, part = self.solver, self.parts[number]
        key = solver.key(part, self.question)
        lower, upper = solver.recall(key)
        if lower >= min(upper, cap):
            return lower
        if self.path is not None:
            solver.paths[part.tobytes()] = self.path
        known = self.known.get(number)
        given = solver.origin, self.path, part.tobytes(), self.question, cap, seconds, known
        task = Task(f"a position of {len(part)} candidates", SETTLE, given, len(part), next(run.ranks))
        found: Settled = yield from self._done(task, run)
        solver.count(found.positions)
        if found.learned is not None:
            self.known[number] = found.learned
            if found.lower == found.upper:
                solver.remember(part, self.question, found.learned)
        lower, upper = solver.recall(key)
        solver.keep(key, max(lower, found.lower), min(upper, found.upper))
        if found.ended:
            return found.lower
        return (yield from self._settling(number, min(cap, self._cap(number))).steps(run))

    def _raise(self, bounding: Bounding, numbers: Iterable[int]) -> bool:
        """Raise the bounds of classes until they come to the cap; tell whether they do."""
        for number in numbers:
            if self._is_enough():
                return True
            self._take(number, bounding(self.path, self.parts[number], self.question, self._cap(number)))
        return self._is_enough()

    def _is_enough(self) -> bool:
        """Tell whether the bounds come to the cap; tell classes that still go on what they must be below.

        If the contest has raised its cap, the guess is weighed further: its classes begin another round.
        """
        bound = self.bound
        self.cap = self.contest.cap(self.at)
        self.contest.raise_bound(self.at, bound)
        if bound >= self.cap:
            return True
        for job, (_, number) in self.going.items():
            self.asked[number] = min(self.asked[number], self._cap(number))
            job.cut(self.asked[number])
        return False

    def _cap(self, number: int) -> int:
        """What a class must be below."""
        return self.cap - self.bound + self.lows[number]

    def _take(self, number: int, low: int) -> None:
        self.lows[number] = max(self.lows[number], low)
