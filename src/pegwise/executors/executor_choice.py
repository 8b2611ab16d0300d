"""Chooses the crew for what a person asks for as an executor."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from pegwise.errors import ExecutorError
from pegwise.executors.crew import Crew, PoolCrew, ThisThread, ThreadCrew
from pegwise.periodic_checks import HAS_THREADS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Executes", "crew_of"]

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
