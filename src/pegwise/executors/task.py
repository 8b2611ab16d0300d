"""What a task is, and how a worker does it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import pegwise
from pegwise.errors import ExecutorError
from pegwise.executors.stop_flag import stop_flag
from pegwise.limit import unless_stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from pegwise.executors.stop_flag import Stop

__all__ = ["Done", "Submission", "Task", "one_by_one", "perform", "timed"]


@dataclass(frozen=True)
class Task:
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


@dataclass(frozen=True)
class Done:
    """What a worker returns: the result, the pairs of codes compared, and the seconds that it took."""

    result: Any
    pairs: int
    seconds: float


@dataclass(eq=False)
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
    work = resolve_name(task.work) if isinstance(task.work, str) else task.work
    result = work(*task.given)
    return Done(result, 0, time.perf_counter() - began)


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
        return replace(timed(task), pairs=spent())
