"""Builds the tree of a strategy, which plays it against every secret at once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pegwise.candidates import is_enumerable
from pegwise.engine.code_space import guess_index, zero_based
from pegwise.engine.enumerated.game_tables import has_tables, tables_of
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.tree_builder import Positions, tree_builder
from pegwise.engine.running import arrays
from pegwise.engine.tree_arrays import arrays_from
from pegwise.errors import LimitError, StrategyError
from pegwise.limit import spend
from pegwise.notation import history_name, number_name, plain_history
from pegwise.position import Position, PositionLike, parse_position
from pegwise.progress import report
from pegwise.strategies import Heuristic, Strategy, make
from pegwise.trees.tree import Node, StrategyTree, tree_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pegwise.executors.crew import Executes
    from pegwise.executors.task_queue import Done, TaskQueue
    from pegwise.rules import Code, Feedback
    from pegwise.trees.parallel_builder import Driver

    Flat = list[tuple[int, Feedback, Code, int]]


@runtime_checkable
class BuildsItself(Protocol):
    """A strategy that makes its whole tree at once."""

    def build(self, start: Position, **how: Any) -> StrategyTree:
        """Return the tree from a position on; ``how`` are ``threads``, ``checkpoint`` and ``executor``."""


_WORTH_TASKS, _WORTH_THREADS = 10**7, 10**8
"""Codes x secrets from which tasks, which a limit can end, and threads are worth what they cost."""


def build_tree(
    position: PositionLike = "4x6",
    *,
    strategy: Strategy | str = "knuth",
    threads: int | None = None,
    checkpoint: str | Path | None = None,
    executor: Executes = None,
    **options: Any,
) -> StrategyTree:
    """Build the whole tree of a strategy.

    Args:
        position: The position to start from; rules are the start of the game.
        strategy: The strategy, or its name.
        threads: The number of threads; None for one for each processor. It changes no tree.
        checkpoint: A file that saves finished parts, so that the same call continues after the program was
            killed. It is removed when the tree is whole. Only trees that compiled kernels make use it.
        executor: Where the work runs: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for threads of this process. It changes no tree.
        options: The options of the strategy, such as ``first``.

    Returns:
        The tree.

    Raises:
        LimitError: If there are too many codes to list.
        ContradictionError: If no code is consistent with the rows of the position.
        StrategyError: If there is no such strategy, or it repeats a guess that tells it nothing.
        FileFormatError: If the checkpoint belongs to different work.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> pegwise.build_tree("3x4", strategy="most-parts").total
        208
    """
    chosen = make(strategy, **options)
    start = parse_position(position)
    start.check_rows_true()
    if not is_enumerable(start.rules):
        codes = number_name(start.rules.size)
        raise LimitError(f"{start.rules} has {codes} codes: too many for a whole tree")
    start.listed()
    start.check_possible()
    if threads is not None and threads < 1:
        raise LimitError(f"work needs at least one thread, not {threads}")
    how: dict[str, Any] = {"threads": threads, "checkpoint": checkpoint, "executor": executor}
    if isinstance(chosen, BuildsItself):
        return chosen.build(start, **how)
    # The score by which kernels build the tree; None if they cannot.
    kind = chosen.compiled if isinstance(chosen, Heuristic) and not chosen.unused_only else None
    only = isinstance(chosen, Heuristic) and chosen.candidates_only
    if kind is not None and not has_tables(start.rules):
        from pegwise.engine.listed.tree_builder import build_from_matrix, has_tree_kernel

        if has_tree_kernel(start.rules):
            first = _opening(chosen, start)
            found = build_from_matrix(start.rules, kind, start.listed().indices, first, candidates_only=only)
            return tree_of(found, start, chosen.name, chosen.options())
        kind = None
    if kind is None or start.rules.size == 1:
        return plain_tree(chosen, start, executor)
    work = start.rules.size * len(start)
    if work < _WORTH_TASKS and executor is None and checkpoint is None and chosen.first is None:
        group = Stabilizer.of(start.rules, [zero_based(row.guess) for row in start.history])
        root = Positions([(0, start.listed().indices.astype("int32"))], group)
        nodes = tree_builder(tables_of(start.rules), kind, only, arrays.flag()).build(root)
        report("secrets", len(start), len(start))
        return tree_of(arrays_from(nodes), start, chosen.name, chosen.options())
    if work < _WORTH_THREADS:
        how["threads"] = 1
    return compiled_tree(chosen, start, kind, **how)


def _opening(strategy: Strategy, start: Position) -> int | None:
    """Return the place of the first guess that a strategy is told to make; None if it chooses."""
    if strategy.first is None or start.history:
        return None
    return guess_index(zero_based(start.rules.code(strategy.first)), start.rules)


def compiled_tree(
    strategy: Strategy,
    start: Position,
    kind: int,
    *,
    threads: int | None,
    checkpoint: str | Path | None,
    executor: Executes,
    driving: Callable[..., Driver] | None = None,
) -> StrategyTree:
    """Return the tree of a strategy that kernels build by a kind of score, in tasks."""
    from pegwise.executors.checkpoint import opened
    from pegwise.trees.parallel_builder import build_compiled_tree

    options, rules = strategy.options(), str(start.rules.plain)
    about = {"rules": rules, "history": plain_history(start.history), "strategy": strategy.name}
    with opened(checkpoint, {**about, **options}) as finished:
        found = build_compiled_tree(
            start,
            kind,
            first=_opening(strategy, start),
            candidates_only=getattr(strategy, "candidates_only", False),
            threads=threads or os.cpu_count() or 1,
            executor=executor,
            finished=finished,
            driving=driving,
        )
    return tree_of(found, start, strategy.name, options)


_PIECES, _FEW = 640, 8
"""Tasks of a tree: 10 for each of 64 workers; and candidates of a position that is never opened."""


def plain_tree(strategy: Strategy, start: Position, executor: Executes) -> StrategyTree:
    """Return the tree of any strategy, built one guess after another.

    In the thread that asks, it is one task. Elsewhere a position of many candidates is opened: its guess is a
    task, and the positions below it that have few candidates are tasks with all that is below them.
    """
    if executor is None:
        return StrategyTree(start, strategy.name, _nodes(build(strategy, start)), strategy.options())
    from pegwise.executors.crew import crew_of
    from pegwise.executors.task_queue import TaskQueue

    above: dict[Feedback, Node] = {}
    with crew_of(executor) as crew, TaskQueue(crew, batches=True) as run:
        _PlainDriver(strategy, run, len(start)).begin(start, above, start.rules.win)
        run.finish()
    return StrategyTree(start, strategy.name, above[start.rules.win], strategy.options())


class _PlainDriver:
    """One tree in the making."""

    def __init__(self, strategy: Strategy, run: TaskQueue, total: int) -> None:
        self.strategy, self.run, self.total, self.settled = strategy, run, total, 0
        self.few = max(_FEW, total // _PIECES)

    def begin(self, position: Position, siblings: dict[Feedback, Node], feedback: Feedback) -> None:
        """Have the node of a position put among its siblings."""
        from pegwise.executors.task_queue import Task

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
                    self.begin(child, node.children, answer)

        def built(done: Done) -> None:
            siblings[feedback] = _nodes(done.result)
            self._settle(count)

        given = self.strategy, position
        if count > self.few:
            self.run.add(Task(f"guess after {name}", choose, given, cost=count), chosen)
        else:
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
