"""Searches run in a thread of their own, while the caller looks at the clock and at the bounds.

Where no thread can be started, the search itself looks between its steps.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from pegwise.candidates import is_enumerable
from pegwise.errors import LimitError
from pegwise.executors.crew import Executes, crew_of
from pegwise.limit import LimitReached, memory_limit, seconds_left, unless_stopped
from pegwise.notation import number_name
from pegwise.optimal.solver import Solver
from pegwise.periodic_checks import HAS_THREADS, looked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.executors.checkpoint import Tasks
    from pegwise.optimal.problem import Problem

    T = TypeVar("T")


_LOOK = 0.05
"""Seconds between two looks at the clock."""


@contextmanager
def solver_for(
    problem: Problem,
    *,
    threads: int | None,
    memory: int | None,
    tasks: Tasks | None = None,
    executor: Executes = None,
    **parts: Any,
) -> Iterator[Solver]:
    """A solver of the position of a problem, whose threads end with the ``with``.

    ``memory``: bytes it may take; those of the limit in force if it says none.

    Raises :class:`~pegwise.errors.LimitError` for too many codes, or no thread at all.
    """
    position, memory = problem.position, memory_limit() if memory is None else memory
    if not is_enumerable(position.rules):
        raise LimitError(f"{position.rules} has {number_name(position.rules.size)} codes: too many to search")
    if threads is not None and threads < 1:
        raise LimitError(f"work needs at least one thread, not {threads}")
    position.check_possible()
    with ExitStack() as stack:
        crew = None if executor is None else stack.enter_context(crew_of(executor))
        solver = Solver(
            position,
            threads=threads or os.cpu_count() or 1,
            memory=memory,
            first=problem.first,
            tasks=tasks,
            crew=crew,
            **parts,
        )
        stack.callback(solver.close)
        yield solver


def in_background(solver: Solver, work: Callable[[], T], look: Callable[[], None]) -> T | None:
    """What ``work`` returns, done in a thread of its own; None if the limit in force ended it.

    ``look`` is called now and then meanwhile. However the caller is interrupted, the thread is ended first.
    """
    if not HAS_THREADS:
        return _in_this_thread(solver, work, look)
    result: list[T] = []
    errors: list[BaseException] = []
    finished = threading.Event()

    def run() -> None:
        try:
            with unless_stopped(lambda: bool(solver.stop[0])):
                result.append(work())
        except LimitReached:
            pass
        except BaseException as error:
            errors.append(error)
        finally:
            finished.set()

    thread = threading.Thread(target=copy_context().run, args=(run,), daemon=True)
    thread.start()
    try:
        while not finished.wait(_wait()):
            look()
            left = seconds_left()
            if left is not None and left <= 0:
                solver.stop[0] = 1
    finally:
        solver.stop[0] = 1
        thread.join()
        solver.stop[0] = 0
    if errors:
        raise errors[0]
    return result[0] if result else None


def _in_this_thread(solver: Solver, work: Callable[[], T], look: Callable[[], None]) -> T | None:
    """The same where there is no other thread."""
    left = seconds_left()
    until = None if left is None else time.perf_counter() + left

    def watch() -> None:
        look()
        if until is not None and time.perf_counter() >= until:
            solver.stop[0] = 1

    def stopped() -> bool:
        watch()
        return bool(solver.stop[0])

    try:
        with looked(watch), unless_stopped(stopped):
            return work()
    except LimitReached:
        return None
    finally:
        solver.stop[0] = 0


def _wait() -> float:
    left = seconds_left()
    return _LOOK if left is None else max(0.0, min(_LOOK, left))
