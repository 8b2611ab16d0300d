"""Combines trees of one position: wherever several of them come to, the best of them goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pegwise.engine.tree_arrays import Stretch, arrays_from, joined
from pegwise.errors import StrategyError
from pegwise.trees.tree import StrategyTree, arrays_of, tree_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays
Node: TypeAlias = "tuple[int, int]"
"""The number of a tree, and the place of a node in it."""


def best_of(trees: Sequence[StrategyTree]) -> StrategyTree:
    """Return the best that can be made of trees of the same position: its total is at most that of each.

    Trees that make the same guess at a position agree on what comes after it, too: the same positions, one
    for each feedback. So at each position that several trees come to, the combined tree goes on with those
    whose guess leads to the least total, and they are compared again one guess later. Where two guesses
    lead to the same total, the tree that was named first counts.

    Args:
        trees: The trees, at least one.

    Returns:
        The combined tree. Its strategy is named after those of the trees, joined by ``+``.

    Raises:
        StrategyError: If there is no tree, or they start from different positions.

    Example:
        >>> import pegwise
        >>> names = ("entropy", "most-parts", "knuth")
        >>> trees = [pegwise.build_tree("4x6", strategy=name, first="1123") for name in names]
        >>> [tree.total for tree in trees], pegwise.best_of(trees).total
        ([5680, 5668, 5803], 5658)
    """
    if not trees:
        raise StrategyError("there is no tree to choose from")
    position = trees[0].position
    if any(each.position != position for each in trees):
        raise StrategyError("the trees start from different positions")
    arrays = _Combined([arrays_of(each) for each in trees]).tree()
    name = "+".join(dict.fromkeys(each.strategy for each in trees))
    return tree_of(arrays, position, name)


class _Position:
    """A position to which nodes of several trees belong, and what can be made of it.

    ``options``: a node for each guess, with the positions after it; without these, its whole subtree is
    taken. The option of the least total is ``taken``.
    """

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.options: list[tuple[Node, list[_Position]]] = []
        self.total = 0
        self.taken: tuple[Node, list[_Position]] = nodes[0], []


class _Combined:
    """The combination of some trees. ``totals`` and ``sizes`` are those of the subtree of each node."""

    def __init__(self, trees: list[TreeArrays]) -> None:
        self.trees = trees
        self.sizes = [each.subtree_sizes for each in trees]
        self.totals = [_totals(tree, sizes) for tree, sizes in zip(trees, self.sizes, strict=True)]

    def tree(self) -> TreeArrays:
        """Return the combined tree; trees may be deeper than functions may call each other."""
        root = _Position([(tree, 0) for tree in range(len(self.trees))])
        positions = [root]
        for position in positions:  # more come at the end meanwhile
            alike: dict[int, list[Node]] = {}
            for tree, node in position.nodes:
                alike.setdefault(int(self.trees[tree].guesses[node]), []).append((tree, node))
            position.options = [(nodes[0], self._below(nodes)) for nodes in alike.values()]
            positions += [each for _, below in position.options for each in below]
        for position in reversed(positions):
            totals = [self._total(*option) for option in position.options]
            position.total = min(totals)
            position.taken = position.options[totals.index(position.total)]  # the first of equals
        tops = list[Stretch]()
        waiting = [(tops, root)]
        while waiting:
            sisters, position = waiting.pop()
            (tree, node), below = position.taken
            sisters.append(_stretch(self.trees[tree], node, 1 if below else int(self.sizes[tree][node])))
            waiting += [(sisters[-1].below, each) for each in reversed(below)]
        return arrays_from(joined(tops))

    def _below(self, nodes: list[Node]) -> list[_Position]:
        """Return the positions after the guess of these nodes; none if one subtree is as good as any."""
        tree, node = nodes[0]
        if len(nodes) == 1 or self.totals[tree][node] == 2 * self.trees[tree].counts[node] - 1:
            return []
        children: dict[int, list[Node]] = {}
        for tree, node in nodes:
            child, end = node + 1, node + int(self.sizes[tree][node])
            while child < end:
                children.setdefault(int(self.trees[tree].answers[child]), []).append((tree, child))
                child += int(self.sizes[tree][child])
        return [_Position(children[answer]) for answer in sorted(children)]

    def _total(self, first: Node, below: list[_Position]) -> int:
        tree, node = first
        if not below:
            return int(self.totals[tree][node])
        return int(self.trees[tree].counts[node]) + sum(each.total for each in below)


def _totals(tree: TreeArrays, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the total of the subtree of each node, (n,): every candidate of a node costs its guess."""
    before = np.concatenate(([0], np.cumsum(tree.counts, dtype=np.int64)))
    places = np.arange(len(tree), dtype=np.int64)
    totals: NDArray[np.int64] = before[places + sizes] - before[places]
    return totals


def _stretch(tree: TreeArrays, node: int, size: int) -> Stretch:
    """Take so many nodes of a tree, of which the first is above the others."""
    some = slice(node, node + size)
    nodes = tree.guesses[some], tree.parents[some] - node, tree.answers[some], tree.counts[some]
    return Stretch([int(tree.answers[node])], np.array(nodes, np.int32))
