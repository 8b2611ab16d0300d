"""Does jobs side by side that wait for tasks: the next one as soon as workers would have nothing to do.

A job is a generator that yields while it waits, and returns what it was begun for. One thread, the driver,
goes on with all of them in turn; only their tasks run at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from pegwise.executors.task_queue import TaskQueue

T = TypeVar("T")


Steps: TypeAlias = Generator[None, None, T]


class Job(Generic[T]):
    """Something that waits for tasks. ``cut`` tells it a lower cap, if its result only matters below one."""

    def __init__(self, steps: Steps[T], cut: Callable[[int], None] = lambda _: None) -> None:
        self.steps, self.cut = steps, cut
        self.result: T | None = None

    def step(self) -> bool:
        """Go on until it waits or ends; tell whether it ended."""
        try:
            next(self.steps)
        except StopIteration as end:
            self.result = end.value
            return True
        return False


def abreast(
    run: TaskQueue,
    following: Callable[[bool], Job[T] | None],
    take: Callable[[Job[T]], None],
    is_enough: Callable[[], bool],
) -> Steps[None]:
    """Do jobs until it is enough, or there are no more.

    ``following`` begins the next job; it is told whether others still go on, and returns None if there is
    none for now. ``take`` is given each job that has ended.
    """
    going: list[Job[T]] = []
    try:
        while not is_enough():
            ended = [each for each in going if each.step()]
            for each in ended:
                going.remove(each)
                take(each)
            if ended:
                continue
            # Only now, as the jobs that go on know better what workers could do.
            job = following(bool(going)) if not going or run.hungry else None
            if job is not None:
                going.append(job)
            elif going:
                yield
            else:
                return
    finally:
        for each in going:
            each.steps.close()  # its tasks are canceled
