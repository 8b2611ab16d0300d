"""Searches run in a thread of their own, while the caller looks at the clock and at the bounds.

Where no thread can be started, the search itself looks between its steps.
"""

from __future__ import annotations

import threading
import time
from contextvars import copy_context
from typing import TYPE_CHECKING, TypeVar

from pegwise.checks_without_threads import HAS_THREADS, looked
from pegwise.limit import LimitReached, seconds_left, unless_stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.optimal.branch_and_bound import Solver

    T = TypeVar("T")


_LOOK = 0.05
"""Seconds between two looks at the clock."""


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
