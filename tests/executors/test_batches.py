"""Short tasks that go to a cluster in batches: each is done once, and one that fails is named."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.errors import ExecutorError
from pegwise.executors.crew import crew_of
from pegwise.executors.task_queue import Task, TaskQueue

if TYPE_CHECKING:
    from concurrent.futures import Executor

PIECES = 120


def naps(number: int) -> tuple[int, str]:
    """Short work; returns the task of Dask that it was part of."""
    from distributed import get_worker

    time.sleep(0.02)
    return number, str(get_worker().get_current_task())


def tasks_of(client: Any, *, batches: bool) -> set[str]:
    """Have all tasks done; return the tasks that they were sent in."""
    told: list[tuple[int, str]] = []
    with crew_of(client) as crew, TaskQueue(crew, batches=batches) as run:
        for number in range(PIECES):
            run.add(Task(f"number {number}", naps, (number,)), lambda done: told.append(done.result))
        run.finish()
    assert sorted(number for number, _ in told) == list(range(PIECES))
    return {task for _, task in told}


@pytest.mark.exhaustive
def test_short_tasks_share_a_task(cluster: Any) -> None:
    assert len(tasks_of(cluster, batches=False)) == PIECES
    assert len(tasks_of(cluster, batches=True)) < PIECES / 2


def stumbles(number: int) -> int:
    """Short work, of which one task fails."""
    time.sleep(0.01)
    if number == 77:
        raise OSError("no such luck")
    return number


@pytest.mark.exhaustive
def test_a_task_that_fails_in_a_batch_is_named(cluster: Any, pool: Executor) -> None:
    for executor in (cluster, pool):
        told: list[int] = []
        named = pytest.raises(
            ExecutorError, match=r"^the task number 77 failed 3 times: OSError: no such luck$"
        )
        with crew_of(executor) as crew, TaskQueue(crew, batches=True) as run, named:
            for number in range(PIECES):
                run.add(
                    Task(f"number {number}", stumbles, (number,)),
                    lambda done, told=told: told.append(done.result),  # type: ignore[misc]
                )
            run.finish()
        assert len(told) == len(set(told))
        assert 77 not in told


@pytest.mark.exhaustive
def test_a_task_that_is_canceled_in_a_batch_says_nothing(cluster: Any) -> None:
    told: list[int] = []
    with crew_of(cluster) as crew, TaskQueue(crew, batches=True) as run:
        submissions = [
            run.add(Task(f"number {number}", naps, (number,)), lambda done: told.append(done.result[0]))
            for number in range(PIECES)
        ]
        while len(told) < PIECES // 3:
            run.step()
        gone = {number for number in range(PIECES) if number % 2 and number not in told}
        for number in gone:
            run.cancel(submissions[number])
        run.finish()
    assert sorted(told) == sorted(set(range(PIECES)) - gone)
