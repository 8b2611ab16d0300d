"""Strategy trees as flat arrays, and what can be read off them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.counting import occurrences

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
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
