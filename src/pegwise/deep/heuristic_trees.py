"""The trees of the heuristics: built where guesses are tried, kept below the guess that is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated.tree_builder import Ints, Order, Positions, TreeBuilder, tree_builder
from pegwise.engine.recent_cache import Recent
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST, WORST_PARTS
from pegwise.trees.builder_tasks import prepared_tables

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from pegwise.engine.enumerated.game_tables import Tables
    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.engine.tree_arrays import Nodes
    from pegwise.rules import Rules

KINDS = (ENTROPY, PARTS, SQUARES, WORST_PARTS, WORST)
"""All one-step heuristics; those whose trees are the best in most games come first."""

_TREE = 400
"""Bytes of a tree with no nodes, and of its place in a dictionary."""
_kept: Recent[Nodes] = Recent(1 << 27, size=lambda tree: tree.nbytes * 5 // 4 + _TREE)
"""Trees by game, heuristic and candidates; nobody changes them."""


@dataclass(frozen=True)
class HeuristicTrees:
    """The trees of the heuristics in one game, in one thread. ``stop`` (1,) is set to end the work.

    A tree depends on nothing but the heuristic and the candidates. So what was built below a guess while it
    was tried need not be built again when it is made.
    """

    rules: Rules
    stop: Ints

    @cached_property
    def tables(self) -> Tables:
        """What the kernels look up."""
        return prepared_tables(self.rules)

    @cached_property
    def building(self) -> dict[int, TreeBuilder]:
        """What builds the tree of each heuristic."""
        return {kind: tree_builder(self.tables, kind, False, self.stop) for kind in KINDS}

    def chosen(self, kind: int, order: Order, group: Stabilizer) -> int:
        """The guess of a heuristic."""
        tree = self._known(kind, order)
        return self.building[kind].chosen(order, group) if tree is None else int(tree[0, 0])

    def below(self, kind: int, order: Order, guess: int, positions: Positions) -> list[Nodes]:
        """The trees of the positions below a guess; they are not to be changed."""
        tree = self._known(kind, order)
        return subtrees(tree) if tree is not None and tree[0, 0] == guess else self.of(kind, positions)

    def of(self, kind: int, positions: Positions) -> list[Nodes]:
        """The trees of sister positions; they are not to be changed."""
        found = [self._known(kind, order) for _, order in positions.classes]
        new = [each for each, tree in zip(positions.classes, found, strict=True) if tree is None]
        built = iter(self._build(kind, Positions(new, positions.group)) if new else [])
        return [next(built) if tree is None else tree for tree in found]

    def keep(self, kind: int, orders: Iterable[Order], trees: Iterable[Nodes]) -> None:
        """Keep the trees of some positions, if there is room."""
        for order, tree in zip(orders, trees, strict=True):
            _kept.get(self._key(kind, order), tree.copy)

    def _build(self, kind: int, positions: Positions) -> list[Nodes]:
        return apart(self.building[kind].build(positions))

    def _known(self, kind: int, order: Order) -> Nodes | None:
        return _kept.peek(self._key(kind, order))

    def _key(self, kind: int, order: Order) -> Hashable:
        return self.rules, kind, order.tobytes()


def apart(nodes: Nodes) -> list[Nodes]:
    """Trees that lie one after another, each for itself; they share their memory."""
    return _cut(nodes, np.flatnonzero(nodes[1] < 0))


def subtrees(tree: Nodes) -> list[Nodes]:
    """The trees below the guess of a tree."""
    return _cut(tree.copy(), np.flatnonzero(tree[1] == 0))


def _cut(nodes: Nodes, starts: Ints) -> list[Nodes]:
    found = np.split(nodes, starts, axis=1)[1:]
    for start, tree in zip(starts.tolist(), found, strict=True):
        tree[1] -= start
        tree[1, 0] = -1
    return found
