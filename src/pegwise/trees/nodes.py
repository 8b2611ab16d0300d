"""Nodes of a tree that is stored as flat arrays, made when they are first looked at; arrays of nodes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_guesses, guess_index, to_code, zero_based
from pegwise.engine.tree_arrays import TreeArrays
from pegwise.trees.tree import Node

if TYPE_CHECKING:
    from pegwise.codes import Feedback
    from pegwise.rules import Rules
    from pegwise.trees.tree import StrategyTree

__all__ = ["arrays_of", "node_of"]


def node_of(arrays: TreeArrays, rules: Rules) -> Node:
    """Return the root of the tree; the nodes below are made one level at a time."""
    return _Nodes(arrays, rules).node(0)


class _Nodes:
    def __init__(self, arrays: TreeArrays, rules: Rules) -> None:
        self.arrays, self.rules, self.codes = arrays, rules, all_guesses(rules)
        self.order = {feedback: place for place, feedback in enumerate(rules.feedbacks)}
        # Children of one node stand together once nodes are sorted by their parent.
        self.by_parent = np.argsort(arrays.parents, kind="stable")
        self.starts = np.searchsorted(
            arrays.parents[self.by_parent], np.arange(len(arrays) + 1, dtype=np.int64)
        )

    def __reduce__(self) -> tuple[type[_Nodes], tuple[TreeArrays, Rules]]:
        return _Nodes, (self.arrays, self.rules)  # what follows from these is not pickled

    def node(self, place: int) -> Node:
        guess = self.rules.spelled(to_code(self.codes[:, self.arrays.guesses[place]]))
        return Node(guess, int(self.arrays.counts[place]), partial(self.children, place))

    def children(self, place: int) -> dict[Feedback, Node]:
        children = self.by_parent[self.starts[place] : self.starts[place + 1]].tolist()
        told = [(self.rules.numbered(int(self.arrays.answers[child])), child) for child in children]
        told.sort(key=lambda answer: self.order[answer[0]])
        return {feedback: self.node(child) for feedback, child in told}


def arrays_of(tree: StrategyTree) -> TreeArrays:
    """Return a tree as flat arrays."""
    if tree.arrays is not None:
        return tree.arrays
    rules, nodes = tree.rules, list[tuple[int, int, int, int]]()
    waiting = [(-1, 0, tree.root)]
    while waiting:
        parent, answer, node = waiting.pop()
        below = [(rules.number(told), child) for told, child in node.children.items()]
        below.sort(key=lambda each: -each[0])
        waiting += [(len(nodes), number, child) for number, child in below]
        nodes.append((guess_index(zero_based(node.guess), rules), parent, answer, node.count))
    guesses, parents, answers, counts = np.array(nodes, np.int32).T.copy()
    return TreeArrays(guesses, parents, answers.astype(np.int16), counts)
