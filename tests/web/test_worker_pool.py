"""Work in processes: limits that hold, and deaths that hurt nobody else."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from pegwise.errors import ContradictionError, LimitError
from pegwise.limit import LimitReached
from pegwise.web.limits import worker_allowance
from pegwise.web.limits.fair_queue import FULL, QUICK
from pegwise.web.limits.refusals import Busy, Gone, TooManyQuestions, WorkerLost
from pegwise.web.limits.settings import Settings
from pegwise.web.worker_pool import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

LONG = 40.0
"""Seconds for what takes none: nothing here is a matter of how quick the machine is."""
ANSWER = "tests.web.questions:answer"
SETTINGS = Settings(workers=2, share=2, grace=0.3, memory=400 * 2**20)


@asynccontextmanager
async def pool(settings: Settings = SETTINGS) -> AsyncIterator[Workers]:
    workers = Workers(settings, ANSWER)
    await workers.start()
    try:
        yield workers
    finally:
        await workers.close()


def run(test: Callable[[Workers], Coroutine[Any, Any, None]], settings: Settings = SETTINGS) -> None:
    async def whole() -> None:
        async with pool(settings) as workers:
            await test(workers)

    asyncio.run(asyncio.wait_for(whole(), 60))


def alive(pid: int) -> bool:
    return psutil.pid_exists(pid)


async def gone(pid: int) -> None:
    await until(lambda: not alive(pid))


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


async def up(workers: Workers) -> None:
    """Each full worker has answered once; who asks all at once is answered by all."""
    asked = [workers.run("echo", {}, seconds=LONG, client=f"{n}") for n in range(workers.settings.workers)]
    answers = await asyncio.gather(*asked)
    assert {answer["pid"] for answer in answers} == set(full_pids(workers))


def pids_of(workers: Workers) -> list[int]:
    """The numbers of the processes that run, the full workers first."""
    return [worker.pid for worker in workers._everyone if worker.pid is not None]


def full_pids(workers: Workers) -> list[int | None]:
    return [worker.pid for worker in workers._all[FULL]]


def test_a_question_is_answered_in_another_process_with_its_limit() -> None:
    async def test(workers: Workers) -> None:
        answer = await workers.run("echo", {"text": "1122"}, seconds=LONG)
        assert answer.pop("pid") in set(pids_of(workers)) - {os.getpid()}
        assert answer == {"text": "1122", "seconds": LONG, "memory": SETTINGS.memory // 2}

    run(test)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="processes have no priority here")
def test_workers_step_back_behind_the_server() -> None:
    async def test(workers: Workers) -> None:
        pid = (await workers.run("echo", {}, seconds=LONG))["pid"]
        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, here + 10)
        quick = workers._all[QUICK][0].pid
        assert quick is not None
        await until(lambda: os.getpriority(os.PRIO_PROCESS, quick) == min(19, here + 5))

    run(test)


def test_what_a_worker_keeps_is_not_looked_through_in_the_middle_of_the_next_question() -> None:
    async def test(workers: Workers) -> None:
        pids = {(await workers.run("echo", {}, seconds=LONG))["pid"] for _ in range(3)}
        assert len(pids) == 1
        assert await workers.run("kept", {}, seconds=LONG) > 10_000

    run(test, replace(SETTINGS, workers=1))


def test_errors_of_the_library_arrive_with_what_they_carry() -> None:
    async def test(workers: Workers) -> None:
        with pytest.raises(ContradictionError, match="no code fits") as caught:
            await workers.run("contradict", {}, seconds=LONG)
        assert caught.value.rows == [1, 2]  # type: ignore[attr-defined]
        with pytest.raises(ZeroDivisionError) as broken:
            await workers.run("break_down", {}, seconds=LONG)
        assert "questions.py" in broken.value.__notes__[0]
        with pytest.raises(RuntimeError, match="LocalError: made in a function"):
            await workers.run("not_to_be_sent", {}, seconds=LONG)
        assert workers.lost == 0

    run(test)


def test_progress_comes_back_while_the_work_goes_on() -> None:
    async def test(workers: Workers) -> None:
        seen: list[tuple[str, int, int]] = []
        await workers.run("busy", {"seconds": 0.5}, seconds=LONG, report=lambda *told: seen.append(told))
        assert 1 <= len(seen) < 100  # of some hundred thousand
        assert {what for what, _, _ in seen} == {"spins"}
        assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)
        assert {(type(done), total) for _, done, total in seen} == {(int, 100)}

    run(test)


def test_work_that_does_not_stop_is_killed() -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        before = set(pids_of(workers))
        with pytest.raises(LimitReached, match=r"no result was found in 0\.2 seconds"):
            await workers.run("sleep", {"seconds": 9 * LONG}, seconds=0.2)
        await until(lambda: len(pids_of(workers)) == 3)
        killed = before - set(pids_of(workers))
        assert len(killed) == 1
        await gone(killed.pop())
        assert (await workers.run("echo", {}, seconds=LONG))["pid"]

    run(test)


def test_a_worker_killed_in_the_middle_loses_its_own_question_only(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        told = {"path": str(tmp_path / "go on")}
        other = asyncio.create_task(workers.run("wait", told, seconds=LONG))
        await until(lambda: workers.busy == 1)
        victim = asyncio.create_task(workers.run("sleep", {"seconds": 9 * LONG}, seconds=10 * LONG))
        waits = {"text": "waits"}
        waiting = asyncio.create_task(workers.run("echo", waits, seconds=LONG))
        await until(lambda: (workers.busy, workers.waiting, len(pids_of(workers))) == (2, 0, 3))
        assert (await waiting)["text"] == "waits"  # the quick worker is free
        # The last idle worker is the first to be asked.
        killed, spared, _ = pids_of(workers)
        psutil.Process(killed).kill()
        with pytest.raises(WorkerLost):
            await victim
        Path(told["path"]).touch()
        assert (await other)["pid"] == spared
        assert workers.lost == 1

    run(test)


def test_a_worker_killed_while_idle_is_replaced_unnoticed() -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        for pid, worker in zip(pids_of(workers), workers._everyone, strict=True):
            psutil.Process(pid).kill()
            process = worker._process
            assert process is not None
            await until(lambda process=process: not process.is_alive())  # type: ignore[misc]
        answers = await asyncio.gather(*(workers.run("echo", {}, seconds=LONG) for _ in range(4)))
        assert all(alive(answer["pid"]) for answer in answers)
        assert workers.lost == 0

    run(test)


def test_a_crash_in_native_code_is_a_lost_worker_and_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test(workers: Workers) -> None:
        with pytest.raises(WorkerLost) as caught:
            await workers.run("crash", {}, seconds=LONG)
        assert caught.value.status == 503
        assert caught.value.headers["Retry-After"] == "1"
        assert [record.getMessage() for record in caplog.records] == ["worker lost"]
        lost = caplog.records[0]
        told = lost.told  # type: ignore[attr-defined]
        assert (lost.levelname, told.pop("pid") > 1) == ("WARNING", True)
        assert told == {"question": "crash", "why": "the process ended"}
        said = "the process that worked on this question ended early; ask again"
        assert str(caught.value) == said
        assert await workers.run("echo", {}, seconds=LONG)

    run(test)


def test_memory_is_bounded_and_a_worker_that_needed_much_is_replaced() -> None:
    async def test(workers: Workers) -> None:
        with pytest.raises(LimitError, match="more than 400 MiB of memory"):
            await workers.run("hoard", {"megabytes": 2000}, seconds=LONG)
        much = await workers.run("hoard", {"megabytes": 150}, seconds=LONG)
        assert much["held"] == 150
        await gone(much["pid"])
        assert workers.lost == 0
        assert len({worker.pid for worker in workers._all[FULL]}) == 2

    run(test)


def test_who_has_too_many_questions_waiting_is_refused_and_nobody_else(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        told = {"path": str(tmp_path / "go on")}

        def ask() -> asyncio.Task[Any]:
            return asyncio.create_task(workers.run("wait", told, seconds=LONG, client="greedy"))

        tasks = [ask() for _ in range(4)]
        await until(lambda: (workers.busy, workers.waiting) == (1, 3))
        with pytest.raises(TooManyQuestions):
            await ask()
        assert await workers.run("echo", {}, seconds=LONG, client="polite")
        Path(told["path"]).touch()
        assert all(await asyncio.gather(*tasks))
        assert (workers.busy, workers.waiting) == (0, 0)

    run(test, replace(SETTINGS, share=1, queue=3, quick_seconds=0.05))


def test_whose_question_has_to_leave_a_full_line_is_told_so(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        told = {"path": str(tmp_path / "go on")}
        ask = [("greedy", n) for n in range(4)] + [("other", 4), ("polite", 5)]
        tasks = []
        for client, _ in ask:
            tasks.append(asyncio.create_task(workers.run("wait", told, seconds=LONG, client=client)))
            await asyncio.sleep(0)
        # One each of greedy and other works and one is tried; two wait, and a third does not find room.
        with pytest.raises(Busy):
            await tasks[3]
        Path(told["path"]).touch()
        assert all(await asyncio.gather(*tasks[:3], *tasks[4:]))

    run(test, replace(SETTINGS, share=1, waiting=2, quick_seconds=LONG))


def test_what_a_quick_worker_does_not_finish_is_begun_again_by_a_full_one(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        quick = workers._all[QUICK][0].pid
        told = {"path": str(tmp_path / "go on")}
        first = asyncio.create_task(workers.run("wait", told, seconds=LONG, client="a"))
        second = asyncio.create_task(workers.run("wait", told, seconds=LONG, client="a"))
        await until(lambda: workers.working(QUICK) == 1)
        await until(lambda: (workers.working(QUICK), workers.waiting) == (0, 1))
        assert quick is not None
        await gone(quick)
        Path(told["path"]).touch()
        pids = {(await task)["pid"] for task in (first, second)}
        assert pids <= set(full_pids(workers))
        assert workers.lost == 0

    run(test, replace(SETTINGS, share=1, quick_seconds=0.1))


@pytest.mark.exhaustive
def test_a_moments_question_is_answered_while_every_full_worker_works(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        told = {"path": str(tmp_path / "go on")}
        greedy = [
            asyncio.create_task(workers.run("wait", told, seconds=LONG, client=f"greedy {n}"))
            for n in range(6)
        ]
        await until(lambda: workers.busy == 2)
        for _ in range(5):
            answer = await workers.run("echo", {"text": "1122"}, seconds=LONG, client="polite")
            assert answer["text"] == "1122"
            assert answer["seconds"] == LONG  # tried with the limit that it is answered with
            assert answer["pid"] not in full_pids(workers)
        assert not any(task.done() for task in greedy)
        Path(told["path"]).touch()
        await asyncio.gather(*greedy)

    run(test, replace(SETTINGS, share=1, quick_seconds=1.0))


def test_the_time_of_a_question_ends_in_a_quick_worker_too(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        told = {"path": str(tmp_path / "go on")}
        held = asyncio.create_task(workers.run("wait", told, seconds=LONG, client="a"))
        await until(lambda: workers.busy == 1)
        with pytest.raises(LimitReached, match=r"no result was found in 0\.1 seconds"):
            await workers.run("wait", told, seconds=0.1, client="a")
        Path(told["path"]).touch()
        assert await held

    run(test, replace(SETTINGS, share=1, quick_seconds=LONG))


def test_progress_of_a_try_is_not_told(tmp_path: Path) -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        told = {"path": str(tmp_path / "go on")}
        held = asyncio.create_task(workers.run("wait", told, seconds=LONG, client="a"))
        await until(lambda: workers.busy == 1)
        seen: list[Any] = []
        busy = workers.run(
            "busy", {"seconds": 0.3}, seconds=LONG, client="a", report=lambda *t: seen.append(t)
        )
        assert await busy
        assert seen == []
        Path(told["path"]).touch()
        assert await held

    run(test, replace(SETTINGS, share=1, quick_seconds=LONG))


def test_what_else_the_server_does_in_threads_does_not_hold_questions_up() -> None:
    async def test(workers: Workers) -> None:
        loop, done = asyncio.get_running_loop(), threading.Event()
        loop.set_default_executor(ThreadPoolExecutor(1))
        held = loop.run_in_executor(None, done.wait, LONG)
        assert await workers.run("echo", {}, seconds=LONG)
        done.set()
        assert await held

    run(test)


def test_workers_are_started_before_they_are_asked_and_so_are_those_that_take_their_place() -> None:
    async def test(workers: Workers) -> None:
        await until(lambda: len(pids_of(workers)) == 3)
        before = pids_of(workers)
        with pytest.raises(WorkerLost):
            await workers.run("crash", {}, seconds=LONG)
        await until(lambda: len(pids_of(workers)) == 3)
        assert len(set(pids_of(workers)) - set(before)) == 1

    run(test)


def test_a_cancelled_caller_frees_its_worker_or_its_place_in_the_queue() -> None:
    async def test(workers: Workers) -> None:
        work = ("busy", {"seconds": 9 * LONG})
        working = [asyncio.create_task(workers.run(*work, seconds=10 * LONG)) for _ in range(2)]
        tried = asyncio.create_task(workers.run(*work, seconds=10 * LONG))
        await until(lambda: (workers.busy, workers.working(QUICK), len(pids_of(workers))) == (2, 1, 3))
        queued = asyncio.create_task(workers.run("echo", {}, seconds=LONG))
        await until(lambda: workers.waiting == 1)
        pids = pids_of(workers)
        for task in (queued, tried, *working):
            task.cancel()
        await asyncio.gather(queued, tried, *working, return_exceptions=True)
        assert (workers.busy, workers.working(QUICK), workers.waiting) == (0, 0, 0)
        for pid in pids:
            await gone(pid)
        assert await workers.run("echo", {}, seconds=LONG)

    run(test, replace(SETTINGS, quick_seconds=10 * LONG))


def test_who_is_cancelled_in_the_moment_of_being_given_a_worker_gives_it_back() -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        work = ("busy", {"seconds": 9 * LONG})
        for _ in range(3):
            held = asyncio.create_task(workers.run(*work, seconds=10 * LONG))
            await until(lambda: workers.busy == 1)
            queued = [asyncio.create_task(workers.run("echo", {}, seconds=LONG)) for _ in range(2)]
            await asyncio.sleep(0)
            assert workers.waiting == 1  # the first is given the worker, and does not know it yet
            for task in (*queued, held):
                task.cancel()
            await asyncio.gather(held, *queued, return_exceptions=True)
            assert (workers.busy, workers.working(QUICK), workers.waiting) == (0, 0, 0)
        assert not workers._line._running
        assert await workers.run("echo", {}, seconds=LONG)

    run(test, replace(SETTINGS, workers=1, share=1))


def test_closing_ends_every_process_and_tells_who_waits() -> None:
    async def whole() -> None:
        async with pool(replace(SETTINGS, quick_seconds=9 * LONG)) as workers:
            work = ("sleep", {"seconds": 9 * LONG})
            tasks = [asyncio.create_task(workers.run(*work, seconds=10 * LONG)) for _ in range(5)]
            await until(lambda: (workers.busy, workers.waiting, len(pids_of(workers))) == (2, 2, 3))
            pids = pids_of(workers)  # whose work is much longer than the test may take
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(outcome, Gone)
            assert str(outcome) == "the server is ending"
        assert len(pids) == 3
        assert not any(alive(pid) for pid in pids)

    asyncio.run(asyncio.wait_for(whole(), 30))


def test_handles_do_not_leak() -> None:
    async def test(workers: Workers) -> None:
        await up(workers)
        before = handles()
        for _ in range(10):
            with pytest.raises(WorkerLost):
                await workers.run("crash", {}, seconds=LONG)
        await up(workers)
        await until(lambda: handles() <= before + 1)  # the last to die may just be on its way out

    def handles() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a count

    if not os.path.isdir("/proc/self/fd"):  # noqa: PTH112
        pytest.skip("handles are counted in /proc")
    run(test)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux holds a process to it")
@pytest.mark.parametrize(("most", "held"), [(-1, 1000), (2000, 1000), (500, 500)])
def test_no_process_asks_for_more_memory_than_the_system_grants(
    most: int, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    assert resource.RLIM_INFINITY == -1
    asked: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (0, most))
    monkeypatch.setattr(resource, "setrlimit", lambda *limits: asked.append(limits))
    worker_allowance.hold_to(1000)
    assert asked == [(resource.RLIMIT_DATA, (held, most))]
