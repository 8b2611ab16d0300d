"""Builds the whole tree of the strategy ``deep`` in tasks, on whatever executor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.deep.rollout import Chooser, Effort
from pegwise.engine.enumerated.tree_builder import Positions
from pegwise.engine.kernels.grow.interface import TALLY
from pegwise.executors import Task
from pegwise.executors.stop_flag import current_flag
from pegwise.trees.parallel_builder import Driver

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.engine.enumerated.tree_builder import Nodes, Order
    from pegwise.executors.task import Done
    from pegwise.trees.builder_tasks import Origin, Sisters
    from pegwise.trees.parallel_builder import Part

    Ints = NDArray[np.int64]

__all__ = ["HARDER", "DeepDriver", "build", "choose"]

HARDER = 20
"""How many times the work of a heuristic's tree is done for that of this strategy, roughly."""


class DeepDriver(Driver):
    """One tree in the making, with so much effort at each position."""

    def __init__(self, effort: Effort, origin: Origin, *given: Any, **named: Any) -> None:
        super().__init__(origin, *given, **named)
        self.effort, self.chooser = effort, Chooser(origin.rules, effort, self.building.stop)

    def _cost(self, count: int, group: Stabilizer) -> float:
        return HARDER * (3 + self.effort.width) // 4 * super()._cost(count, group)

    def _choose(self, part: Part, order: Order, group: Stabilizer) -> None:
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
    return Chooser(sisters.origin.rules, effort, current_flag())
