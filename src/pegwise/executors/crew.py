"""Crews: the workers that do tasks. One class for each kind of executor; ``cluster`` has that of Dask."""

from __future__ import annotations

import os
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pegwise
from pegwise.errors import ExecutorError
from pegwise.executors.stop_flag import StopHere, StopWithFile
from pegwise.executors.task import perform, timed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.executors.task import Done, Submission, Task

__all__ = ["Crew", "PoolCrew", "ThisThread", "ThreadCrew"]


class Crew:
    """Workers that do tasks; one class for each kind of executor."""

    def __init__(self) -> None:
        self.numbers = count()

    retries = True
    """Whether a task that failed is tried again: not in this process, where it would fail again."""

    ahead = 2
    """Tasks that are given out besides one for each worker: one that has to wait for its next task loses
    milliseconds each time."""

    worth_sending = 0.0
    """Seconds of work that are worth one message: shorter tasks may be sent together."""

    @property
    def size(self) -> int:
        """How many tasks are done at the same time."""
        raise NotImplementedError

    def in_flight(self, size: int) -> int:
        """Return how many tasks are submitted at most: some wait, so that no worker does."""
        return 2 * size + 2

    def submit(self, number: int, task: Task) -> Future[Done]:
        """Have a task done; its number is told again when it is to stop."""
        raise NotImplementedError

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        """Stop these tasks; with ``wait``, all work ends and nothing else is submitted."""
        raise NotImplementedError

    def check(self, error: BaseException | None = None, name: str = "") -> None:
        """Raise an ExecutorError if the workers are gone for good."""

    def close(self) -> None:
        """Give back what belongs to the crew."""


class ThisThread(Crew):
    """The thread that asks: a task is done as it is submitted, under the limit and the watcher in force."""

    retries = False
    ahead = 0

    @property
    def size(self) -> int:
        """One."""
        return 1

    def in_flight(self, size: int) -> int:
        """Return one: nothing is done in advance."""
        return 1

    def submit(self, number: int, task: Task) -> Future[Done]:
        """Do a task; the pairs that it compares are accounted for at once."""
        future: Future[Done] = Future()
        try:
            future.set_result(timed(task))
        except Exception as error:  # it is raised where the result is taken
            future.set_exception(error)
        return future

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        """Do nothing: nothing runs."""


class ThreadCrew(Crew):
    """Threads of this process, which end with the work."""

    retries = False
    ahead = 0

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, "pegwise task")
        self.stops: dict[int, StopHere] = {}

    @property
    def size(self) -> int:
        """The threads."""
        return self.threads

    def in_flight(self, size: int) -> int:
        """Return one task more than there are threads."""
        return size + 1

    def submit(self, number: int, task: Task) -> Future[Done]:
        """Have a task done by a thread."""
        stop = self.stops[number] = StopHere()
        future = self.pool.submit(perform, task, stop, pegwise.__version__)
        future.add_done_callback(lambda _: self.stops.pop(number, None))
        return future

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        """Raise the flags of tasks; with ``wait``, return when they have ended."""
        for submission in submissions:
            stop = self.stops.get(submission.number)
            if stop is not None:
                stop.flag[0] = 1
            if submission.future is not None:
                submission.future.cancel()
        if wait:
            _await(submissions)

    def close(self) -> None:
        """End the threads."""
        for stop in list(self.stops.values()):
            stop.flag[0] = 1
        self.pool.shutdown(cancel_futures=True)


class PoolCrew(Crew):
    """Any executor, which whoever made it shuts down."""

    def __init__(self, executor: Executor) -> None:
        super().__init__()
        self.executor = executor
        import tempfile

        self.folder = Path(tempfile.mkdtemp(prefix="pegwise-"))

    @property
    def size(self) -> int:
        """The workers, where the executor tells their number; otherwise the processors of this computer."""
        return int(getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1)

    def submit(self, number: int, task: Task) -> Future[Done]:
        """Have a task done by the executor."""
        stop = StopWithFile(str(self.folder), number)
        return self.executor.submit(perform, task, stop, pegwise.__version__)

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        """Tell workers to stop tasks; with ``wait``, return when they have, or after two seconds."""
        for submission in submissions:
            if submission.future is not None and not submission.future.cancel():
                (self.folder / str(submission.number)).touch()
        if wait:
            _await(submissions)

    def check(self, error: BaseException | None = None, name: str = "") -> None:
        """Raise an ExecutorError if the executor is broken: it lost a worker and takes no more work."""
        if isinstance(error, BrokenExecutor):
            raise ExecutorError(f"a worker died, and its executor with it, at the task {name}: {error}")

    def close(self) -> None:
        """Remove the folder, which stops whatever still runs."""
        import shutil

        shutil.rmtree(self.folder, ignore_errors=True)


def _await(submissions: Sequence[Submission]) -> None:
    futures = [submission.future for submission in submissions if submission.future is not None]
    wait([future for future in futures if not future.cancelled()], timeout=2.0)
