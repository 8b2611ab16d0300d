"""A Dask cluster as an executor: reaching its scheduler, checking its workers, and seeing it go."""

from __future__ import annotations

import atexit
import logging
import pydoc
import socket
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import pegwise
from pegwise.errors import ExecutorError
from pegwise.executors.crew import Crew
from pegwise.executors.stop_flag import StopOnCluster
from pegwise.executors.task_queue import Done, Submission, Task, perform
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future


_REACHED = 5.0
"""Seconds within which a scheduler must answer."""
_WORKERS = 30.0
"""Seconds within which it must have a worker."""
_FRAMES = 1 << 10
"""More frames than a greeting has."""
_COUNT = 0.5
"""Seconds between two counts of the workers."""
_LOUD = ("distributed", "tornado", "asyncio")
"""Whose logs say in many lines what is said in one here."""
_MEMORY = {"MALLOC_TRIM_THRESHOLD_": 1 << 30, "MALLOC_MMAP_THRESHOLD_": 1 << 25}
"""What tells glibc to keep the memory that a program frees; the second is the most that it takes."""
_TICK = "1s"
"""How often Dask looks whether its event loops are slow."""
_STOPPED = 2.0
"""Seconds that canceled tasks have to end."""


class ClusterCrew(Crew):
    """The workers of a Dask cluster."""

    worth_sending = 0.5  # a task takes its scheduler and this process some 15 ms

    def __init__(self, client: Any) -> None:
        super().__init__()
        self.client = client
        self.address = client.scheduler.address if client.scheduler is not None else "the scheduler"
        self.executor = client.get_executor(pure=False)
        self._size, self._counted = 1, 0.0

    @property
    def size(self) -> int:
        """The threads of all workers that there are now."""
        if time.monotonic() - self._counted > _COUNT:
            self._counted = time.monotonic()
            self._size = max(1, sum(each["nthreads"] for each in self.workers().values()))
        return self._size

    def workers(self) -> dict[str, Any]:
        """Return what the scheduler knows of its workers; an ExecutorError if it is gone."""
        try:
            found: dict[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        except (OSError, RuntimeError):  # asked while the connection breaks
            raise ExecutorError(f"the scheduler at {self.address} is gone") from None
        return found

    def submit(self, number: int, task: Task) -> Future[Done]:
        """Have a task done by some worker."""
        future: Future[Done] = self.executor.submit(perform, task, StopOnCluster(), pegwise.__version__)
        return future

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        """Cancel tasks; with ``wait``, return when the workers are idle, or after two seconds."""
        for submission in submissions:
            if submission.future is not None:
                submission.future.cancel()
        until = time.monotonic() + _STOPPED
        with suppress(OSError, RuntimeError):  # the scheduler may go, too
            while wait and submissions and time.monotonic() < until and self.client.status == "running":
                if not any(self.client.processing().values()):
                    return
                time.sleep(0.05)

    def check(self, error: BaseException | None = None, name: str = "") -> None:
        """Raise an ExecutorError if the scheduler is gone, or a task has killed too many workers."""
        if self.client.status != "running":
            raise ExecutorError(f"the scheduler at {self.address} is gone")
        if type(error).__name__ == "KilledWorker":
            raise ExecutorError(f"the task {name} failed: the workers that ran it died, one after another")

    def close(self) -> None:
        """Leave the client to whoever made it."""


def cluster_crew(executor: Any) -> ClusterCrew:
    """Return the crew of a client of Dask, or of its executor, once its workers fit.

    Raises:
        ExecutorError: If there are no workers, or one has no pegwise or another version.
    """
    client = getattr(executor, "_client", executor)
    if type(client).__name__ != "Client":
        raise ExecutorError(f"{executor!r} is no executor: expected a client of dask.distributed")
    if client.asynchronous:
        raise ExecutorError("an asynchronous client of dask.distributed cannot be used: make another one")
    crew = ClusterCrew(client)
    crew.check()
    _wait_for_workers(crew)
    _check_versions(crew)
    return crew


def _wait_for_workers(crew: ClusterCrew) -> None:
    until = time.monotonic() + _WORKERS
    while not crew.workers():
        crew.check()
        if time.monotonic() > until:
            raise ExecutorError(f"the scheduler at {crew.address} has no workers")
        time.sleep(0.05)
        spend(0)


def _check_versions(crew: ClusterCrew) -> None:
    """Raise an ExecutorError unless every worker has this version; the function is one of Python's own."""
    found = crew.client.run(pydoc.locate, "pegwise.__version__", on_error="return")
    for worker, version in sorted(found.items()):
        if version is None or isinstance(version, BaseException):
            raise ExecutorError(f"the worker {worker} has no pegwise; install {pegwise.__version__} there")
        if version != pegwise.__version__:
            raise ExecutorError(f"the worker {worker} has pegwise {version}, not {pegwise.__version__}")


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to a running scheduler.

    Raises:
        ExecutorError: If the extra is not installed, or there is no such scheduler.
    """
    distributed = _distributed()
    with _quiet():
        try:
            _greeted(distributed, address)
            client = distributed.Client(address, timeout=_REACHED, set_as_default=False)
        except Exception as error:  # whatever another program at this address makes of it
            raise ExecutorError(f"no Dask scheduler can be reached at {address}: {_reason(error)}") from None
        try:
            yield client
        finally:
            client.close(timeout=1)


def _greeted(distributed: Any, address: str) -> None:
    """Raise an error unless something at an address greets as Dask does; a client would wait for ever.

    The first eight bytes are the number of frames that follow.
    """
    host, port = distributed.comm.get_address_host_port(address)
    if distributed.comm.parse_address(address)[0] != "tcp":
        return
    with socket.create_connection((host, port), timeout=_REACHED) as line:
        line.settimeout(_REACHED)
        try:
            with line.makefile("rb") as stream:
                greeting = stream.read(8)
        except TimeoutError:
            greeting = b""
    if not 0 < int.from_bytes(greeting, "little") < _FRAMES:
        raise ExecutorError("what answers there does not speak Dask's protocol")


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """Start a cluster of processes on this computer, which ends with the ``with``.

    Raises:
        ExecutorError: If the extra is not installed, or the processes do not start.
    """
    distributed = _distributed()
    with _quiet():
        try:
            with _undisturbed():
                cluster = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                    preload=["pegwise.executors.ignore_interrupt"],
                )
        except Exception as error:  # one line, whatever it was
            raise ExecutorError(f"the workers do not start: {_reason(error)}") from None
        except KeyboardInterrupt:  # Dask would close what has not begun, and say so in many lines
            atexit.unregister(distributed.deploy.spec.close_clusters)
            raise
        with cluster, distributed.Client(cluster, set_as_default=False) as client:
            yield client


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let workers that start inside the ``with`` keep the memory that they free, and not be profiled.

    Dask has them give memory back at once and looks at them a hundred times a second. Work in tasks of some
    20 ms took nearly twice as long with both. It also looks at the event loop of each process fifty times a
    second, which takes half of what idle processes take.
    """
    from dask import config

    key = "distributed.nanny.pre-spawn-environ"
    changed = {
        key: {**config.get(key), **_MEMORY},
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": _TICK,
    }
    with config.set(changed):
        yield


def dashboard_of(client: Any) -> str | None:
    """Return the address of Dask's dashboard, if it has one."""
    from importlib.util import find_spec

    link: str | None = client.dashboard_link
    return link if find_spec("bokeh") is not None else None


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ExecutorError("a cluster needs Dask: pip install 'pegwise[cluster]'") from None
    return distributed


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask writes to its logs off the screen: what matters is said in one line of our own."""
    found = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _LOUD]
    logs = [logging.getLogger(name) for name in {*found, *_LOUD}]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


def _reason(error: BaseException) -> str:
    text = next(iter(str(error).splitlines()), "") or type(error).__name__
    return text if len(text) < 200 else text[:200] + " ..."
