"""Simulate how long the tree of a game takes on a cluster of 1 to 256 workers.

Usage: python -m benchmarks.cluster_simulation [-r RULES] [-s STRATEGY] [--seconds N] [--message MS]
       [--plot FILE]

The driver of the tree runs here on one thread, with pieces in random order, until the processor time for the
sample is over. Pieces that were done have measured durations, in processor seconds. Each position that was
still to be opened stands for as many pieces as its estimated cost makes, with the measured ratios of duration
to estimate drawn at random.
Then a simulation gives all pieces to W workers as the program does: a piece is known once the position above
it has been opened; the driver and Dask's scheduler handle one message after another, each of which takes a
time that is measured here with empty pieces on a local cluster, unless --message tells it (the processor time
of both together, so that other work of this machine does not count); and no more than 2 W + 2 pieces are
submitted at a time. Efficiency is the sum of all durations divided by W times the time of
the run.
"""

from __future__ import annotations

import argparse
import heapq
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from benchmarks.measure import draw_efficiency, machine, table
from pegwise.executors.task_queue import TaskQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegwise.executors.crew import Crew
    from pegwise.executors.task_queue import Done, Submission, Task

WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
HEAD = ["workers", "run, s", "efficiency", "driver busy", "longest piece / share of a worker"]


@dataclass
class SimulatedTask:
    """A piece in the simulation: its seconds, its rank, and the pieces that are known once it is done."""

    seconds: float
    rank: int
    below: list[SimulatedTask] = field(default_factory=list)


@dataclass
class Sample:
    """What was seen: (name, rank, cost, seconds) of pieces done, and names and costs of those that waited."""

    done: list[tuple[str, int, float, float]] = field(default_factory=list)
    waiting: list[tuple[str, int, float]] = field(default_factory=list)
    budget: float = 0.0


class Over(Exception):  # noqa: N818
    """The time for the sample is over."""


class Shuffled(TaskQueue):
    """A run of pieces in random order, which takes a sample of them until its time is over."""

    sample: Sample
    rng: random.Random
    until: float
    driver: Any

    def __init__(self, crew: Crew, *, bundles: bool = False) -> None:
        super().__init__(crew, batches=bundles)
        self.took: dict[str, float] = {}

    def add(self, piece: Task, then: Callable[[Done], None]) -> Submission:
        """Have a piece done, and its processor seconds noted."""

        def timed(*given: Any) -> Any:
            began = time.thread_time()
            work = resolve_name(piece.work) if isinstance(piece.work, str) else piece.work
            result = work(*given)
            self.took[piece.name] = time.thread_time() - began
            return result

        def noted(done: Done) -> None:
            self.sample.done.append((piece.name, piece.rank, piece.cost, self.took.pop(piece.name)))
            then(done)
            if time.process_time() > self.until:
                left: list[Task] = [each[-1].task for each in self._waiting]
                self.sample.waiting = [(each.name, each.rank, self.whole_cost(each)) for each in left]
                raise Over

        return super().add(piece._replace(work=timed), noted)

    def _wait(self, ticket: Submission) -> None:
        ticket.number = next(self.crew.numbers)
        heapq.heappush(self._waiting, (0, self.rng.random(), ticket.number, ticket))

    def whole_cost(self, piece: Task) -> float:
        """The cost of all that is below the position of a piece, or of the piece itself if it is whole."""
        if piece.rank:
            return piece.cost
        positions = piece.given[0].here
        whole: float = self.driver._cost(len(positions.classes[0][1]), positions.group)
        return whole / float(piece.given[1][1])


def sampled(rules: str, strategy: str, seconds: float, seed: int = 1) -> Sample:
    """Run the driver of a tree for some time, with pieces in random order."""
    from pegwise.trees.build import build_tree

    building: Any = import_module("pegwise.trees.parallel_builder")
    usual_run, usual_build = building.TaskQueue, building.Driver.build
    Shuffled.sample, Shuffled.rng = Sample(), random.Random(seed)
    Shuffled.until = time.process_time() + seconds

    def build(driver: Any, *arguments: Any) -> Any:
        Shuffled.driver = driver
        return usual_build(driver, *arguments)

    building.TaskQueue, building.Driver.build = Shuffled, build
    try:
        build_tree(rules, strategy=strategy, threads=1)
    except Over:
        pass
    finally:
        building.TaskQueue, building.Driver.build = usual_run, usual_build
    Shuffled.sample.budget = Shuffled.driver.budget
    return Shuffled.sample


def tasks_of(sample: Sample, seed: int = 1) -> list[SimulatedTask]:
    """Return the tasks that are known at the start, with all others below them."""
    rng = random.Random(seed)
    ratios: dict[int, list[float]] = defaultdict(list)
    for _, rank, cost, seconds in sample.done:
        ratios[rank].append(seconds / max(cost, 1.0))
    weighing = [seconds for _, rank, _, seconds in sample.done if rank == 0] or [0.0]
    tops: dict[str, list[SimulatedTask]] = {}
    for name, rank, _, seconds in sample.done:
        tops.setdefault(key_of(name), []).append(SimulatedTask(seconds, rank))
    for name, rank, cost in sample.waiting:
        if rank:
            task = SimulatedTask(cost * rng.choice(ratios[1]), 1)
        else:
            task = SimulatedTask(rng.choice(weighing), 0)
            parts = max(1, round(cost / sample.budget))
            task.below = [SimulatedTask(cost / parts * rng.choice(ratios[1]), 1) for _ in range(parts)]
        tops.setdefault(key_of(name), []).append(task)
    return nested(tops)


def key_of(name: str) -> str:
    """The key of the part of the tree that a piece belongs to."""
    return name.partition(",")[0]


def nested(parts: dict[str, list[SimulatedTask]]) -> list[SimulatedTask]:
    """Hang each part below the last piece of the position above it; return the tasks above all."""
    top: list[SimulatedTask] = []
    for key, tasks in parts.items():
        above = key.rpartition(".")[0]
        names = [number for number in above.split(".") if number]
        parent = f"{above}-{names[-1]}" if names else ""
        known = parts.get(parent) if parent != key else None
        (known[-1].below if known else top).extend(tasks)
    return top


def all_of(tasks: Sequence[SimulatedTask]) -> list[SimulatedTask]:
    """Return tasks with all that are below them."""
    found, pending = [], list(tasks)
    while pending:
        found.append(pending.pop())
        pending += found[-1].below
    return found


def simulated(tasks: Sequence[SimulatedTask], workers: int, message: float) -> tuple[float, float]:
    """Return the seconds of a run, and the share of them in which the driver handles messages."""
    waiting: list[tuple[int, float, int, SimulatedTask]] = []
    number = 0

    def know(some: Sequence[SimulatedTask]) -> None:
        nonlocal number
        for task in some:
            number += 1
            heapq.heappush(waiting, (task.rank, -task.seconds, number, task))

    know(tasks)
    submitted: list[SimulatedTask] = []  # where a worker takes the next from
    running: list[tuple[float, int, SimulatedTask]] = []
    now, busy, flying, free = 0.0, 0.0, 0, workers
    while waiting or flying:
        while waiting and flying < 2 * workers + 2:
            submitted.append(heapq.heappop(waiting)[-1])
            now, busy, flying = now + message, busy + message, flying + 1
            while free and submitted:
                number += 1
                task = submitted.pop(0)
                heapq.heappush(running, (now + task.seconds, number, task))
                free -= 1
        ends, _, task = heapq.heappop(running)
        begins = ends
        now = max(now, ends) + message
        busy, flying, free = busy + message, flying - 1, free + 1
        while free and submitted:  # the worker has had its next piece since before
            number += 1
            following = submitted.pop(0)
            heapq.heappush(running, (begins + following.seconds, number, following))
            free -= 1
        know(task.below)
    return now, busy / now


def nothing() -> None:
    """Do nothing; a piece of this work costs its messages only."""


def measured_messages(pieces: int = 400) -> tuple[float, float]:
    """Return the processor seconds that a piece costs the driver, and those of the scheduler.

    Each is a process of its own, as in a cluster of several computers.
    """
    import psutil

    from pegwise.executors.crew import crew_of
    from pegwise.executors.task_queue import Task, TaskQueue

    client_of: Any = import_module("distributed").Client
    with tempfile.TemporaryDirectory() as folder:
        told = ["--scheduler-file", f"{folder}/scheduler.json"]
        scheduler = _dask("scheduler", "--port", "0", "--no-dashboard", *told)
        worker = _dask("worker", "--nworkers", "2", "--nthreads", "1", *told)
        try:
            while not Path(told[1]).exists():
                if scheduler.poll() is not None:
                    raise SystemExit("Dask's scheduler does not start")
                time.sleep(0.1)
            its = psutil.Process(scheduler.pid)
            with (
                client_of(scheduler_file=told[1], set_as_default=False) as client,
                crew_of(client) as crew,
                TaskQueue(crew) as run,
            ):
                for some in (20, pieces):  # the first are for connections and imports
                    began = time.process_time(), sum(its.cpu_times()[:2])
                    for _ in range(some):
                        run.add(Task("nothing", nothing, ()), lambda _: None)
                    run.finish()
                took = time.process_time() - began[0], sum(its.cpu_times()[:2]) - began[1]
        finally:
            for process in (worker, scheduler):
                process.terminate()
                process.wait()
    return took[0] / pieces, took[1] / pieces


def _dask(*words: str) -> subprocess.Popen[bytes]:
    """Start a process of Dask's command."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def main() -> None:
    """Sample, simulate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("-r", "--rules", default="7x10")
    parser.add_argument("-s", "--strategy", default="entropy")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of processor time of the sample")
    parser.add_argument("--message", type=float, help="milliseconds")
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    message = sum(measured_messages()) if asked.message is None else asked.message / 1000
    sample = sampled(asked.rules, asked.strategy, asked.seconds)
    tasks = tasks_of(sample)
    every = all_of(tasks)
    work, longest = sum(task.seconds for task in every), max(task.seconds for task in every)
    print(machine())
    print(
        f"{asked.strategy}, {asked.rules}: {len(every)} pieces, {len(sample.done)} of them measured; "
        f"{work:.0f} s of work, longest piece {longest:.1f} s; {1000 * message:.2f} ms of messages each; "
        f"this process took {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB at most"
    )
    found = []
    rows = []
    for workers in WORKERS:
        seconds, busy = simulated(tasks, workers, message / 2)
        found.append(work / workers / seconds)
        share = longest / (work / workers)
        rows.append([str(workers), f"{seconds:.0f}", f"{found[-1]:.2f}", f"{busy:.2f}", f"{share:.3f}"])
    table(HEAD, rows)
    if asked.plot:
        draw_efficiency(asked.plot, f"{asked.strategy}, {asked.rules}", WORKERS, found)


if __name__ == "__main__":
    main()
