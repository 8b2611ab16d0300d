"""Combines trees of one position: wherever several of them come to, the best of them goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.tree_arrays import TreeArrays
from pegwise.errors import StrategyError
from pegwise.trees.tree import StrategyTree, arrays_of, tree_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


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


class _Guess(NamedTuple):
    """A guess at a position: a node that makes it, its candidates, and the positions after it."""

    place: _Place
    candidates: int
    below: list[_Position]


class _Position:
    """A position to which nodes of several trees belong, and what can be made of it."""

    def __init__(self, places: list[_Place]) -> None:
        self.places = places
        self.options: list[_Plan | _Guess] = []
        self.plan: _Plan

    def decide(self) -> None:
        """Choose the plan of the least total, the first of equals; the positions below have chosen theirs."""
        plans: list[_Plan] = []
        for option in self.options:
            if isinstance(option, _Plan):
                plans.append(option)
                continue
            below = tuple(each.plan for each in option.below)
            total = option.candidates + sum(plan.total for plan in below)
            plans.append(_Plan(total, option.place, 1, below))
        self.plan = min(plans, key=lambda plan: plan.total)


class _Combined:
    """The combination of some trees. ``totals`` and ``sizes`` are those of the subtree of each node."""

    def __init__(self, trees: list[TreeArrays]) -> None:
        self.trees = trees
        self.sizes = [each.subtree_sizes for each in trees]
        self.totals = [_totals(tree, sizes) for tree, sizes in zip(trees, self.sizes, strict=True)]

    def tree(self) -> TreeArrays:
        """Return the combined tree."""
        parts: list[tuple[_Plan, int]] = []  # each with the place of its parent
        waiting, place = [(self._best(), -1)], 0
        while waiting:
            plan, above = waiting.pop()
            parts.append((plan, above))
            waiting += [(each, place) for each in reversed(plan.below)]
            place += plan.size
        return _joined(self.trees, parts)

    def _best(self) -> _Plan:
        """Return what to make of the whole; trees may be deeper than functions may call each other."""
        root = _Position([_Place(tree, 0) for tree in range(len(self.trees))])
        positions = [root]
        for position in positions:  # more come at the end meanwhile
            alike: dict[int, list[_Place]] = {}
            for place in position.places:
                alike.setdefault(int(self.trees[place.tree].guesses[place.node]), []).append(place)
            for places in alike.values():
                option = self._option(places)
                position.options.append(option)
                if isinstance(option, _Guess):
                    positions += option.below
        for position in reversed(positions):
            position.decide()
        return root.plan

    def _option(self, places: list[_Place]) -> _Plan | _Guess:
        """Return what to make of one position if the guess is that of these nodes."""
        tree, node = first = places[0]
        count, total = int(self.trees[tree].counts[node]), int(self.totals[tree][node])
        if len(places) == 1 or total == 2 * count - 1:  # there is only one, or nothing is better
            return _Plan(total, first, int(self.sizes[tree][node]))
        children: dict[int, list[_Place]] = {}
        for place in places:
            for answer, child in self._children(place):
                children.setdefault(answer, []).append(child)
        return _Guess(first, count, [_Position(children[answer]) for answer in sorted(children)])

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
    places = np.arange(len(tree), dtype=np.int64)
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
