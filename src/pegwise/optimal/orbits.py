"""Groups the guesses that the renamings of a history make of each other."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.renamings import FREE, Stabilizer
from pegwise.engine.space import numbers_of
from pegwise.optimal.alike import Renaming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.space import Columns, Indices
    from pegwise.rules import Rules

__all__ = ["Orbits"]


class Orbits:
    """The orbits of all guesses under the renamings that map every guess of ``path`` to itself.

    ``lowest`` (size,): for every guess the lowest of its orbit. ``used``: renamings that generate the orbits.
    """

    def __init__(self, rules: Rules, codes: Columns, path: tuple[int, ...]) -> None:
        self.rules, self.codes = rules, codes
        self.used: list[Renaming] = []
        self.lowest: Indices = np.arange(codes.shape[1])
        group = Stabilizer.root(rules.pegs, rules.colors)
        for guess in path:
            group = group.after(codes[:, guess].tolist())
        for renaming in _renamings(group):
            image = self._image(renaming)
            if (self.lowest[image] != self.lowest).any():
                self.used.append(renaming)
                self.lowest = _joined(self.lowest, image)

    @cached_property
    def _numbers(self) -> Indices:
        return numbers_of(self.codes, self.rules)

    def _image(self, renaming: Renaming) -> Indices:
        """The number of each code's image: shape (size,)."""
        images: Indices = np.searchsorted(self._numbers, numbers_of(renaming.of(self.codes), self.rules))
        return images


def _renamings(group: Stabilizer) -> Iterator[Renaming]:
    """Renamings that generate the group: one for each permutation of positions, and swaps of free colors."""
    free = group.free.tolist()
    same = tuple(range(group.pegs))
    for one, other in pairwise(free):
        colors = list(range(group.colors))
        colors[one], colors[other] = other, one
        yield Renaming(same, tuple(colors))
    for places, table in zip(group.perms.tolist(), group.maps.tolist(), strict=True):
        colors = [color if image == FREE else image for color, image in enumerate(table)]
        yield Renaming(tuple(places), tuple(colors))


def _joined(orbits: Indices, image: Indices) -> Indices:
    """The orbits when each code also belongs to its image's: for every code the lowest of its orbit."""
    while True:
        lowest = orbits.copy()
        np.minimum.at(lowest, orbits, orbits[image])
        np.minimum.at(lowest, orbits[image], orbits)
        joined = lowest[lowest[orbits]]
        if np.array_equal(joined, orbits):
            return joined
        orbits = joined
