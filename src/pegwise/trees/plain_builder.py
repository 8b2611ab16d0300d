"""Builds the tree of any strategy, one guess after another, in tasks on whatever executor.

In the thread that asks, the whole tree is one task. Elsewhere a position of many candidates is opened: its
guess is a task, and the positions below it that have few candidates are tasks with all that is below them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.errors import StrategyError
from pegwise.executors import Task, TaskQueue, crew_of
from pegwise.limit import spend
from pegwise.notation import history_name
from pegwise.progress import report
from pegwise.trees.tree import Node

if TYPE_CHECKING:
    from pegwise.executors import Executes
    from pegwise.executors.task import Done
    from pegwise.position import Position
    from pegwise.rules import Code, Feedback
    from pegwise.strategies import Strategy

    Flat = list[tuple[int, Feedback, Code, int]]

__all__ = ["build_plain_tree"]

_PIECES, _FEW = 640, 8
"""Tasks of a tree: 10 for each of 64 workers; and candidates of a position that is never opened."""


def build_plain_tree(strategy: Strategy, start: Position, executor: Executes) -> Node:
    """Return the root of the tree of a strategy."""
    total = len(start)
    if executor is None:
        return _nodes(build(strategy, start))
    with crew_of(executor) as crew, TaskQueue(crew, batches=True) as run:
        return _Driver(strategy, run, total).open(start)


class _Driver:
    """One tree in the making."""

    def __init__(self, strategy: Strategy, run: TaskQueue, total: int) -> None:
        self.strategy, self.run, self.total, self.settled = strategy, run, total, 0
        self.few = max(_FEW, total // _PIECES)

    def open(self, start: Position) -> Node:
        """Have the tree from a position on built; its root is whole when the run has finished."""
        root: dict[Feedback, Node] = {}
        self._begin(start, root, start.rules.win)
        self.run.finish()
        return root[start.rules.win]

    def _begin(self, position: Position, siblings: dict[Feedback, Node], feedback: Feedback) -> None:
        """Have the node of a position put among its siblings."""
        name, count = history_name(position.history) or "the start", len(position)

        def chosen(done: Done) -> None:
            guess: Code = done.result
            node = siblings[feedback] = Node(guess, position.weight)
            classes = position.split(guess)
            check_progress(self.strategy, position, guess, classes)
            for answer, child in classes:
                if answer == position.rules.win:
                    self._settle(1)
                else:
                    node.children[answer] = Node(guess, 0)  # keeps the order of the siblings
                    self._begin(child, node.children, answer)

        def built(done: Done) -> None:
            siblings[feedback] = _nodes(done.result)
            self._settle(count)

        if count > self.few:
            task = Task(f"guess after {name}", choose, (self.strategy, position), cost=count)
            self.run.add(task, chosen)
        else:
            given = (self.strategy, position)
            self.run.add(Task(f"tree after {name}", build, given, cost=count, rank=1), built)

    def _settle(self, secrets: int) -> None:
        self.settled += secrets
        report("secrets", self.settled, self.total)


def choose(strategy: Strategy, position: Position) -> Code:
    """Return the guess at a position."""
    return strategy.choose(position)


def build(strategy: Strategy, start: Position) -> Flat:
    """Build a tree: its nodes, each with the place of its parent and the feedback that leads to it."""
    total, settled = len(start), 0
    flat: Flat = []
    pending: list[tuple[Position, int, Feedback]] = [(start, -1, start.rules.win)]
    while pending:
        spend(0)
        position, parent, feedback = pending.pop()
        guess = strategy.choose(position)
        here = len(flat)
        flat.append((parent, feedback, guess, position.weight))
        classes = position.split(guess)
        check_progress(strategy, position, guess, classes)
        for answer, child in reversed(classes):
            if answer == start.rules.win:
                settled += 1
            else:
                pending.append((child, here, answer))
        report("secrets", settled, total)
    return flat


def _nodes(flat: Flat) -> Node:
    """Return the root of a tree whose nodes are listed, each after its parent."""
    nodes: list[Node] = []
    for parent, feedback, guess, count in flat:
        nodes.append(Node(guess, count))
        if parent >= 0:
            nodes[parent].children[feedback] = nodes[-1]
    return nodes[0]


def check_progress(strategy: Strategy, position: Position, guess: Code, classes: list[Any]) -> None:
    """Raise an error for a guess that tells nothing and would be repeated for ever."""
    repeated = any(row.guess == guess for row in position.history)
    if len(classes) == 1 and classes[0][0] != position.rules.win and repeated:
        raise StrategyError(
            f"{strategy.name} repeats the guess {guess}, which tells nothing, after "
            f"{history_name(position.history)}"
        )
