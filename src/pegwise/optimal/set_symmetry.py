"""Renamings of positions and symbols: the symmetries of sets of codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pegwise.engine.code_space import Columns

__all__ = ["Renaming"]


@dataclass(frozen=True)
class Renaming:
    """Turns a code x, of symbols, into the code ``symbols[x[places]]``; all from 0."""

    places: tuple[int, ...]
    symbols: tuple[int, ...]

    @classmethod
    def read(cls, row: bytes, pegs: int) -> Renaming:
        """The renaming whose positions and symbols are the bytes of a row.

        >>> Renaming.read(bytes([1, 0, 0, 2, 1]), 2)
        Renaming(places=(1, 0), symbols=(0, 2, 1))
        """
        return cls(tuple(row[:pegs]), tuple(row[pegs:]))

    def of(self, codes: Columns) -> Columns:
        """The renamed codes, of symbols: shape (pegs, N)."""
        renamed: Columns = np.array(self.symbols, codes.dtype)[codes[list(self.places)]]
        return renamed

    def colors_of_pegs(self, colors: int) -> list[list[int]]:
        """What each peg of a renamed code has for each color at the place that it comes from.

        Where pegs have colors of their own, a symbol that no code holds may have been given any name. It gets
        one of those that the peg has left.

        >>> Renaming((1, 0), (2, 4, 3, 0, 1, 5)).colors_of_pegs(3)
        [[0, 1, 2], [2, 1, 0]]
        """
        found = []
        for peg, place in enumerate(self.places):
            own = range(peg * colors, (peg + 1) * colors)
            named = self.symbols[place * colors : (place + 1) * colors]
            left = iter(sorted(set(own) - set(named)))
            found.append([(name if name in own else next(left)) - own.start for name in named])
        return found

    def inverse(self) -> Renaming:
        """The renaming that undoes this one."""
        return Renaming(_inverse(self.places), _inverse(self.symbols))

    def then(self, other: Renaming) -> Renaming:
        """This one, and ``other`` after it."""
        return Renaming(
            tuple(self.places[place] for place in other.places),
            tuple(other.symbols[symbol] for symbol in self.symbols),
        )


def _inverse(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Where each number stands."""
    places = [0] * len(numbers)
    for place, number in enumerate(numbers):
        places[number] = place
    return tuple(places)
