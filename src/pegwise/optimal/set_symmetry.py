"""Renamings of positions and symbols: the symmetries of sets of codes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pegwise.engine.enumerated.renamings import Stabilizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules


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
        places, symbols = self.places, self.symbols
        return Renaming(
            tuple(sorted(range(len(places)), key=places.__getitem__)),
            tuple(sorted(range(len(symbols)), key=symbols.__getitem__)),
        )

    def then(self, other: Renaming) -> Renaming:
        """This one, and ``other`` after it."""
        return Renaming(
            tuple(self.places[place] for place in other.places),
            tuple(other.symbols[symbol] for symbol in self.symbols),
        )


def renamings_of(rules: Rules, codes: Columns, path: tuple[int, ...]) -> list[bytes]:
    """Renamings that generate all those that map every guess of ``path`` to itself.

    Each is a row of P positions and S symbols: it turns a code x into ``symbols[x[positions]]``. They keep
    the candidates of every position after these guesses, whatever was told.
    """
    guesses = (codes[:, guess].tolist() for guess in path)
    return list(_renamings(Stabilizer.of(rules, guesses)))


def _renamings(group: Stabilizer) -> Iterator[bytes]:
    """One renaming for each permutation of positions, and exchanges of free symbols."""
    same, unchanged = list(range(group.pegs)), list(range(len(group.used)))
    for one, other in (pair for some in group.free for pair in pairwise(some)):
        symbols = list(unchanged)
        symbols[one], symbols[other] = other, one
        yield bytes(same + symbols)
    for places, table in zip(group.perms.tolist(), group.maps.tolist(), strict=True):
        symbols = list(table)
        for place, some in zip(places if group.own else [0], group.free, strict=True):
            for symbol, image in zip(group.free[place], some, strict=True):
                symbols[symbol] = image
        if places != same or symbols != unchanged:
            yield bytes(places + symbols)
