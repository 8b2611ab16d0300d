"""Builds the whole tree of the strategy ``deep`` in tasks, on whatever executor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.deep.rollout import Chooser, Effort
from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.engine.enumerated.tree_builder import Positions, prepare
from pegwise.engine.kernels.grow.interface import TALLY
from pegwise.engine.recent_cache import Recent
from pegwise.engine.score_kinds import ENTROPY
from pegwise.executors import Task, TaskQueue, crew_of
from pegwise.executors.stop_flag import current_flag
from pegwise.trees.builder_tasks import Origin
from pegwise.trees.parallel_builder import Driver, start_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.engine.enumerated.tree_builder import Nodes, Order
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.executors import Executes
    from pegwise.executors.task import Done
    from pegwise.rules import Rules
    from pegwise.trees.builder_tasks import Sisters
    from pegwise.trees.parallel_builder import Finished, Part

    Ints = NDArray[np.int64]

__all__ = ["HARDER", "build", "build_deep", "choose"]

HARDER = 20
"""How many times the work of a heuristic's tree is done for that of this strategy, roughly."""

_prepared: Recent[None] = Recent(2)


def build_deep(
    rules: Rules,
    effort: Effort,
    *,
    history: Sequence[Sequence[int]] = (),
    told: Sequence[int] = (),
    candidates: NDArray[np.integer[Any]] | None = None,
    first: int | None = None,
    threads: int = 1,
    executor: Executes = None,
    finished: Finished | None = None,
) -> TreeArrays:
    """The tree from the position whose guesses (colors from 0), feedback numbers and candidates are given.

    The arguments are those of :func:`~pegwise.trees.parallel_builder.build_compiled_tree`. It raises what
    :func:`~pegwise.limit.spend` does, and ends promptly on Ctrl-C.
    """
    order, group = start_of(rules, history, candidates)
    guesses = tuple(tuple(map(int, guess)) for guess in history)
    origin = Origin(rules, ENTROPY, False, guesses, tuple(told), None)
    if executor is None:
        prepare(tables_of(rules))  # before there are threads, which would each make them
    with crew_of(executor, threads=threads) as crew, TaskQueue(crew, batches=True) as run:
        driver = _Driver(effort, origin, run, finished, total=len(order), here=executor is None)
        return driver.build(Positions([0], [order], group), first)


class _Driver(Driver):
    """One tree in the making."""

    def __init__(
        self,
        effort: Effort,
        origin: Origin,
        run: TaskQueue,
        finished: Finished | None,
        *,
        total: int,
        here: bool,
    ) -> None:
        super().__init__(origin, run, np.zeros(len(TALLY), np.int64), finished, total=total, here=here)
        self.effort, self.chooser = effort, Chooser(origin.rules, effort, self.building.stop)

    def _cost(self, count: int, group: Stabilizer) -> float:
        return HARDER * (3 + self.effort.width) // 4 * super()._cost(count, group)

    def _open(self, part: Part, order: Order, group: Stabilizer) -> None:
        """Have the guess at a position chosen, unless an earlier run has chosen it."""
        known = self._known(part)
        if known is not None and len(known) == 1:
            self._opened(part, order, group, int(known[0]))
            return

        def then(done: Done) -> None:
            self._keep(part, np.array([done.result], np.int32))
            self._opened(part, order, group, done.result)

        given = self._sisters(part, Positions(part.numbers, [order], group)), self.effort
        self.run.add(Task(f"{part.key}, a guess", choose, given, cost=self._cost(len(order), group)), then)

    def _below(self, order: Order, group: Stabilizer, guess: int) -> Positions:
        return self.chooser.below(order, group, guess)

    def _building_of(self, sisters: Sisters) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return build, (sisters, self.effort)


def choose(sisters: Sisters, effort: Effort) -> int:
    """Choose the guess at a position."""
    positions = sisters.positions()
    return _chooser(sisters, effort).tried(positions.orders[0], positions.group)[0].guess


def build(sisters: Sisters, effort: Effort) -> tuple[Nodes, Ints]:
    """Build positions with all that is below them."""
    return _chooser(sisters, effort).build(sisters.positions()), np.zeros(len(TALLY), np.int64)


def _chooser(sisters: Sisters, effort: Effort) -> Chooser:
    rules = sisters.origin.rules
    tables = tables_of(rules)
    if "pools" not in tables.__dict__:
        _prepared.get(rules, lambda: prepare(tables))
    return Chooser(rules, effort, current_flag())
