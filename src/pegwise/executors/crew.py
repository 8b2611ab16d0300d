"""Crews: the workers that do tasks. One class for each kind of executor; ``cluster`` has that of Dask.

``concurrent.futures`` takes milliseconds to load, so it is loaded with the first task, not by a search that
needs none.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import pegwise
from pegwise.checks_without_threads import HAS_THREADS
from pegwise.errors import ExecutorError
from pegwise.executors.stop_flag import StopHere, StopWithFile
from pegwise.executors.task_queue import Done, Submission, Task, perform, timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor, Future, ThreadPoolExecutor
    from typing import Self


class Crew:
    """Workers that do tasks; one class for each kind of executor."""

    def __init__(self) -> None:
        self.numbers = count()

    is_here = False
    """Whether tasks run in this process. There, one that failed is not tried again: it would fail again."""

    worth_sending = 0.0
    """Seconds of work that are worth one message: shorter tasks may be sent together."""

    @property
    def size(self) -> int:
        """How many tasks are done at the same time."""
        raise NotImplementedError

    def in_flight(self, size: int) -> int:
        """Return how many tasks are submitted at most: some wait, so that no worker does."""
        return size + 1 if self.is_here else 2 * size + 2

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


class _Ended:
    """A task that was done at once, with what is asked of a future."""

    def __init__(self, task: Task) -> None:
        self.done: Done | None = None
        self.error: Exception | None = None
        try:
            self.done = timed(task)
        except Exception as error:  # it is raised where the result is taken
            self.error = error

    def cancel(self) -> bool:
        return False

    cancelled = cancel

    def exception(self) -> Exception | None:
        return self.error

    def result(self) -> Done | None:
        return self.done

    def add_done_callback(self, call: Callable[[Self], object]) -> None:
        call(self)


class ThisThread(Crew):
    """The thread that asks: a task is done as it is submitted, under the limit and the watcher in force."""

    is_here = True
    size = 1

    def in_flight(self, size: int) -> int:
        """Return one: nothing is done in advance."""
        return 1

    def submit(self, number: int, task: Task) -> Future[Done]:
        """Do a task; the pairs that it compares are accounted for at once."""
        return cast("Future[Done]", _Ended(task))

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        """Do nothing: nothing runs."""


class ThreadCrew(Crew):
    """Threads of this process, which end with the work."""

    is_here = True

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.threads = threads
        self.stops: dict[int, StopHere] = {}

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        """The threads, which begin with the first task."""
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(self.threads, "pegwise task")

    @property
    def size(self) -> int:
        """The threads."""
        return self.threads

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
        if "pool" in vars(self):
            self.pool.shutdown(cancel_futures=True)


class PoolCrew(Crew):
    """Any executor, which whoever made it shuts down."""

    def __init__(self, executor: Executor) -> None:
        import tempfile

        super().__init__()
        self.executor = executor
        self._folder = tempfile.TemporaryDirectory(prefix="pegwise-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)

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
        from concurrent.futures import BrokenExecutor

        if isinstance(error, BrokenExecutor):
            raise ExecutorError(f"a worker died, and its executor with it, at the task {name}: {error}")

    def close(self) -> None:
        """Remove the folder, which stops whatever still runs."""
        self._folder.cleanup()


def _await(submissions: Sequence[Submission]) -> None:
    from concurrent.futures import wait

    futures = [submission.future for submission in submissions if submission.future is not None]
    wait([future for future in futures if not future.cancelled()], timeout=2.0)


Executes: TypeAlias = Any
"""None, an executor of ``concurrent.futures``, or a client of Dask."""


@contextmanager
def crew_of(executor: Executes, *, threads: int | None = None) -> Iterator[Crew]:
    """Open the crew that an executor stands for, and give back what belongs to it at the end.

    Args:
        executor: None for threads of this process; an executor of ``concurrent.futures``; a
            ``dask.distributed.Client``, or its ``get_executor()``.
        threads: The number of threads of this process; None for one for each processor, 0 for the thread that
            asks, which also does the work where no threads can be started.

    Raises:
        ExecutorError: If it is none of these, or its workers cannot do the work.
    """
    crew: Crew
    if executor is None:
        here = threads == 0 or not HAS_THREADS
        crew = ThisThread() if here else ThreadCrew(threads or os.cpu_count() or 1)
    else:
        crew = _crew_elsewhere(executor)
    try:
        yield crew
    finally:
        crew.close()


def _crew_elsewhere(executor: Executes) -> Crew:
    """Return the crew of an executor of the caller's."""
    from concurrent.futures import Executor

    if type(executor).__module__.partition(".")[0] == "distributed":
        from pegwise.executors.cluster import cluster_crew

        return cluster_crew(executor)
    if isinstance(executor, Executor):
        return PoolCrew(executor)
    raise ExecutorError(
        f"{executor!r} is no executor: expected one of concurrent.futures, or a client of dask.distributed"
    )
