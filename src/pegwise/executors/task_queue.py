"""The one loop that has tasks done, on whatever executor, and hands out results as they come."""

from __future__ import annotations

import heapq
import queue
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import pegwise
from pegwise.errors import ExecutorError, PegwiseError
from pegwise.executors.stop_flag import Stop, stop_flag
from pegwise.limit import spend, unless_stopped
from pegwise.progress import report_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from pegwise.executors.crew import Crew

_LOOK = 0.02
"""Seconds between two looks at the clock while waiting."""
_ATTEMPTS = 3
"""How often a task is tried."""
_SPREAD = 4
"""Batches that each worker must find waiting, so that all of them end at about the same time."""
_AHEAD = 2
"""Tasks that are given out besides one for each worker elsewhere."""
_RECENT = 0.1
"""The weight of the last task in the mean of their seconds."""


class TaskQueue:
    """Tasks being done. Used in a ``with``, at whose end nothing runs any more.

    All methods are called by one thread, except :meth:`add` and :meth:`cancel`, which any may call.
    ``ranks``: numbers for tasks that go in the order in which their work was begun. ``batches``: short
    tasks are sent together where sending takes long. Canceling one of them does not stop it; only its result
    is dropped.
    """

    def __init__(self, crew: Crew, *, batches: bool = False) -> None:
        self.crew, self.batches = crew, batches
        self.ranks = count()
        self._seconds = 0.0
        self._waiting: list[tuple[int, float, int, Submission]] = []
        self._flying: dict[int, Submission] = {}
        self._events: queue.SimpleQueue[Submission] = queue.SimpleQueue()
        self._workers = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.clear()
        flying = [submission for submission in self._flying.values() if submission.future is not None]
        if flying:
            self.crew.stop(flying)

    def add(self, task: Task, then: Callable[[Done], None]) -> Submission:
        """Have a task done; ``then`` is called with the result, in the thread that runs the loop."""
        submission = Submission(task, then)
        self._wait(submission)
        return submission

    @property
    def busy(self) -> bool:
        """True while tasks wait or run."""
        return bool(self._waiting or self._flying)

    @property
    def speculates(self) -> bool:
        """True where there are several workers: then tasks are given out that may be in vain."""
        return self.crew.size > 1

    @property
    def room(self) -> int:
        """How many tasks to give out at a time: one for each worker, and a few more.

        A worker elsewhere that has to wait for its next task loses milliseconds each time.
        """
        return self.crew.size + (0 if self.crew.is_here else _AHEAD)

    @property
    def hungry(self) -> bool:
        """True while fewer tasks wait or run than there is room for."""
        return self.room > len(self._flying) + len(self._waiting)

    @property
    def idle(self) -> int:
        """How many workers have nothing to do, or are about to."""
        return self.crew.size - len(self._flying) - len(self._waiting)

    def finish(self) -> None:
        """Return when all tasks are done, those that are added meanwhile included.

        Raises:
            ExecutorError: If a task failed too often, or the executor is gone.
            LimitReached: If the limit in force is used up.
        """
        while self.busy:
            self.step()

    def step(self, seconds: float = _LOOK) -> None:
        """Submit what there is room for, and take what is done, waiting for so long at most."""
        self.begin()
        with suppress(queue.Empty):
            submission = self._events.get(timeout=seconds)
            while True:
                self._take(submission)
                submission = self._events.get_nowait()
        spend(0)

    def cancel(self, submission: Submission) -> None:
        """Do a task no longer; its result is not handed out."""
        submission.canceled = True
        if submission.future is not None:
            self.crew.stop([submission], wait=False)

    def _wait(self, submission: Submission) -> None:
        submission.number = next(self.crew.numbers)
        task = submission.task
        heapq.heappush(self._waiting, (task.rank, -task.cost, submission.number, submission))

    def begin(self) -> None:
        """Submit what there is room for, without waiting for anything."""
        self.crew.check()
        size = self.crew.size
        if size != self._workers:
            self._workers = size
            if not self.crew.is_here:
                report_workers(size)
        room = self.crew.in_flight(size)
        while self._waiting and len(self._flying) < room:
            submission = self._next(size)
            if submission is None:
                return
            self._flying[submission.number] = submission
            try:
                submission.future = self.crew.submit(submission.number, submission.task)
            except RuntimeError as error:  # it was shut down, or is broken
                self.crew.check(error, submission.task.name)
                raise ExecutorError(f"the executor takes no work: {error}") from None
            submission.future.add_done_callback(lambda _, submission=submission: self._events.put(submission))  # type: ignore[misc]

    def _next(self, size: int) -> Submission | None:
        """The next task to submit, or a batch of tasks that is worth a message; None if nothing waits."""
        fit = 1
        if self.batches and self._seconds:
            fit = min(int(self.crew.worth_sending / self._seconds), len(self._waiting) // (_SPREAD * size))
        chosen: list[Submission] = []
        while self._waiting and len(chosen) < max(1, fit):
            submission = self._waiting[0][-1]
            if chosen and submission.attempts:  # what has failed goes alone, so that an error names it
                break
            heapq.heappop(self._waiting)
            if submission.canceled:
                continue
            submission.attempts += 1
            chosen.append(submission)
            if submission.attempts > 1:
                break
        if len(chosen) <= 1:
            return next(iter(chosen), None)
        tasks = tuple(submission.task for submission in chosen)
        whole = Task(f"{tasks[0].name} and {len(tasks) - 1} more", one_by_one, (tasks,))
        return Submission(whole, lambda _: None, tuple(chosen), number=next(self.crew.numbers))

    def _take(self, submission: Submission) -> None:
        """Hand out a result, or have the task done again."""
        if self._flying.pop(submission.number, None) is None:
            return
        future = submission.future
        if submission.canceled or future is None:
            return
        if future.cancelled():
            self.crew.check()
            self._again(submission, "it was canceled")
            return
        error = future.exception()
        if error is None:
            done = future.result()
            spend(done.pairs)
            self._hand_out(submission, done)
        elif isinstance(error, PegwiseError) or self.crew.is_here:
            raise error
        else:
            # Of a batch nobody knows which task it was, until each has gone alone.
            self.crew.check(None if submission.parts else error, submission.task.name)
            said = next(iter(str(error).splitlines()), "")
            self._again(submission, f"{type(error).__name__}: {said}")

    def _hand_out(self, submission: Submission, done: Done) -> None:
        if submission.parts:
            for part, own in zip(submission.parts, done.result, strict=True):
                self._hand_out(part, own)
        elif not submission.canceled:
            self._seconds += (done.seconds - self._seconds) * (_RECENT if self._seconds else 1.0)
            submission.then(done)

    def _again(self, submission: Submission, why: str) -> None:
        if submission.parts:
            for part in submission.parts:
                self._again(part, why)
            return
        if submission.attempts >= _ATTEMPTS:
            raise ExecutorError(f"the task {submission.task.name} failed {_ATTEMPTS} times: {why}")
        submission.future = None
        self._wait(submission)


class Task(NamedTuple):
    """Work that depends on no other task.

    ``work`` is a function of a module, or its name as ``module:function``, and ``given`` its arguments, so
    that both can be sent to another process. ``name`` is for people. ``cost`` is an estimate, in any unit.
    Tasks of a lower ``rank`` run first, then those of a higher cost.
    """

    name: str
    work: Callable[..., Any] | str
    given: tuple[Any, ...]
    cost: float = 0.0
    rank: int = 0


class Done(NamedTuple):
    """What a worker returns: the result, the pairs of codes compared, and the seconds that it took."""

    result: Any
    pairs: int
    seconds: float


@dataclass(eq=False, repr=False)
class Submission:
    """A task that waits or runs, and what is called with its result. ``parts``: the tasks of a batch."""

    task: Task
    then: Callable[[Done], None]
    parts: tuple[Submission, ...] = ()
    attempts: int = 0
    future: Future[Done] | None = None
    number: int = 0
    canceled: bool = False


def timed(task: Task) -> Done:
    """Do a task, and note how long it took."""
    began = time.perf_counter()
    result = _function(task.work)(*task.given)
    return Done(result, 0, time.perf_counter() - began)


def _function(work: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return the function that does a task, as ``pkgutil.resolve_name`` would, which takes longer to load."""
    if not isinstance(work, str):
        return work
    module, _, name = work.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function


def one_by_one(tasks: Sequence[Task]) -> list[Done]:
    """Do several tasks; the work of a batch."""
    return [timed(task) for task in tasks]


def perform(task: Task, stop: Stop, version: str) -> Done:
    """Do a task; this is the function that executors call.

    Raises:
        ExecutorError: If this process has another version of pegwise than the one that sent the task.
        LimitReached: If the task was told to stop.
    """
    if version != pegwise.__version__:
        raise ExecutorError(f"a worker has pegwise {pegwise.__version__}, and this is {version}")
    with stop_flag(stop) as flag, unless_stopped(lambda: bool(flag[0])) as spent:
        return timed(task)._replace(pairs=spent())
