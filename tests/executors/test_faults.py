"""Workers and drivers killed, a scheduler that goes, tasks that fail: the same result, or one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.errors import ExecutorError, FileFormatError
from pegwise.executors import stop_flag
from pegwise.executors.cluster import connected, local_cluster
from pegwise.executors.crew import crew_of
from pegwise.executors.task_queue import Task, TaskQueue, perform
from pegwise.limit import spend
from pegwise.optimal.optimum import optimum
from pegwise.progress import watch
from pegwise.trees.build import build_tree
from pegwise.trees.formats import to_json
from tests.helpers import exhaustive, tasks_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from pathlib import Path

    from pegwise.optimal.problem import Bounds

PATIENCE = 60.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A client of two worker processes, which no other file has: they are killed."""
    with local_cluster(2) as client:
        yield client


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks as many as those of a larger game."""
    monkeypatch.setattr("pegwise.trees.parallel_builder.LEAST", 5e5)


def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Wait for a condition; how long it took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "it took too long"
        time.sleep(0.02)
    return time.monotonic() - began


def running() -> int:
    """How many tasks run in this process; called on workers."""
    return len(stop_flag._watch.looked_at)


class Killer:
    """Kills a worker, once, when some of the work is done."""

    def __init__(self, client: Any) -> None:
        self.victims = sorted(client.run(os.getpid).values())

    def tree(self, _what: str, done: int, total: int) -> None:
        if self.victims and done > total / 5:
            self.kill()

    def search(self, bounds: Bounds) -> None:
        if self.victims and bounds.positions > 20_000:
            self.kill()

    def kill(self) -> None:
        os.kill(self.victims[0], signal.SIGKILL)
        self.victims = []


@pytest.mark.exhaustive
def test_a_worker_killed_in_a_tree_changes_nothing(cluster: Any) -> None:
    killer = Killer(cluster)
    with watch(killer.tree):
        tree = build_tree("5x6", strategy="entropy", executor=cluster)
    assert not killer.victims
    assert to_json(tree) == to_json(build_tree("5x6", strategy="entropy"))


@pytest.mark.exhaustive
def test_a_worker_killed_in_a_search_changes_nothing(cluster: Any) -> None:
    killer = Killer(cluster)
    found = optimum("4x7", book=False, executor=cluster, watch=killer.search)
    assert not killer.victims
    assert (found.total, found.known) == (11228, "exact")


DRIVER = """
import os, signal, sys
from pathlib import Path
from pegwise.executors.cluster import connected, local_cluster
from pegwise.optimal.optimum import optimum
from pegwise.progress import watch
from pegwise.trees import parallel_builder
from pegwise.trees.build import build_tree
from pegwise.executors.checkpoint import Checkpoint
from tests.helpers import tasks_in
parallel_builder.LEAST = 5e5
Checkpoint.__init__.__kwdefaults__["every"] = 0.0
def die(*_):
    if tasks_in(Path(sys.argv[2])) > 5:
        os.kill(os.getpid(), signal.SIGKILL)
with connected(sys.argv[1]) as client:
    if sys.argv[3] == "tree":
        with watch(die):
            build_tree("5x6", strategy="entropy", executor=client, checkpoint=sys.argv[2])
    else:
        optimum("4x7", book=False, executor=client, checkpoint=sys.argv[2], watch=die)
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("work", ["search", *exhaustive("tree")])
def test_a_driver_killed_goes_on_from_its_checkpoint(work: str, tmp_path: Path, cluster: Any) -> None:
    path = tmp_path / "kept.sqlite"
    words = [sys.executable, "-c", DRIVER, cluster.scheduler.address, str(path), work]
    died = subprocess.run(words, timeout=300, check=False)
    assert died.returncode == -signal.SIGKILL, "it ended before it was killed"
    until(lambda: not any(cluster.run(running).values()), 10.0)  # nobody wants what they do
    kept = tasks_in(path)
    if work == "tree":
        tree = build_tree("5x6", strategy="entropy", checkpoint=path)
        assert to_json(tree) == to_json(build_tree("5x6", strategy="entropy"))
    else:
        assert optimum("4x7", book=False, executor=cluster, checkpoint=path).total == 11228
    assert kept > 5
    assert not path.exists()


@pytest.mark.exhaustive
def test_ctrl_c_ends_the_tasks_on_the_workers_within_two_seconds(cluster: Any) -> None:
    words = [sys.executable, "-m", "pegwise", "tree", "-s", "entropy", "-r", "6x9"]
    words += ["--cluster", cluster.scheduler.address]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, process_group=0) as process:
        until(lambda: sum(cluster.run(running).values()) == 2)
        process.send_signal(signal.SIGINT)
        assert until(lambda: not any(cluster.run(running).values())) < 2.0
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said.strip()) == (130, "pegwise: stopped")


@pytest.fixture
def own_cluster() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler in a process of its own, which can be killed, and a worker."""
    program = """
import asyncio
from distributed import Scheduler
async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as scheduler:
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().decode().strip()
        with worker(address) as one:
            yield scheduler, address
            one.kill()
        scheduler.kill()


def worker(address: str, before: str = "") -> subprocess.Popen[bytes]:
    """Start a worker in a process of its own; ``before`` is run there first."""
    program = f"""
{before}
import asyncio
from distributed import Worker
async def main():
    async with Worker({address!r}, nthreads=1, dashboard=False) as worker:
        await worker.finished()
asyncio.run(main())
"""
    return subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)


@pytest.mark.exhaustive
def test_a_scheduler_that_goes_is_one_line_and_the_checkpoint_is_whole(
    tmp_path: Path, own_cluster: tuple[subprocess.Popen[bytes], str]
) -> None:
    scheduler, address = own_cluster
    path = tmp_path / "kept.sqlite"

    def kill(_what: str, done: int, total: int) -> None:
        if done > total / 5:
            scheduler.kill()

    gone = pytest.raises(ExecutorError, match=f"^the scheduler at {address} is gone$")
    with connected(address) as client, watch(kill), gone:
        build_tree("5x6", strategy="entropy", executor=client, checkpoint=path)
    assert tasks_in(path) > 5
    tree = build_tree("5x6", strategy="entropy", checkpoint=path)
    assert to_json(tree) == to_json(build_tree("5x6", strategy="entropy"))


@pytest.mark.exhaustive
def test_a_plain_pool_that_loses_a_worker_is_one_line_and_the_checkpoint_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        victims = [pool.submit(os.getpid).result()]

        def kill(_what: str, done: int, total: int) -> None:
            if victims and done > total / 5:
                os.kill(victims.pop(), signal.SIGKILL)

        died = pytest.raises(
            ExecutorError, match=r"^a worker died, and its executor with it, at the task .+$"
        )
        with watch(kill), died:
            build_tree("5x6", strategy="entropy", executor=pool, checkpoint=path)
    assert tasks_in(path) > 5
    tree = build_tree("5x6", strategy="entropy", checkpoint=path)
    assert to_json(tree) == to_json(build_tree("5x6", strategy="entropy"))


@pytest.mark.exhaustive
def test_a_worker_without_pegwise_is_one_line(own_cluster: tuple[subprocess.Popen[bytes], str]) -> None:
    _, address = own_cluster
    with worker(address, "import sys; sys.modules['pegwise'] = None") as bare, connected(address) as client:
        client.wait_for_workers(2)
        with pytest.raises(ExecutorError, match=r"^the worker tcp://\S+ has no pegwise; install \S+ there$"):
            build_tree("3x4", executor=client)
        bare.kill()


def test_a_worker_with_another_version_is_one_line(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    here = "9.9.9"
    monkeypatch.setattr("pegwise.__version__", here)
    with pytest.raises(ExecutorError, match=r"^the worker tcp://\S+ has pegwise \S+, not 9\.9\.9$"):
        build_tree("3x4", executor=cluster)
    # One that joins later finds out itself.
    monkeypatch.undo()
    task = Task("a task", fails, ("",))
    with pytest.raises(ExecutorError, match=r"^a worker has pegwise \S+, and this is 9\.9\.9$"):
        perform(task, stop_flag.StopHere(), here)


def fails(path: str) -> None:
    """Fail, and count how often in a file."""
    with open(path, "a") as file:  # noqa: PTH123
        file.write("x")
    raise OSError("no such luck\nmore")


@pytest.mark.exhaustive
def test_a_task_that_fails_three_times_ends_the_run(tmp_path: Path, cluster: Any, pool: Executor) -> None:
    for number, executor in enumerate((cluster, pool)):
        path = tmp_path / str(number)
        named = pytest.raises(
            ExecutorError, match=r"^the task number 7 failed 3 times: OSError: no such luck$"
        )
        with crew_of(executor) as crew, TaskQueue(crew) as run, named:
            run.add(Task("number 7", fails, (str(path),)), lambda _: None)
            run.finish()
        assert path.read_text() == "xxx"


def sleeps(seconds: float) -> None:
    """Work that looks at its limit, for so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        spend(0)
        time.sleep(0.01)


@pytest.mark.exhaustive
def test_a_task_that_is_canceled_ends_and_says_nothing(cluster: Any, pool: Executor) -> None:
    for executor in (cluster, pool, None):
        told: list[str] = []
        with crew_of(executor, threads=2) as crew, TaskQueue(crew) as run:
            long = run.add(Task("long", sleeps, (30.0,)), lambda _, told=told: told.append("long"))  # type: ignore[misc]
            run.add(Task("short", sleeps, (0.5,)), lambda _, told=told: told.append("short"))  # type: ignore[misc]
            while not told:
                run.step()
            run.cancel(long)
            began = time.monotonic()
            run.finish()
            assert time.monotonic() - began < 15  # far from the 30 s that it would have taken
        assert told == ["short"]


@pytest.mark.exhaustive
def test_a_full_disk_under_the_checkpoint_is_one_line(tmp_path: Path, cluster: Any) -> None:
    import resource

    path, usual = tmp_path / "kept.sqlite", resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, usual[1]))
    try:
        with pytest.raises(FileFormatError, match=r"^checkpoint \S+kept.sqlite: cannot be written \("):
            build_tree("5x6", strategy="entropy", executor=cluster, checkpoint=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        signal.signal(signal.SIGXFSZ, before)
    assert not any(cluster.processing().values())
