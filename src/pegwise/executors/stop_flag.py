"""How a task that is being done learns that it is to stop, wherever it runs.

Kernels look at a flag, an array of one integer. A thread of the worker's process looks every 50 ms whether
the flag of a task must be raised; ``checks_without_threads`` says who does where there are no threads.
Threads of this process share the flag itself. A part of a task may have a flag of its own, which is raised
after some seconds.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pegwise.checks_without_threads import HAS_THREADS, looked
from pegwise.engine.running import arrays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    Flag = NDArray[np.int64]

_LOOK = 0.05
"""Seconds between two looks."""
_flag: ContextVar[Any] = ContextVar("pegwise_stop_flag", default=None)


class Stop(Protocol):
    """Tells whether a task must stop."""

    def begin(self) -> tuple[Flag, Callable[[], bool] | None]:
        """Return the flag of a task that begins, and what tells whether it must be raised, if anything."""


class StopHere:
    """For threads of this process: the flag itself."""

    def __init__(self) -> None:
        self.flag: Flag = arrays.flag()

    def begin(self) -> tuple[Flag, Callable[[], bool] | None]:
        """Return the flag, which whoever stops the task raises."""
        return self.flag, None


class StopWithFile(NamedTuple):
    """For processes that share a folder: a task stops when its file is there, or when the folder is gone."""

    folder: str
    number: int

    def begin(self) -> tuple[Flag, Callable[[], bool] | None]:
        """Return a new flag, and a look at the folder."""
        folder, own = Path(self.folder), Path(self.folder) / str(self.number)
        return arrays.flag(), lambda: own.exists() or not folder.exists()


class StopOnCluster:
    """For workers of Dask: a task stops when the scheduler no longer wants its result.

    The scheduler tells a worker that, if the task is canceled and also if whoever asked for it is gone.
    """

    def begin(self) -> tuple[Flag, Callable[[], bool] | None]:
        """Return a new flag, and a look at what the worker knows of its task."""
        from distributed import get_worker

        worker = get_worker()
        key = worker.get_current_task()

        def unwanted() -> bool:
            task = worker.state.tasks.get(key)
            return task is None or task.state == "cancelled"

        return arrays.flag(), unwanted


class StopAfter(NamedTuple):
    """For a part of a task: it stops after so many seconds, or when the task does."""

    seconds: float

    def begin(self) -> tuple[Flag, Callable[[], bool] | None]:
        """Return a new flag, and a look at the clock and at the flag of the task."""
        whole, until = current_flag(), time.perf_counter() + self.seconds
        return arrays.flag(), lambda: bool(whole[0]) or time.perf_counter() >= until


def current_flag(usual: Flag | None = None) -> Flag:
    """Return the flag of the task that runs here; if none does, the usual one, or one that nobody raises."""
    found: Flag | None = _flag.get()
    if found is not None:
        return found
    return arrays.flag() if usual is None else usual


@contextmanager
def stop_flag(stop: Stop) -> Iterator[Flag]:
    """Have the flag of a task raised in time while it runs inside the ``with``."""
    flag, unwanted = stop.begin()
    token = _flag.set(flag)
    try:
        with nullcontext() if unwanted is None else _raised(flag, unwanted):
            yield flag
    finally:
        _flag.reset(token)


@contextmanager
def _raised(flag: Flag, unwanted: Callable[[], bool]) -> Iterator[None]:
    if HAS_THREADS:
        _watch.add(flag, unwanted)
        try:
            yield
        finally:
            _watch.remove(flag)
        return

    def watch() -> None:
        if unwanted():
            flag[0] = 1

    with looked(watch):
        yield


class _Watch:
    """One thread of this process, which looks after the tasks that run in it."""

    def __init__(self) -> None:
        self.looked_at: dict[int, tuple[Flag, Callable[[], bool]]] = {}
        self.lock = threading.Lock()
        self.some = threading.Event()
        self.thread: threading.Thread | None = None

    def add(self, flag: Flag, unwanted: Callable[[], bool]) -> None:
        with self.lock:
            self.looked_at[id(flag)] = flag, unwanted
            self.some.set()
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._look, name="pegwise stop", daemon=True)
                self.thread.start()

    def remove(self, flag: Flag) -> None:
        with self.lock:
            del self.looked_at[id(flag)]
            if not self.looked_at:
                self.some.clear()

    def _look(self) -> None:
        pause = threading.Event()
        while True:
            self.some.wait()
            with self.lock:
                now = list(self.looked_at.values())
            for flag, unwanted in now:
                if unwanted():
                    flag[0] = 1
            pause.wait(_LOOK)


_watch = _Watch()
