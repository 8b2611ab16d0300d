"""Builds the tree of a compiled strategy in tasks, on whatever executor.

A position that is estimated to take longer than one task is opened: the guesses to try there are weighed by
shares, each a task, and the positions below the best guess are opened or built in turn. Sisters that
together take no longer than a task are built together, with all that is below them. The tasks depend on
the game alone, so a run goes on from a checkpoint with any number of workers.

A task names its positions by the guesses and feedback that lead there; a worker finds the candidates in
tables of its own. Threads of this process are given the candidates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pegwise.engine.code_space import batched
from pegwise.engine.enumerated.game_tables import SMALL, share_told_apart, tables_of
from pegwise.engine.enumerated.tree_builder import Positions, best_of_all, prepare, tree_builder
from pegwise.engine.kernels.grow.interface import TALLY
from pegwise.engine.running import arrays
from pegwise.engine.tree_arrays import Stretch, arrays_from, joined, single_node
from pegwise.executors.crew import Executes, crew_of
from pegwise.executors.task_queue import Done, Task, TaskQueue
from pegwise.progress import report
from pegwise.trees.builder_tasks import Origin, Rows, Sisters, build, weigh

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.engine.enumerated.tree_builder import Best, Order
    from pegwise.engine.tree_arrays import Nodes, TreeArrays
    from pegwise.executors.checkpoint import Tasks
    from pegwise.position import Position

    Ints = NDArray[np.int64]

LEAST, MOST = 5e7, 2e10
"""The cost of a task, as ``_cost`` estimates it: some 20 ms in small games, seconds in large ones."""
_PIECES = 1280
"""Tasks of a tree between these bounds: 20 for each of 64 workers."""
_PLANES = 20
"""Weighing guesses at one position is so much faster for each pair than building what is below it."""
_WEIGHED = 1e10
"""The most pairs of a task that weighs guesses: some six seconds."""


@dataclass(eq=False)
class Part(Stretch):
    """A stretch of the tree in the making: one opened position, or sisters with all that is below them.

    ``rows``: the guesses and feedback numbers that lead to the parent; ``guess``: the guess made there, -1
    above the root. There are no ``nodes`` yet, or they were dropped as a checkpoint has them.
    """

    nodes: Nodes = field(default_factory=lambda: np.empty((4, 0), np.int32))
    rows: Rows = ()
    guess: int = -1

    @property
    def key(self) -> str:
        """The name in a checkpoint: the same in every run."""
        above = [0, *(number for _, number in self.rows)] if self.guess >= 0 else []
        return ".".join(map(str, (*above, f"{self.numbers[0]}-{self.numbers[-1]}")))


def build_compiled_tree(
    start: Position,
    kind: int,
    *,
    first: int | None = None,
    candidates_only: bool = False,
    threads: int = 1,
    executor: Executes = None,
    tally: Ints | None = None,
    finished: Tasks | None = None,
    driving: Callable[..., Driver] | None = None,
) -> TreeArrays:
    """The tree of a strategy from a position on.

    ``kind`` is one of ``score_kinds``; ``first`` the place of a first guess to make. Raises what
    :func:`~pegwise.limit.spend` does, and ends promptly on Ctrl-C. ``tally``, (12,) int64, counts the work:
    see ``TALLY``. ``finished`` keeps tasks that are done, and has those of an earlier run. ``driving`` makes
    another :class:`Driver`.
    """
    origin = Origin(start, kind, candidates_only)
    order, group = origin.root
    counts = np.zeros(len(TALLY), np.int64) if tally is None else tally
    if executor is None:
        prepare(tables_of(start.rules))  # before there are threads, which would each make them
    with crew_of(executor, threads=threads) as crew, TaskQueue(crew, batches=True) as run:
        make = driving or Driver
        driver = make(origin, run, counts, finished, total=len(order), here=executor is None)
        return driver.build(Positions([(0, order)], group), first)


class Driver:
    """One tree in the making. ``here``: the tasks run in this process.

    ``work`` builds sisters; it is given these and ``more``. ``least``: as :meth:`TreeBuilder.below` has it.
    """

    work: ClassVar[Callable[..., Any]] = staticmethod(build)
    more: tuple[Any, ...] = ()
    least: ClassVar[int | None] = None

    def __init__(
        self, origin: Origin, run: TaskQueue, tally: Ints, finished: Tasks | None, *, total: int, here: bool
    ) -> None:
        self.origin, self.run, self.tally, self.finished = origin, run, tally, finished
        self.total, self.here, self.done = total, here, 0
        self.parts: list[Part] = []
        self.rules = origin.position.rules
        self.building = tree_builder(
            tables_of(self.rules), origin.kind, origin.candidates_only, arrays.flag()
        )
        self.budget = 0.0

    def build(self, root: Positions, first: int | None) -> TreeArrays:
        """The tree, from parts that are finished in any order."""
        order, group = root.classes[0][1], root.group
        self.budget = min(MOST, max(LEAST, self._cost(len(order), group) / _PIECES))
        top = Part([0])
        self.parts.append(top)
        if first is not None:
            self._opened(top, order, group, first)
        elif self._is_opened(order, group):
            self._open(top, order, group)
        else:
            self._build(top, root)
        self.run.finish()
        for part in self.parts:
            if not part.nodes.size and (kept := self._known(part)) is not None:
                part.nodes = kept.reshape(4, -1).copy()
        return arrays_from(joined([top]))

    def _cost(self, count: int, group: Stabilizer) -> float:
        """The pairs of codes that a position and all below it are estimated to take: some 10**9 a second.

        Each level of a tree looks at every guess for every candidate; the first only at those that differ.
        """
        levels = math.log(count / SMALL, 12) if count > SMALL else 0.0
        small = (levels + 0.6) * share_told_apart(self.rules)
        return count * self.rules.size * (1 / group.order + small)

    # --- opened positions -------------------------------------------------------------------------

    def _open(self, part: Part, order: Order, group: Stabilizer) -> None:
        """Have the best guess at a large position found, unless an earlier run has found it."""
        known = self._known(part)
        if known is not None and len(known) == 1:
            self._opened(part, order, group, int(known[0]))
        else:
            self._choose(part, order, group)

    def _choose(self, part: Part, order: Order, group: Stabilizer) -> None:
        pairs = len(order) * self.rules.size / group.order
        count = max(1, math.ceil(pairs / min(_PLANES * self.budget, _WEIGHED)))
        found: list[Best | None] = [None] * count
        left = count

        def then(share: int, done: Done) -> None:
            nonlocal left
            found[share], tally = done.result
            self.tally[:] += tally
            left -= 1
            if not left:
                guess = best_of_all(self.origin.kind, len(order), found)
                self._keep(part, np.array([guess], np.int32))
                self._opened(part, order, group, guess)

        given = self._sisters(part, Positions([(part.numbers[0], order)], group))
        for share in range(count):
            name = f"{part.key}, guesses {share + 1} of {count}"
            task = Task(name, weigh, (given, (share, count)), cost=pairs / count)
            self.run.add(task, lambda done, share=share: then(share, done))  # type: ignore[misc]

    def _opened(self, part: Part, order: Order, group: Stabilizer, guess: int) -> None:
        """Go on below the guess at an opened position."""
        part.nodes = single_node(guess, len(order))
        below = self.building.below(order, group, guess, self.least)
        self._settled(len(order) - sum(len(each) for _, each in below.classes))
        rows = part.rows if part.guess < 0 else (*part.rows, (part.guess, part.numbers[0]))
        for batch in batched(below.classes, self.budget, lambda each: self._cost(len(each[1]), below.group)):
            child = Part([number for number, _ in batch], rows=rows, guess=guess)
            part.below.append(child)
            self.parts.append(child)
            if self._is_opened(batch[0][1], below.group):
                self._open(child, batch[0][1], below.group)
            else:
                self._build(child, Positions(batch, below.group))

    def _is_opened(self, order: Order, group: Stabilizer) -> bool:
        return len(order) > self.building.most_small and self._cost(len(order), group) > self.budget

    # --- parts that are built whole ---------------------------------------------------------------

    def _build(self, part: Part, positions: Positions) -> None:
        """Have sisters built with all that is below them, unless an earlier run has built them."""
        secrets = sum(len(order) for _, order in positions.classes)
        known = self._known(part)
        if known is not None and len(known) >= 4:
            self._built(part, known.reshape(4, -1), secrets)
            return

        def then(done: Done) -> None:
            nodes, tally = done.result
            self.tally[:] += tally
            self._keep(part, nodes)
            self._built(part, nodes, secrets)

        cost = sum(self._cost(len(order), positions.group) for _, order in positions.classes)
        given = self._sisters(part, positions), *self.more
        self.run.add(Task(f"{part.key}, {secrets} secrets", self.work, given, cost=cost, rank=1), then)

    def _built(self, part: Part, nodes: Nodes, secrets: int) -> None:
        if self.finished is None:
            part.nodes = nodes
        self._settled(secrets)

    def _sisters(self, part: Part, positions: Positions) -> Sisters:
        given = Sisters(self.origin, part.rows, part.guess, tuple(part.numbers))
        return replace(given, here=positions) if self.here else given

    def _settled(self, secrets: int) -> None:
        self.done += secrets
        report("secrets", self.done, self.total)

    # --- what is kept -----------------------------------------------------------------------------

    def _known(self, part: Part) -> NDArray[np.int32] | None:
        kept = None if self.finished is None else self.finished.get(part.key)
        return None if kept is None else np.frombuffer(kept, np.int32)

    def _keep(self, part: Part, task: NDArray[np.int32]) -> None:
        if self.finished is not None:
            self.finished.put(part.key, task.tobytes())
