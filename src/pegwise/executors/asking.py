"""What a person may ask for as an executor, and the one shape in which the rest of the program sees it."""

from __future__ import annotations

import os
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pegwise
from pegwise.errors import ExecutorError
from pegwise.executors.pieces import perform, timed
from pegwise.executors.stopping import StopHere, StopWithFile
from pegwise.looks import HAS_THREADS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise.executors.pieces import Done, Piece
    from pegwise.executors.run import Ticket

__all__ = ["Crew", "Executes", "PoolCrew", "ThisThread", "ThreadCrew", "crew_of"]

Executes: TypeAlias = Any
"""None, an executor of ``concurrent.futures``, or a client of Dask."""


class Crew:
    """Workers that do pieces; one class for each kind of executor."""

    def __init__(self) -> None:
        self.numbers = count()

    retries = True
    """Whether a piece that failed is tried again: not in this process, where it would fail again."""

    ahead = 2
    """Pieces that are given out besides one for each worker: one that has to wait for its next piece loses
    milliseconds each time."""

    worth_sending = 0.0
    """Seconds of work that are worth one message: shorter pieces may be sent together."""

    @property
    def size(self) -> int:
        """How many pieces are done at the same time."""
        raise NotImplementedError

    def in_flight(self, size: int) -> int:
        """Return how many pieces are submitted at most: some wait, so that no worker does."""
        return 2 * size + 2

    def submit(self, number: int, piece: Piece) -> Future[Done]:
        """Have a piece done; its number is told again when it is to stop."""
        raise NotImplementedError

    def stop(self, tickets: Sequence[Ticket], *, wait: bool = True) -> None:
        """Stop these pieces; with ``wait``, all work ends and nothing else is submitted."""
        raise NotImplementedError

    def check(self, error: BaseException | None = None, name: str = "") -> None:
        """Raise an ExecutorError if the workers are gone for good."""

    def close(self) -> None:
        """Give back what belongs to the crew."""


class ThisThread(Crew):
    """The thread that asks: a piece is done as it is submitted, under the limit and the watcher in force."""

    retries = False
    ahead = 0

    @property
    def size(self) -> int:
        """One."""
        return 1

    def in_flight(self, size: int) -> int:
        """Return one: nothing is done in advance."""
        return 1

    def submit(self, number: int, piece: Piece) -> Future[Done]:
        """Do a piece; the pairs that it compares are accounted for at once."""
        future: Future[Done] = Future()
        try:
            future.set_result(timed(piece))
        except Exception as error:  # it is raised where the result is taken
            future.set_exception(error)
        return future

    def stop(self, tickets: Sequence[Ticket], *, wait: bool = True) -> None:
        """Do nothing: nothing runs."""


class ThreadCrew(Crew):
    """Threads of this process, which end with the work."""

    retries = False
    ahead = 0

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, "pegwise piece")
        self.stops: dict[int, StopHere] = {}

    @property
    def size(self) -> int:
        """The threads."""
        return self.threads

    def in_flight(self, size: int) -> int:
        """Return one piece more than there are threads."""
        return size + 1

    def submit(self, number: int, piece: Piece) -> Future[Done]:
        """Have a piece done by a thread."""
        stop = self.stops[number] = StopHere()
        future = self.pool.submit(perform, piece, stop, pegwise.__version__)
        future.add_done_callback(lambda _: self.stops.pop(number, None))
        return future

    def stop(self, tickets: Sequence[Ticket], *, wait: bool = True) -> None:
        """Raise the flags of pieces; with ``wait``, return when they have ended."""
        for ticket in tickets:
            stop = self.stops.get(ticket.number)
            if stop is not None:
                stop.flag[0] = 1
            if ticket.future is not None:
                ticket.future.cancel()
        if wait:
            _await(tickets)

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

    def submit(self, number: int, piece: Piece) -> Future[Done]:
        """Have a piece done by the executor."""
        stop = StopWithFile(str(self.folder), number)
        return self.executor.submit(perform, piece, stop, pegwise.__version__)

    def stop(self, tickets: Sequence[Ticket], *, wait: bool = True) -> None:
        """Tell workers to stop pieces; with ``wait``, return when they have, or after two seconds."""
        for ticket in tickets:
            if ticket.future is not None and not ticket.future.cancel():
                (self.folder / str(ticket.number)).touch()
        if wait:
            _await(tickets)

    def check(self, error: BaseException | None = None, name: str = "") -> None:
        """Raise an ExecutorError if the executor is broken: it lost a worker and takes no more work."""
        if isinstance(error, BrokenExecutor):
            raise ExecutorError(f"a worker died, and its executor with it, at the piece {name}: {error}")

    def close(self) -> None:
        """Remove the folder, which stops whatever still runs."""
        import shutil

        shutil.rmtree(self.folder, ignore_errors=True)


def _await(tickets: Sequence[Ticket]) -> None:
    futures = [ticket.future for ticket in tickets if ticket.future is not None]
    wait([future for future in futures if not future.cancelled()], timeout=2.0)


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
    crew = _crew(executor, threads)
    try:
        yield crew
    finally:
        crew.close()


def _crew(executor: Executes, threads: int | None) -> Crew:
    if executor is None and (threads == 0 or not HAS_THREADS):
        return ThisThread()
    if executor is None:
        return ThreadCrew(threads or os.cpu_count() or 1)
    kind = type(executor).__module__.partition(".")[0]
    if kind == "distributed":
        from pegwise.executors.cluster import cluster_crew

        return cluster_crew(executor)
    if isinstance(executor, Executor):
        return PoolCrew(executor)
    raise ExecutorError(
        f"{executor!r} is no executor: expected one of concurrent.futures, or a client of dask.distributed"
    )
