"""Renamings of positions and colors, by which sets of codes are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pegwise.engine.space import Columns

__all__ = ["Renaming"]


@dataclass(frozen=True)
class Renaming:
    """Turns a code x into the code ``colors[x[places]]``; all from 0."""

    places: tuple[int, ...]
    colors: tuple[int, ...]

    @classmethod
    def read(cls, row: bytes, pegs: int) -> Renaming:
        """The renaming whose positions and colors are the bytes of a row.

        >>> Renaming.read(bytes([1, 0, 0, 2, 1]), 2)
        Renaming(places=(1, 0), colors=(0, 2, 1))
        """
        return cls(tuple(row[:pegs]), tuple(row[pegs:]))

    def of(self, codes: Columns) -> Columns:
        """The renamed codes: shape (pegs, N)."""
        renamed: Columns = np.array(self.colors, codes.dtype)[codes[list(self.places)]]
        return renamed

    def inverse(self) -> Renaming:
        """The renaming that undoes this one."""
        return Renaming(_inverse(self.places), _inverse(self.colors))

    def then(self, other: Renaming) -> Renaming:
        """This one, and ``other`` after it."""
        return Renaming(
            tuple(self.places[place] for place in other.places),
            tuple(other.colors[color] for color in self.colors),
        )


def _inverse(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Where each number stands."""
    places = [0] * len(numbers)
    for place, number in enumerate(numbers):
        places[number] = place
    return tuple(places)
