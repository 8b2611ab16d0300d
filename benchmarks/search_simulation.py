"""Simulate the first part of an optimal search on a cluster of 1 to 256 workers, speculation included.

Usage: python -m benchmarks.search_simulation [-r RULES] [--seconds N] [--message MS] [--scheduler MS]
       [--workers N ...] [--computers N] [--known N=SECONDS ...] [--plot FILE]

The real search runs here on one thread, once for each number of workers, with a clock that is simulated.
Each piece is really done, with the cap that it was given, at the moment at which one of W workers would
begin it; the clock tells the driver of its end after the processor time that it took. So guesses that one
worker would never have weighed, pieces given too high a cap and pieces that were canceled are all there.
What the driver does itself counts with its own processor time, and each piece costs it a message. On its way
to a worker and back, a piece takes the time of a scheduler, which is a process of its own and serves one
piece after another. Both are measured with empty pieces. The run with one worker ends after --seconds of
processor time; the others end when they have settled as many guesses of the position at which it ended.
Efficiency is the time of one worker, divided by W times that of W workers. Without 1 among the --workers,
each run goes to the end of the search, or of --seconds, and there is no efficiency: so runs of hours can be
made beside each other. What they took is --known then, and nothing is searched. Two columns do not depend on
the speed of the machine: the share of their time in which workers are busy, and the positions searched.

The workers of one computer share a table of positions. With --computers, the workers are on so many
computers, and each of these has a table of its own. It is really there, so each takes the memory of a search.
"""

from __future__ import annotations

import argparse
import heapq
import time
from collections import Counter, deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.cluster_simulation import measured_messages
from benchmarks.measure import draw_efficiency, machine, table
from pegwise.executors.crew import Crew
from pegwise.executors.task_queue import Done, TaskQueue
from pegwise.optimal.worker import solver_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.executors.task_queue import Submission, Task
    from pegwise.optimal.search_tasks import Origin

WORKERS = (1, 2, 4, 16, 64, 256)
HEAD = ["workers", "run, s", "efficiency", "busy", "positions", "driver alone", "pieces", "canceled"]
HEAD += ["time in vain", "reached"]
_LOOK = 0.05
"""Seconds until a worker sees that its piece is canceled."""
_PATIENCE = 4.0
"""How many times the processor time of the run with one worker a run with more of them may take."""


class Over(Exception):  # noqa: N818
    """The sample is over."""


@dataclass(order=True)
class Running:
    """A piece that a simulated worker does, until ``end``."""

    end: float
    order: int
    began: float = field(compare=False)
    worker: int = field(compare=False)
    number: int = field(compare=False)
    future: Future[Done] = field(compare=False)
    done: Done = field(compare=False)


class Simulated(Crew):
    """So many workers, and the clock of the driver."""

    retries = False

    def __init__(self, workers: int, computers: int, message: float, scheduler: float) -> None:
        super().__init__()
        self.workers, self.message, self.scheduler = workers, message, scheduler
        self.computers = computers
        self.line = 0.0  # when the scheduler has served what has come to it
        self.now, self.worked, self.canceled, self.vain, self.pieces = 0.0, 0.0, 0, 0.0, 0
        self.positions = 0
        self.alone = 0.0  # while no worker had anything to do
        self.free = [(0.0, worker) for worker in range(workers)]
        self.queue: deque[tuple[float, int, Task, Future[Done]]] = deque()
        self.running: list[Running] = []
        self.arriving: deque[tuple[float, Running]] = deque()
        self.order = count()
        self.origins: list[Origin] = []
        self.mark = time.thread_time()

    @property
    def size(self) -> int:
        """The workers."""
        return self.workers

    def submit(self, number: int, piece: Task) -> Future[Done]:
        """Queue a piece, for which a worker may be free."""
        self._drive(self.message / 2)
        future: Future[Done] = Future()
        self.queue.append((self._served(self.now), number, piece, future))
        self._catch_up()
        return future

    def _served(self, now: float) -> float:
        """When the scheduler has passed on what comes to it now."""
        self.line = max(self.line, now) + self.scheduler / 2
        return self.line

    def stop(self, tickets: Sequence[Submission], *, wait: bool = True) -> None:
        """Take pieces from the queue, or from their workers."""
        self._drive(0.0)
        numbers = {ticket.number for ticket in tickets}
        waiting = [each for each in self.queue if each[1] in numbers]
        self.queue = deque(each for each in self.queue if each[1] not in numbers)
        for *_, future in waiting:
            future.cancel()
        for each in [each for each in self.running if each.number in numbers]:
            self.running.remove(each)
            heapq.heappush(self.free, (min(each.end, self.now + _LOOK), each.worker))
            self.worked += self.now - each.began
            self.vain += self.now - each.began
            self.canceled += 1
            each.future.cancel()
        heapq.heapify(self.running)
        self._catch_up()

    def deliver(self) -> None:
        """Let the clock go on until a result arrives, and hand out what has arrived."""
        self._drive(0.0)
        while not self._has_arrived() and (times := self._times()):
            self.now = max(self.now, min(times))
            self._catch_up()
        while self._has_arrived():
            _, each = self.arriving.popleft()
            self.now += self.message / 2
            each.future.set_result(each.done)
        self.mark = time.thread_time()

    def prepare(self, origin: Origin) -> None:
        """Make the solver of each computer, with a table of its own, before the clock begins."""
        for computer in range(self.computers):
            self.origins.append(origin._replace(table=f"{origin.table}-{computer}"))
            solver_of(self.origins[-1])
        self.mark = time.thread_time()

    def _given(self, piece: Task, computer: int) -> tuple[Any, ...]:
        """What a piece is given on a computer: the solver that is there."""
        return self.origins[computer], *piece.given[1:]

    def _has_arrived(self) -> bool:
        return bool(self.arriving) and self.arriving[0][0] <= self.now

    def _times(self) -> list[float]:
        """When something happens next: a result arrives, a piece ends, or one begins."""
        times = [self.arriving[0][0]] if self.arriving else []
        if self.running:
            times.append(self.running[0].end)
        if self.queue and self.free:
            times.append(max(self.queue[0][0], self.free[0][0]))
        return times

    def _drive(self, more: float) -> None:
        """Let the clock go on by what the driver has done since."""
        seconds = time.thread_time() - self.mark + more
        if not (self.running or self.queue or self.arriving):
            self.alone += seconds
        self.now += seconds
        self._catch_up()
        self.mark = time.thread_time()

    def _catch_up(self) -> None:
        """Begin and end what begins and ends until now."""
        while True:
            if self.queue and self.free and max(self.queue[0][0], self.free[0][0]) <= self.now:
                ready, number, piece, future = self.queue.popleft()
                since_when, worker = heapq.heappop(self.free)
                began = max(ready, since_when)
                given = self._given(piece, worker % self.computers)
                since = time.thread_time()
                work = resolve_name(piece.work) if isinstance(piece.work, str) else piece.work
                result = work(*given)
                seconds = time.thread_time() - since
                done = Done(result, 0, seconds)
                self.pieces += 1
                running = Running(began + seconds, next(self.order), began, worker, number, future, done)
                heapq.heappush(self.running, running)
            elif self.running and self.running[0].end <= self.now:
                ended = heapq.heappop(self.running)
                self.worked += ended.end - ended.began
                self.arriving.append((self._served(ended.end), ended))
                heapq.heappush(self.free, (ended.end, ended.worker))
            else:
                break
        self.mark = time.thread_time()


class SimulatedRun(TaskQueue):
    """The program's own loop, which does not wait."""

    def step(self, seconds: float = 0.0) -> None:
        """Submit what there is room for, and take what is done by the clock of the driver."""
        self.begin()
        if not isinstance(self.crew, Simulated):  # inside a piece
            super().step()
            return
        self.crew.deliver()
        super().step(0.0)


class Mark(NamedTuple):
    """How far a search is: at which position, how often that was settled, and how many guesses since."""

    position: tuple[bytes, Any]
    settled: int
    guesses: int

    def reached(self, goal: Mark) -> bool:
        """Tell whether this is as far as a goal, at the same position."""
        return self.position == goal.position and self[1:] >= goal[1:]


THE_END = Mark((b"", None), 0, 0)


def simulated(rules: str, crew: Simulated, seconds: float, goal: Mark | None) -> tuple[Mark, bool]:
    """Search with a crew; return how far it came, and whether that is the goal.

    The search ends when the goal is reached, or after so many seconds of processor time.
    """
    from pegwise.optimal.objective_search import Search
    from pegwise.optimal.problem import Problem
    from pegwise.position import parse_position

    solving: Any = import_module("pegwise.optimal.branch_and_bound")
    spread: Any = import_module("pegwise.optimal.scheduler")
    pieces: Any = import_module("pegwise.optimal.worker")
    pieces._solvers = type(pieces._solvers)(crew.computers)  # tables as they are at the start
    problem = Problem(parse_position(rules))
    solver = solving.Solver(problem.position, crew=crew)
    crew.prepare(solver.origin)
    last = THE_END
    times = Counter[Any]()
    until = time.thread_time() + seconds
    usual = solving.TaskQueue, spread.Batches.steps, spread.Batches._drop

    def noted(batches: Any, finished: int) -> None:
        nonlocal last
        if batches.run.crew is not crew:  # inside a piece
            return
        position = batches.members.tobytes(), batches.question
        times[position] += finished
        last = Mark(position, times[position], 0 if finished else int(batches.contest.settled.sum()))
        if time.thread_time() > until or (goal is not None and last.reached(goal)):
            raise Over

    def steps(batches: Any) -> Any:
        yield from usual[1](batches)
        noted(batches, 1)

    def drop(batches: Any) -> None:  # after each piece
        usual[2](batches)
        noted(batches, 0)

    solving.TaskQueue, spread.Batches.steps, spread.Batches._drop = SimulatedRun, steps, drop
    try:
        Search(problem, solver).run()
        last = THE_END
    except Over:
        pass
    finally:
        solving.TaskQueue, spread.Batches.steps, spread.Batches._drop = usual
    crew._drive(0.0)
    crew.positions = sum(solver_of(origin).positions for origin in crew.origins)
    return last, goal is None or last.reached(goal)


def main() -> None:
    """Search with one worker, then with more, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("-r", "--rules", default="5x7")
    parser.add_argument("--seconds", type=float, default=600.0, help="of the search with one worker")
    parser.add_argument("--message", type=float, help="milliseconds of the driver for each piece")
    parser.add_argument("--scheduler", type=float, help="milliseconds of the scheduler for each piece")
    parser.add_argument(
        "--patience", type=float, default=_PATIENCE, help="times as much time for runs with more workers"
    )
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument("--computers", type=int, default=1, help="with a table of positions each")
    parser.add_argument("--known", nargs="+", default=[], metavar="N=SECONDS", help="what N workers took")
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    if asked.known:
        seconds = {int(workers): float(took) for workers, took in (each.split("=") for each in asked.known)}
        if 1 not in seconds:
            parser.error("--known needs the seconds of 1 worker, as in 1=366.9 64=11.2")
        found = {workers: seconds[1] / workers / took for workers, took in seconds.items()}
        table(["workers", "efficiency"], [[str(workers), f"{each:.2f}"] for workers, each in found.items()])
        draw(asked, found)
        return
    told = asked.message, asked.scheduler
    messages = measured_messages() if None in told else (told[0] / 1000, told[1] / 1000)
    print(machine())
    driver, scheduler = (f"{1000 * each:.2f} ms" for each in messages)
    print(f"{asked.rules}: for each piece {driver} of the driver, {scheduler} of the scheduler", flush=True)
    one, goal, patience = None, THE_END, 1.0
    found = dict[int, float]()
    if 1 in asked.workers:
        one = Simulated(1, 1, *messages)
        goal, _ = simulated(asked.rules, one, asked.seconds, None)
        patience = asked.patience
    if goal != THE_END:
        count = len(goal.position[0]) // 4
        print(
            f"the run with one worker ends after {goal.guesses} guesses at a position of {count} candidates"
        )
    rows = []
    for workers in asked.workers:
        crew, reached = one, True
        if workers > 1 or crew is None:
            crew = Simulated(workers, min(workers, asked.computers), *messages)
            _, reached = simulated(asked.rules, crew, patience * asked.seconds, goal)
        if one and reached:
            found[workers] = one.now / workers / crew.now
        share = f"{found[workers]:.2f}" if workers in found else "-"
        worked = max(crew.worked, 1e-9)
        row = [str(workers), f"{crew.now:.1f}", share, f"{worked / workers / crew.now:.2f}"]
        row += [str(crew.positions), f"{crew.alone / crew.now:.2f}", str(crew.pieces), str(crew.canceled)]
        rows.append([*row, f"{crew.vain / worked:.2f}", "yes" if reached else "no"])
        print("  ".join(rows[-1]), flush=True)
    table(HEAD, rows)
    draw(asked, found)


def draw(asked: argparse.Namespace, found: dict[int, float]) -> None:
    """Draw the efficiency of numbers of workers, if asked to."""
    if asked.plot:
        draw_efficiency(asked.plot, f"search, {asked.rules}", list(found), list(found.values()))


if __name__ == "__main__":
    main()
