"""Strategy trees as flat arrays, and what can be read off them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from pegwise.engine.counting import occurrences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

Nodes: TypeAlias = "NDArray[np.int32]"
"""Nodes in preorder, (4, n): the guess, the parent or -1, the feedback number, and the candidates of each."""
P = TypeVar("P")


@dataclass(frozen=True, eq=False, repr=False)
class TreeArrays:
    """A strategy tree of n nodes in preorder; siblings by ascending feedback number.

    ``guesses`` (n,) int32: indices into all codes in numeric order. ``parents`` (n,) int32: -1 at the
    root. ``answers`` (n,) int16: the feedback number that leads here. ``counts`` (n,) int32: candidates.
    """

    guesses: NDArray[np.int32]
    parents: NDArray[np.int32]
    answers: NDArray[np.int16]
    counts: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.guesses)

    @property
    def total(self) -> int:
        """Guesses summed over all secrets: every candidate of a node costs the guess made there."""
        return int(self.counts.sum(dtype=np.int64))

    @property
    def depths(self) -> NDArray[np.int64]:
        """How many guesses come before each node, (n,): one array step a level."""
        depths = np.zeros(len(self), np.int64)
        above = self.parents.astype(np.int64)
        # Pointer jumping: log2(depth) steps, each doubling the known distance.
        distance = (above >= 0).astype(np.int64)
        above = np.maximum(above, 0)
        while True:
            further = distance[above]
            depths = distance + further
            if not further.any():
                return depths
            distance, above = depths, above[above]

    @property
    def subtree_sizes(self) -> NDArray[np.int64]:
        """How many nodes the subtree of each node has, itself included, (n,): one array step a level."""
        sizes, depths = np.ones(len(self), np.int64), self.depths
        levels = np.split(
            np.argsort(depths, kind="stable"), np.cumsum(occurrences(depths), dtype=np.int64)[:-1]
        )
        for level in reversed(levels[1:]):
            np.add.at(sizes, self.parents[level], sizes[level])
        return sizes

    @property
    def distribution(self) -> list[int]:
        """How many secrets are found at guess 1, 2, 3, ..."""
        left = occurrences(self.parents[1:], len(self), self.counts[1:])
        won = self.counts - left
        distribution: list[int] = occurrences(self.depths, weights=won).tolist()
        return distribution


def arrays_from(nodes: NDArray[Any]) -> TreeArrays:
    """Return the tree of nodes in preorder, shape (4, n): guess, parent, feedback number and candidates."""
    guesses, parents, answers, counts = np.ascontiguousarray(nodes, np.int32)
    return TreeArrays(guesses, parents, answers.astype(np.int16), counts)


@dataclass(eq=False, repr=False)
class Stretch:
    """A stretch of a tree in preorder: sisters with their subtrees, or one node with what is ``below``.

    ``numbers``: the feedback numbers that lead to the roots, in order. The parents of ``nodes`` are places
    within the stretch.
    """

    numbers: Sequence[int]
    nodes: Nodes
    below: list[Stretch] = field(default_factory=list)


def single_node(guess: int, candidates: int) -> Nodes:
    """Return a node whose children are still to come."""
    return np.array([[guess], [-1], [0], [candidates]], np.int32)


def grown(start: P, parts: Callable[[P], Iterable[tuple[Sequence[int], Nodes, P | None]]]) -> Nodes:
    """Return the trees of sister positions, one after another.

    ``parts`` makes stretches of sisters, each with its numbers and nodes, and the positions below it if
    there are no subtrees yet.
    """
    tops = list[Stretch]()
    waiting = [(tops, start)]
    while waiting:
        sisters, positions = waiting.pop()
        for numbers, nodes, below in parts(positions):
            sisters.append(Stretch(numbers, nodes))
            if below is not None:
                waiting.append((sisters[-1].below, below))
    return joined(tops)


def joined(tops: Sequence[Stretch]) -> Nodes:
    """Return the nodes of stretches with all that is below them; they become parts of the whole."""
    found, place = list[Nodes](), 0
    stack = [(each, -1) for each in reversed(tops)]
    while stack:
        stretch, parent = stack.pop()
        nodes = stretch.nodes
        roots = np.flatnonzero(nodes[1] < 0)
        nodes[1] += place
        nodes[1, roots], nodes[2, roots] = parent, stretch.numbers
        found.append(nodes)
        stack += [(each, place) for each in reversed(stretch.below)]
        place += nodes.shape[1]
    return np.concatenate(found, axis=1)
