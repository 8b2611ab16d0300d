"""The guesses that the renamings of a history make of each other."""

from __future__ import annotations

from functools import cached_property
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
    """Of guesses the lowest of each orbit, under the renamings that map every guess of ``path`` to itself.

    ``used`` are renamings that generate the orbits; none where they make no difference, or ``path`` is None.
    """

    def __init__(self, rules: Rules, codes: Columns, path: tuple[int, ...] | None) -> None:
        self.rules, self.codes, self.path = rules, codes, path
        self.used: list[Renaming] = []

    def lowest(self, guesses: list[int]) -> list[int]:
        """The lowest of each orbit of ``guesses``, in their order."""
        if self.path is None:
            return guesses
        group = Stabilizer.root(self.rules.pegs, self.rules.colors)
        for guess in self.path:
            group = group.after(self.codes[:, guess].tolist())
        orbits: Indices = np.arange(self.codes.shape[1])
        used = []
        for renaming in _renamings(group):
            image = self._image(renaming)
            if (orbits[image] != orbits).any():
                used.append(renaming)
                orbits = _joined(orbits, image)
        first: dict[int, int] = {}
        for guess in guesses:
            first.setdefault(int(orbits[guess]), guess)
        if len(first) < len(guesses):
            self.used = used
        return list(first.values())

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
    for one, other in zip(free, free[1:], strict=False):
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
