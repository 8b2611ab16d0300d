"""Positions that are settled side by side, with workers that end in any order: the values are the same."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from concurrent.futures import Future
from contextlib import suppress
from itertools import permutations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Question
from pegwise.executors import task_queue
from pegwise.executors.crew import Crew
from pegwise.executors.stop_flag import StopAfter, StopHere, current_flag, stop_flag
from pegwise.executors.task_queue import Task, TaskQueue, timed
from pegwise.optimal import (
    best_tree,
    branch_and_bound,
    class_by_class,
    large_positions,
    scheduler,
    size_thresholds,
    worker,
)
from pegwise.optimal.guess_contest import FirstFit
from pegwise.optimal.interleaved_jobs import Job, abreast
from pegwise.optimal.objective_search import Search
from pegwise.optimal.problem import Problem
from pegwise.optimal.worker import settle, weigh_guesses
from pegwise.position import Position, parse_position
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise.executors.task_queue import Done, Submission
    from pegwise.optimal.large_positions import Settling
    from pegwise.optimal.search_tasks import Settled, Weighed


class Shuffled(Crew):
    """Workers whose tasks end one by one, in random order."""

    def __init__(self, size: int, seed: int) -> None:
        super().__init__()
        self.workers, self.random = size, random.Random(seed)
        self.tasks: dict[int, tuple[Task, Future[Done]]] = {}
        self.together, self.stopped = 1, 0

    @property
    def size(self) -> int:
        return self.workers

    def submit(self, number: int, task: Task) -> Future[Done]:
        future: Future[Done] = Future()
        self.tasks[number] = task, future
        positions = {task.given[2] for task, _ in self.tasks.values() if "guesses at" in task.name}
        self.together = max(self.together, len(positions))
        return future

    def stop(self, submissions: Sequence[Submission], *, wait: bool = True) -> None:
        for submission in submissions:
            if submission.number in self.tasks:
                self.tasks.pop(submission.number)[1].cancel()
                self.stopped += 1

    def end_one(self) -> None:
        if self.tasks:
            task, future = self.tasks.pop(self.random.choice(list(self.tasks)))
            future.set_result(timed(task))


class ShuffledQueue(TaskQueue):
    """The program's own loop, in which a task ends at each step."""

    def step(self, seconds: float = 0.0) -> None:
        self.begin()
        if isinstance(self.crew, Shuffled):
            self.crew.end_one()
        super().step(0.0)


def assert_same(search: Search, wanted: Search) -> None:
    """The same total, by the same tree."""
    assert search.bounds.upper == wanted.bounds.upper
    assert search.tree is not None
    assert wanted.tree is not None
    assert np.array_equal(search.tree.guesses, wanted.tree.guesses)


def too_long(monkeypatch: pytest.MonkeyPatch, share: float, seed: str = "") -> None:
    """Such a share of what is given a time limit takes too long."""
    chance = random.Random(seed)

    def begin(_: StopAfter) -> Any:
        return np.full(1, int(chance.random() < share)), None

    monkeypatch.setattr(StopAfter, "begin", begin)


@pytest.mark.some(2, more=4)
@pytest.mark.parametrize("giant", [0, 4096])
@pytest.mark.parametrize("workers", [3, *exhaustive(1, 20)])
@pytest.mark.parametrize("rules", ["3x6", "4x4", "3x7-distinct", "3x4-black"])
def test_any_order_gives_the_same_bounds(
    rules: str, workers: int, giant: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = branch_and_bound.Solver(Position(rules))
    wanted = Search(Problem(Position(rules)), exact)
    wanted.run()
    for name, size in {"LARGE": 4, "HUGE": 8, "WIDE": giant, "MANY": 3, "GIANT": giant}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    too_long(monkeypatch, 1.0)
    for seed in range(3):
        crew = Shuffled(workers, seed)
        mine = branch_and_bound.Solver(Position(rules), crew=crew)
        begun: list[Any] = []

        def noting(*given: Any, mine: Any = mine, begun: list[Any] = begun) -> Any:
            begun.append(type(mine).settling(mine, *given))
            return begun[-1]

        monkeypatch.setattr(mine, "settling", noting)
        search = Search(Problem(mine.position), mine)
        search.run()
        assert_same(search, wanted)
        assert begun
        for each in begun:
            lower, upper = mine.recall(mine.key(each.members, each.question))
            assert lower <= exact.search(each.members, each.question)[0] <= upper
        if giant == 0 and workers > 1:
            assert crew.together > 1
        if workers == 1:
            assert crew.together <= 1 + task_queue._AHEAD


@pytest.mark.some(1)
@pytest.mark.parametrize("workers", [2, 20])
@pytest.mark.parametrize("rules", ["3x6", "3x7-distinct"])
def test_what_takes_too_long_for_one_task_is_gone_into(
    rules: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Search(Problem(Position(rules)), branch_and_bound.Solver(Position(rules)))
    wanted.run()
    for name, size in {"LARGE": 4, "HUGE": 8, "MANY": 3, "GIANT": 4096}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    left, ended, huge = list[int](), set[bool](), set[bool]()
    settled, too_long_here = scheduler.Batches.settled, large_positions._Guesses._long

    def noted(batches: scheduler.Batches) -> None:
        left.append(1)
        settled(batches)

    def whole(*given: Any) -> Settled:
        found = settle(*given)
        if not math.isinf(given[5]):  # a huge class
            ended.add(found.ended)
        return found

    def long(guesses: Any, batches: scheduler.Batches) -> tuple[int, int] | None:
        taken = too_long_here(guesses, batches)
        if taken is not None:
            huge.add(batches.solver.has_huge_class(batches.contest, 0))
        return taken

    monkeypatch.setattr(large_positions._Guesses, "_long", long)
    monkeypatch.setattr(scheduler.Batches, "settled", noted)
    monkeypatch.setattr(worker, "settle", whole)
    for share in (1.0, 0.3):
        too_long(monkeypatch, share, rules)
        left.clear()
        for seed in range(3):
            mine = branch_and_bound.Solver(Position(rules), crew=Shuffled(workers, seed))
            search = Search(Problem(mine.position), mine)
            search.run()
            assert_same(search, wanted)
        assert left
    assert huge == {False, True}
    assert True in ended
    assert rules != "3x6" or False in ended  # the classes of 3x7-distinct end before they look at the flag


@pytest.mark.parametrize("workers", [2, 20])
def test_what_a_worker_leaves_is_given_out_again(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task weighs one guess and leaves the others."""
    wanted = Search(Problem(Position("3x6")), branch_and_bound.Solver(Position("3x6")))
    wanted.run()
    for name, size in {"LARGE": 4, "HUGE": 8, "MANY": 3, "GIANT": 4096}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    monkeypatch.setattr(scheduler, "_MOMENT", 0.0)
    monkeypatch.setattr(scheduler, "_target", lambda *_: 0.0)
    left = list[int]()

    def weighed(*given: Any) -> Weighed:
        found = weigh_guesses(*given)
        left.append(len(given[4]) - len(found))
        return found

    monkeypatch.setattr(worker, "weigh_guesses", weighed)
    for seed in range(3):
        mine = branch_and_bound.Solver(Position("3x6"), crew=Shuffled(workers, seed))
        search = Search(Problem(mine.position), mine)
        search.run()
        assert_same(search, wanted)
    assert max(left) > 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_many_workers_weigh_no_guess_far_before_the_others(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them first tells whether its guess is in the lower half of the gap between the bounds."""
    position = parse_position("3x6")
    wanted = Search(Problem(position), branch_and_bound.Solver(position))
    wanted.run()
    for name, size in {"LARGE": 4, "HUGE": 8, "MANY": 0, "GIANT": 4096}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(large_positions, "CROWD", 2)
    monkeypatch.setattr(scheduler, "CROWD", 2)
    monkeypatch.setattr("pegwise.optimal.guess_contest._SMALL", 1)
    monkeypatch.setattr(scheduler, "_FIRST", 2)
    monkeypatch.setattr(scheduler, "_MOST", 2)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    caps = list[int]()

    def weighed(*given: Any) -> Weighed:
        if len(given[2]) == 4 * len(mine.everything()):
            caps.append(given[6])
        return weigh_guesses(*given)

    monkeypatch.setattr(worker, "weigh_guesses", weighed)
    for seed in range(5):
        caps.clear()
        mine = branch_and_bound.Solver(position, crew=Shuffled(workers, seed))
        search = Search(Problem(mine.position), mine)
        search.run()
        assert_same(search, wanted)
        if workers == 1:
            assert caps[0] == max(caps)
        else:
            assert caps[0] < max(caps)


class Shrinking(Shuffled):
    """Workers of whom one is left after so many tasks."""

    def __init__(self, size: int, seed: int, after: int) -> None:
        super().__init__(size, seed)
        self.after = after

    def end_one(self) -> None:
        self.after -= 1
        if self.after < 0:
            self.workers = 1
        super().end_one()


@pytest.mark.exhaustive
def test_one_worker_ends_what_several_have_put_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Search(Problem(Position("3x6")), branch_and_bound.Solver(Position("3x6")))
    wanted.run()
    for name, size in {"LARGE": 4, "HUGE": 8, "MANY": 3, "GIANT": 4096}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    too_long(monkeypatch, 1.0)
    idle = 0
    step = ShuffledQueue.step

    def noted(run: ShuffledQueue, seconds: float = 0.0) -> None:
        nonlocal idle
        step(run, seconds)
        idle = 0 if run.busy else idle + 1
        assert idle < 200, "nothing runs"

    monkeypatch.setattr(ShuffledQueue, "step", noted)
    for after in range(0, 100, 15):
        mine = branch_and_bound.Solver(Position("3x6"), crew=Shrinking(3, 0, after))
        search = Search(Problem(mine.position), mine)
        search.run()
        assert_same(search, wanted)


def test_tasks_are_shorter_while_many_workers_have_nothing_to_do() -> None:
    """The driver has time for them then, and what one worker does alone keeps the others waiting.

    While most of many workers wait, each gives up far sooner.
    """
    mine = branch_and_bound.Solver(Position("3x6"), crew=Shuffled(64, 0))
    times = []
    with TaskQueue(mine.crew) as run:
        for _ in range(70):
            times.append(scheduler.patience(mine, run))
            run.add(Task("nothing", len, ((),)), lambda _: None)
            run.begin()
    assert times[0] == times[31] == 0.15
    assert times[32] == times[60] == 0.6
    assert times == sorted(times)
    assert times[-1] == times[64] == pytest.approx(64 * 0.01)


@pytest.mark.parametrize("workers", [1, 2, 20])
def test_one_worker_weighs_one_guess_of_a_position_after_the_other(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several weigh some of them side by side, which may be in vain."""
    for name, size in {"LARGE": 4, "HUGE": 8, "WIDE": 0, "MANY": 3, "GIANT": 0}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    too_long(monkeypatch, 1.0)
    going, together = Counter[int](), set[int]()
    steps = class_by_class.Classes.steps

    def noted(mine: class_by_class.Classes, run: TaskQueue) -> Any:
        going[id(mine.contest)] += 1
        together.add(going[id(mine.contest)])
        try:
            return (yield from steps(mine, run))
        finally:
            going[id(mine.contest)] -= 1

    monkeypatch.setattr(class_by_class.Classes, "steps", noted)
    mine = branch_and_bound.Solver(Position("3x6"), crew=Shuffled(workers, 1))
    Search(Problem(mine.position), mine).run()
    assert (max(together) == 1) == (workers == 1)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_one_worker_tries_huge_classes_whole(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one that takes too long, or is very large, is gone into."""
    for name, size in {"LARGE": 4, "HUGE": 8, "WIDE": 30, "MANY": 3, "GIANT": 0}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    too_long(monkeypatch, share)
    whole, divided = set[int](), set[int]()

    def settled(*given: Any) -> Settled:
        whole.add(len(given[2]) // 4)
        return settle(*given)

    monkeypatch.setattr(worker, "settle", settled)
    into = class_by_class.Classes._settling

    def noting(mine: class_by_class.Classes, number: int, cap: int) -> Settling:
        divided.add(len(mine.parts[number]))
        return into(mine, number, cap)

    monkeypatch.setattr(class_by_class.Classes, "_settling", noting)
    mine = branch_and_bound.Solver(Position("3x6"), crew=Shuffled(1, 1))
    Search(Problem(mine.position), mine).run()
    assert max(whole) <= 30
    assert any(size > 8 for size in whole)
    assert any(8 < size <= 30 for size in divided) == (share == 1.0)


def test_a_part_of_a_task_ends_after_its_time_or_with_the_task() -> None:
    with stop_flag(StopHere()) as whole:
        with stop_flag(StopAfter(0.0)) as part:
            while not part[0]:
                time.sleep(0.01)
        assert current_flag() is whole
        assert not whole[0]
        with stop_flag(StopAfter(3600.0)) as part:
            time.sleep(0.2)
            assert not part[0]
            whole[0] = 1
            while not part[0]:
                time.sleep(0.01)


def test_the_first_that_fits_is_found_in_any_order() -> None:
    """Values 5, 3, 2, 3, 1 in this order, and less than 4 is wanted: the second is the first that fits."""
    values = [5, 3, 2, 3, 1]
    for order in permutations(range(5)):
        contest = FirstFit(np.arange(10, 15, dtype=np.int32), np.zeros(5, np.int64), 9, 9, 4)
        given = [contest.take() for _ in values]
        assert given == [(at, 4) for at in range(5)]
        for at in order:
            if contest.is_open(at):
                contest.settle(at, values[at])
            else:
                contest.settle(at, 0)  # a bound of one that was given up
        assert contest.champion == 11
        assert contest.take() is None


@pytest.mark.exhaustive
def test_a_cap_that_is_cut_is_what_the_bound_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """At any step of the search: below the cap the value is exact, else the bound is at least the cap."""
    rules, question = "3x6", Question()
    exact = branch_and_bound.Solver(Position(rules))
    members = exact.everything()
    value = exact.search(members, question)[0]
    for name in ("LARGE", "HUGE"):
        monkeypatch.setattr(size_thresholds, name, 8)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    ends = set[bool]()
    for cap in (value - 20, value - 3, value, value + 1):
        for steps in range(1, 40, 6):
            mine = branch_and_bound.Solver(Position(rules), crew=Shuffled(4, steps))
            with mine.running() as run:
                settling = mine.settling((), members, question, value + 100)
                job = Job(settling.steps(run), settling.cut)
                ended = False
                for _ in range(steps):
                    ended = ended or job.step()
                    run.step()
                if not ended:
                    settling.cut(cap)
                while not ended:
                    ended = job.step()
                    run.step()
            assert job.result is not None
            assert job.result <= value
            assert job.result == value or job.result >= cap
            ends.add(job.result == value)
            lower, upper = mine.recall(mine.key(members, question))
            assert lower <= value <= upper
    assert ends == {True, False}


def test_a_cap_that_is_raised_is_what_classes_go_on_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it was cut before: what a class came to then is a bound, not what it costs."""
    monkeypatch.setattr(size_thresholds, "LARGE", 4)
    mine, other = branch_and_bound.Solver(Position("3x6")), branch_and_bound.Solver(Position("3x6"))
    members, question, chance = mine.everything(), Question(), random.Random(0)
    below: dict[int, int] = {}

    def settle(self: class_by_class.Classes, number: int, cap: int, _: Any) -> Any:
        below[number] = cap
        while chance.random() < 0.7:
            yield
        return min(other.search(self.parts[number], self.question)[0], below.pop(number))

    def cut(_: class_by_class.Classes, number: int, cap: int) -> None:
        if number in below:
            below[number] = min(below[number], cap)

    monkeypatch.setattr(class_by_class.Classes, "_settle", settle)
    monkeypatch.setattr(class_by_class.Classes, "_cut_settling", cut)
    run: Any = SimpleNamespace(speculates=True, hungry=True)
    every = mine.guesses((), members, question)
    ends = Counter[bool]()
    for _ in range(300):
        contest = mine.contest(members, question, IMPOSSIBLE, every=every)
        at = chance.randrange(len(contest.guesses))
        one = contest.guesses[at : at + 1]
        value = other.search(members, question, listed=one, most=contest.most, others=contest.others)[0]
        contest.reach = value
        below.clear()
        guess = class_by_class.Classes.of(mine, contest, at, contest.cap(at))
        with suppress(StopIteration):
            steps = guess.steps(run)
            while True:
                next(steps)
                contest.reach = value + 9 if chance.random() < 0.6 else guess.bound + 1
        ends[guess.bound < contest.cap(at)] += 1
        assert guess.bound == value or value > guess.bound >= contest.cap(at)
    assert min(ends[True], ends[False]) > 50, ends


def test_a_tree_begins_with_the_largest_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is below them is known last, and workers grow small positions meanwhile."""
    for name, size in {"LARGE": 8, "HUGE": 16, "WIDE": 0, "MANY": 3}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(branch_and_bound, "TaskQueue", ShuffledQueue)
    mine = branch_and_bound.Solver(Position("4x5"), crew=Shuffled(3, 0))
    search = Search(Problem(Position("4x5")), mine)
    search.least(search.question)
    growing: list[Any] = []
    huge, small = list[int](), list[int]()
    made, choosing, give = best_tree._Growing.__init__, best_tree._choosing, best_tree._Growing._give

    def noted(self: Any, *given: Any) -> None:
        growing.append(self)
        made(self, *given)

    def chosen(solver_: Any, node: Any, width: int, run: TaskQueue) -> Iterator[None]:
        if len(node.members) > size_thresholds.HUGE:  # otherwise it is chosen inside a task
            huge.append(len(node.members))
            assert all(len(other.members) <= huge[-1] for _, other in growing[0].huge)
        return choosing(solver_, node, width, run)

    def given(self: Any, path: Any, question: Any, some: Any) -> None:
        assert not self.huge
        small.append(sum(len(members) for _, members in some))
        give(self, path, question, some)

    monkeypatch.setattr(best_tree._Growing, "__init__", noted)
    monkeypatch.setattr(best_tree, "_choosing", chosen)
    monkeypatch.setattr(best_tree._Growing, "_give", given)
    tree = best_tree.build_best(mine, search.question)
    assert tree.total == 2463
    assert len(huge) > 10
    assert len(small) > 10
    assert max(small) <= size_thresholds.HUGE < min(huge)


class Fake:
    """A run that tells whether workers would have nothing to do."""

    def __init__(self, hungry: bool) -> None:
        self.hungry = hungry


def counted(number: int, steps: int, closed: list[int]) -> Iterator[None]:
    try:
        for _ in range(steps):
            yield
    finally:
        closed.append(number)
    return number  # type: ignore[return-value]  # of a generator


def test_jobs_that_go_on_may_use_idle_workers_before_the_next_one_begins() -> None:
    run, asked = Fake(hungry=True), list[bool]()

    def busy() -> Iterator[None]:
        for _ in range(3):
            run.hungry = False  # its next task is what the worker does now
            yield

    def following(others: bool) -> Job[Any] | None:
        asked.append(others)
        return Job(busy()) if len(asked) == 1 else None  # type: ignore[arg-type]

    for _ in abreast(run, following, lambda _: None, lambda: False):  # type: ignore[arg-type]
        run.hungry = True  # the task has ended
    assert asked == [False, False]


@pytest.mark.parametrize("hungry", [False, True])
def test_the_next_job_begins_when_workers_are_idle(hungry: bool) -> None:
    closed, begun, taken = list[int](), list[int](), list[int]()

    def following(others: bool) -> Job[Any] | None:
        assert others == (len(begun) > len(taken))
        if len(begun) == 4:
            return None
        begun.append(len(begun))
        return Job(counted(begun[-1], 9, closed))  # type: ignore[arg-type]

    steps = abreast(Fake(hungry), following, lambda job: taken.append(job.result), lambda: len(taken) == 3)  # type: ignore[arg-type]
    next(steps)
    assert len(begun) == (4 if hungry else 1)
    for _ in steps:
        pass
    assert taken == [0, 1, 2]
    assert sorted(closed) == list(range(len(begun)))
    assert len(begun) == (4 if hungry else 3)
