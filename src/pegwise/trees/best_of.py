"""Combines trees of one position: wherever several of them come to, the best of them goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.tree_arrays import TreeArrays
from pegwise.errors import StrategyError
from pegwise.trees.nodes import arrays_of, node_of
from pegwise.trees.tree import StrategyTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["best_of"]


def best_of(trees: Sequence[StrategyTree]) -> StrategyTree:
    """Combine trees of the same position into one whose total is at most that of each.

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
    return StrategyTree(position, name, node_of(arrays, position.rules), {}, arrays)


class _Place(NamedTuple):
    """A node of one of the trees."""

    tree: int
    node: int


class _Plan(NamedTuple):
    """What the combined tree is made of at a position: nodes of a tree, and plans for what is below them.

    Without plans ``below``, ``size`` nodes are a whole subtree; otherwise they are one node.
    """

    total: int
    place: _Place
    size: int
    below: tuple[_Plan, ...] = ()


class _Combined:
    """The combination of some trees. ``totals`` and ``sizes`` are those of the subtree of each node."""

    def __init__(self, trees: list[TreeArrays]) -> None:
        self.trees = trees
        self.sizes = [each.subtree_sizes for each in trees]
        self.totals = [_totals(tree, sizes) for tree, sizes in zip(trees, self.sizes, strict=True)]

    def tree(self) -> TreeArrays:
        """Return the combined tree."""
        plan = self._best([_Place(tree, 0) for tree in range(len(self.trees))])
        parts: list[tuple[_Plan, int]] = []  # each with the place of its parent
        waiting, place = [(plan, -1)], 0
        while waiting:
            plan, above = waiting.pop()
            parts.append((plan, above))
            waiting += [(each, place) for each in reversed(plan.below)]
            place += plan.size
        return _joined(self.trees, parts)

    def _best(self, places: list[_Place]) -> _Plan:
        """Return what to make of one position, to which nodes of several trees belong."""
        if len(places) == 1:
            return self._whole(places[0])
        alike: dict[int, list[_Place]] = {}
        for place in places:
            alike.setdefault(int(self.trees[place.tree].guesses[place.node]), []).append(place)
        return min(map(self._of_one_guess, alike.values()), key=lambda plan: plan.total)

    def _of_one_guess(self, places: list[_Place]) -> _Plan:
        """Return what to make of one position if the guess is that of these nodes."""
        first = places[0]
        count = int(self.trees[first.tree].counts[first.node])
        if len(places) == 1 or self.totals[first.tree][first.node] == 2 * count - 1:
            return self._whole(first)  # there is only one, or nothing is better
        children: dict[int, list[_Place]] = {}
        for place in places:
            for answer, child in self._children(place):
                children.setdefault(answer, []).append(child)
        below = tuple(self._best(children[answer]) for answer in sorted(children))
        return _Plan(count + sum(plan.total for plan in below), first, 1, below)

    def _whole(self, place: _Place) -> _Plan:
        tree, node = place
        return _Plan(int(self.totals[tree][node]), place, int(self.sizes[tree][node]))

    def _children(self, place: _Place) -> list[tuple[int, _Place]]:
        tree, node = place
        answers, sizes, child = self.trees[tree].answers, self.sizes[tree], node + 1
        found, end = [], node + sizes[node]
        while child < end:
            found.append((int(answers[child]), _Place(tree, int(child))))
            child += sizes[child]
        return found


def _totals(tree: TreeArrays, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the total of the subtree of each node, (n,): every candidate of a node costs its guess."""
    before = np.concatenate(([0], np.cumsum(tree.counts, dtype=np.int64)))
    places = np.arange(len(tree))
    totals: NDArray[np.int64] = before[places + sizes] - before[places]
    return totals


def _joined(trees: list[TreeArrays], parts: list[tuple[_Plan, int]]) -> TreeArrays:
    """Return the tree that consists of some parts in preorder."""
    size = sum(plan.size for plan, _ in parts)
    guesses, parents, counts = (np.empty(size, np.int32) for _ in range(3))
    answers, place = np.empty(size, np.int16), 0
    for plan, above in parts:
        tree, start = trees[plan.place.tree], plan.place.node
        taken, put = slice(start, start + plan.size), slice(place, place + plan.size)
        guesses[put], counts[put], answers[put] = tree.guesses[taken], tree.counts[taken], tree.answers[taken]
        parents[put] = tree.parents[taken] + (place - start)
        parents[place] = above
        place += plan.size
    return TreeArrays(guesses, parents, answers, counts)
