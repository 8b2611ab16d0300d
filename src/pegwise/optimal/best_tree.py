"""Makes the strategy tree of what a solver knows: at every position the first guess that is good enough.

The driver chooses the guesses of the largest positions; what is below them is grown in tasks of the search's
run, and joined in the order of the tree.
"""

from __future__ import annotations

import math
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.code_space import batched, places_of
from pegwise.engine.enumerated.optimum_search import AFRESH, IMPOSSIBLE, Places, Question
from pegwise.engine.tree_arrays import Stretch, TreeArrays, arrays_from, joined, single_node
from pegwise.executors.task_queue import Done, Task, TaskQueue
from pegwise.optimal import size_thresholds
from pegwise.optimal.guess_contest import FirstFit
from pegwise.optimal.guesses_to_search import after_one, in_order, most_even
from pegwise.optimal.interleaved_jobs import Job, Steps, abreast
from pegwise.optimal.large_positions import to_the_end, weighing
from pegwise.optimal.scheduler import patience
from pegwise.optimal.search_tasks import BUILD_BELOW
from pegwise.progress import report

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.known_positions import Path

    Rows = NDArray[np.int64]


class NoTree(Exception):  # noqa: N818 - an event more than an error
    """Among so few guesses there is none that keeps to the guesses allowed."""


class _Open(NamedTuple):
    """A node whose guess is not chosen yet."""

    path: Path
    members: Places
    question: Question
    parent: int
    number: int


def build_best(solver: Solver, question: Question, first: int | None = None, width: int = 0) -> TreeArrays:
    """The tree of least excess, or with a ``width`` the best of a search of that width.

    ``first``: the guess to make first, by its place in the pool; None for the best. Raises
    :class:`~pegwise.limit.LimitReached` and, with a width, :class:`NoTree`.
    """
    matrix = solver.matrix
    root = _part(int(matrix.numbers[-1]))
    with solver.running() as run:
        start = _Open((), solver.everything(), question, -1, -1)
        to_the_end(solver, lambda run: _Growing(solver, run, width).grow(root, start, first))
        run.finish()
    nodes = joined([root])
    nodes[0] = places_of(matrix.pool[:, nodes[0]], solver.rules)
    return arrays_from(nodes)


class _Growing:
    """One tree being grown.

    The guesses of huge positions are chosen first, those of the largest before others: what is below such a
    guess is known only afterwards, and workers grow small positions meanwhile.
    """

    def __init__(self, solver: Solver, run: TaskQueue, width: int) -> None:
        self.solver, self.run, self.width = solver, run, width
        self.found = 0
        self.huge: list[tuple[Stretch, _Open]] = []
        self.small: deque[tuple[Path, Question, list[tuple[Stretch, Places]]]] = deque()

    def grow(self, root: Stretch, start: _Open, first: int | None) -> Steps[None]:
        """Choose the guesses of the root and of all huge positions, and give out what is below them."""
        begun = dict[Job[int], tuple[Stretch, _Open]]()
        if first is None:
            self.huge.append((root, start))
        else:
            self._put(root, start, first)

        def following(others: bool) -> Job[int] | None:
            if not self.huge:
                while self.small and (not others or self.run.hungry):  # all, or as many as there is room for
                    self._give(*self.small.popleft())
                self.run.begin()
                return None
            largest = max(range(len(self.huge)), key=lambda number: len(self.huge[number][1].members))
            part, node = self.huge.pop(largest)
            job = Job(_choosing(self.solver, node, self.width, self.run))
            begun[job] = part, node
            return job

        def take(job: Job[int]) -> None:
            part, node = begun.pop(job)
            if job.result is not None:
                self._put(part, node, job.result)

        return abreast(self.run, following, take, lambda: False)

    def _put(self, part: Stretch, node: _Open, guess: int) -> None:
        """Make a guess at a node; its small classes are to be grown, and the guesses of huge ones chosen."""
        solver = self.solver
        classes = solver.classes(guess, node.members)
        part.nodes = single_node(guess, len(node.members))
        part.below = [_part(int(solver.matrix.numbers[label])) for label, _ in classes]
        self._find(len(node.members) - sum(len(members) for _, members in classes))
        path, after = (*node.path, guess), after_one(node.question)
        small: list[tuple[Stretch, Places]] = []
        for below, (_, members) in zip(part.below, classes, strict=True):
            if len(members) > size_thresholds.HUGE:
                self.huge.append((below, _Open(path, members, after, -1, -1)))
            else:
                small.append((below, members))
        packed = batched(small, size_thresholds.HUGE, lambda each: len(each[1]))
        self.small.extend((path, after, some) for some in packed)

    def _give(self, path: Path, question: Question, some: list[tuple[Stretch, Places]]) -> None:
        solver, count = self.solver, sum(len(members) for _, members in some)
        known = tuple(self._known(members, question) for _, members in some)
        given = solver.origin, path, tuple(members.tobytes() for _, members in some), question, self.width

        def take(done: Done) -> None:
            grown, positions = done.result
            if grown is None:
                raise NoTree
            for (part, _), rows in zip(some, grown, strict=True):
                part.nodes = rows.T.astype(np.int32)
            solver.count(positions)
            self._find(count)

        task = Task(f"the tree of {count} candidates", BUILD_BELOW, (*given, known), cost=count, rank=2)
        self.run.add(task, take)

    def _known(self, members: Places, question: Question) -> int | None:
        """What a worker elsewhere cannot know of a position: its excess, if that was found."""
        solver = self.solver
        if len(members) <= size_thresholds.LARGE or self.width or solver.is_here:
            return None
        lower, upper = solver.recall(solver.key(members, question))
        return lower if lower == upper else None

    def _find(self, secrets: int) -> None:
        self.found += secrets
        report("secrets", self.found, len(self.solver.matrix.codes))


def _part(number: int) -> Stretch:
    """A part of the tree, which is still to be grown, after the feedback of this number."""
    return Stretch([number], np.zeros((4, 0), np.int32))


def rows_below(solver: Solver, path: Path, members: Places, question: Question, width: int) -> Rows:
    """The tree of a position: the guess by its place in the pool, parent, answer and candidates of each node.

    The nodes are in preorder, and the answer of the first is open.
    """
    numbers = solver.matrix.numbers
    rows: list[tuple[int, int, int, int]] = []
    stack = [_Open(path, members, question, -1, -1)]
    while stack:
        node, here = stack.pop(), len(rows)
        if len(node.members) <= 2:
            rows += _rows_of_few(solver, node, here)
            continue
        if len(node.members) <= size_thresholds.LARGE and not width:
            tree = solver.tree(node.members, node.question)  # in one call of the kernel
            tree[:, 1] += here
            tree[:, 2] = numbers[tree[:, 2]]
            tree[0, 1:3] = node.parent, node.number
            rows += map(tuple, tree.tolist())
            continue
        guess = _guess(solver, node, width)
        rows.append((guess, node.parent, node.number, len(node.members)))
        after = after_one(node.question)
        stack += [
            _Open((*node.path, guess), part, after, here, int(numbers[label]))
            for label, part in reversed(solver.classes(guess, node.members))
        ]
    return np.array(rows, np.int64)


def _rows_of_few(solver: Solver, node: _Open, here: int) -> list[tuple[int, int, int, int]]:
    """The rows of one or two candidates, which are guessed one after the other; ``here``: the first row."""
    if node.question.left < len(node.members):
        raise NoTree
    matrix = solver.matrix
    guess, *others = matrix.places[node.members].tolist()
    rows = [(guess, node.parent, node.number, len(node.members))]
    for other, member in zip(others, node.members[1:], strict=True):
        rows.append((other, here, int(matrix.numbers[matrix.across[guess, member]]), 1))
    return rows


def _guess(solver: Solver, node: _Open, width: int) -> int:
    path, members, question = node.path, node.members, node.question
    if len(members) <= 2:
        return _rows_of_few(solver, node, 0)[0][0]
    if width:
        options: dict[str, Any] = {}
        if len(members) > size_thresholds.LARGE:
            options["listed"] = solver.guesses(path, members, question)
        guess = solver.search(members, question, depth=AFRESH, width=width, **options)[1]
        if guess < 0:
            raise NoTree
        return guess
    if len(members) > size_thresholds.LARGE:
        return to_the_end(solver, partial(_choosing, solver, node, width))
    return int(solver.tree(members, question)[0, 0])


def _choosing(solver: Solver, node: _Open, width: int, run: TaskQueue) -> Steps[int]:
    """The guess of a node; that of a large one takes tasks."""
    path, members, question = node.path, node.members, node.question
    if width == 1 and question == Question() and not math.isinf(patience(solver, run)):
        # To weigh the guess, the driver would search what the workers search when they grow its classes.
        return most_even(solver.matrix, solver.guesses(path, members, question), members)
    if width or len(members) <= size_thresholds.LARGE:
        return _guess(solver, node, width)
    value = yield from solver.settling(path, members, question, IMPOSSIBLE).steps(run)
    contest = _first_fit(solver, node, value)
    yield from weighing(solver, contest, run)
    if contest.champion < 0:
        raise AssertionError("no guess comes to the value of its position")
    return contest.champion


def _first_fit(solver: Solver, node: _Open, value: int) -> FirstFit:
    """A large position's guesses, of which the first that comes to this value is wanted."""
    every = solver.guesses(node.path, node.members, node.question)
    own = np.zeros(solver.matrix.pool.shape[1], np.int64)
    own[solver.matrix.places[node.members]] = 1
    contest = solver.contest(node.members, node.question, value + 1, path=node.path, every=every)
    order = in_order(-own[contest.guesses], contest.guesses)
    guesses, bounds = contest.guesses[order], contest.bounds[order]
    fit = FirstFit(guesses, bounds, contest.most, contest.others, value + 1, here=contest.here)
    learned = solver.learned.get((node.members.tobytes(), node.question))
    if learned is not None:
        fit.take_bounds(learned)
        if learned.upper == value:
            for at in np.flatnonzero(guesses == learned.best).tolist():
                fit.settle(at, value)
    return fit
