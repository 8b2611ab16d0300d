"""What the kernels of one game look up: all codes, as words, rows and planes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine import comparing
from pegwise.engine.entropy import entropy_margin, entropy_table
from pegwise.engine.kernels.grow.interface import SMALL
from pegwise.engine.kernels.shapes import STEP, STEP_CODES
from pegwise.engine.native.load import kernel
from pegwise.engine.packed import aligned_zeros, choose_layout, occurrences
from pegwise.engine.space import all_codes, numbers_of
from pegwise.errors import PegwiseError
from pegwise.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.packed import Layout, Packed
    from pegwise.engine.space import Columns

__all__ = ["SMALL", "Tables", "is_served", "tables_of"]


def _layout(rules: Rules) -> Layout:
    return choose_layout(rules.pegs, rules.colors, distinct=not rules.repeats, black_only=not rules.whites)


@lru_cache(maxsize=64)
def is_served(rules: Rules) -> bool:
    """Tell whether the plane kernels serve these rules: at most 10 pegs and 512 plane rows, 256 colors."""
    try:
        return _layout(rules).has_planes and rules.colors <= 255
    except (ValueError, PegwiseError):
        return False


@lru_cache(maxsize=2)
def tables_of(rules: Rules) -> Tables:
    """The tables of a game, made as they are needed; those of the two games last asked for are kept."""
    return Tables(rules)


@dataclass(frozen=True)
class Tables:
    """The rules, and tables of all G codes; about 60 bytes a code in all."""

    rules: Rules

    @cached_property
    def layout(self) -> Layout:
        """How codes lie in words."""
        return _layout(self.rules)

    @property
    def columns(self) -> Columns:
        """All codes, (P, G), colors from 0."""
        return all_codes(self.rules)

    @cached_property
    def codes(self) -> NDArray[np.uint8]:
        """All codes, (G, P)."""
        return np.ascontiguousarray(self.columns.T, dtype=np.uint8)

    @cached_property
    def earlier(self) -> NDArray[np.uint8]:
        """How often each symbol occurred before in its code, (G, P)."""
        return _occurrences(self.columns)

    @cached_property
    def packed(self) -> Packed:
        """All codes as words."""
        return comparing.pack(self.layout, self.columns)

    @cached_property
    def rows(self) -> NDArray[np.uint16]:
        """The plane rows of every code, (G, 2P), or (G, P) if only black is told."""
        return comparing.plane_rows(self.layout, self.columns)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """Codes as numbers to the base C, (G,), ascending."""
        return numbers_of(self.columns, self.rules)

    @cached_property
    def repeats(self) -> int:
        """Count rows of a color: none if only black is told."""
        return self.layout.repeats if self.rules.whites else 0

    @cached_property
    def small_entropy(self) -> NDArray[np.int64]:
        """n*log2(n) in fixed point for small positions, and the margin of its sums at the end."""
        return np.append(entropy_table(SMALL), entropy_margin(SMALL))

    @cached_property
    def pools(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Guesses in planes, a block of rows for each 512: (B, 8) uint64, and where they are, (C+1, 2).

        Colors that no candidate holds are all alike, so with m colors to tell apart only the m**P
        codes over m colors are tried, renamed in order. Entry m tells the first row and the number of
        blocks of those. A block is contiguous: rows of a power-of-two distance would all fall into
        the same few lines of the first cache. Distinct codes have a single pool, of all colors.
        """
        rules = self.rules
        numbers = range(1, rules.colors + 1) if rules.repeats else (rules.colors,)
        games = {m: Rules(rules.pegs, m, rules.repeats, rules.whites) for m in numbers}
        where = np.zeros((rules.colors + 1, 2), np.int64)
        height = 0
        for m, game in games.items():
            where[m] = height, -(-game.size // STEP_CODES)
            height += int(where[m, 1]) * m * (rules.pegs + self.repeats)
        planes = aligned_zeros(height + 1, STEP)[:height]
        for m, game in games.items():
            self._fill(planes[where[m, 0] :], game)
        return planes, where

    def _fill(self, planes: NDArray[np.uint64], game: Rules) -> None:
        """Writes the codes of a game of fewer colors into planes from the first row, a block a step."""
        columns = self.columns if game == self.rules else all_codes(game)
        high = game.colors * (game.pegs + self.repeats)
        layout = _layout(game)
        for block, start in enumerate(range(0, game.size, STEP_CODES)):
            rows = comparing.plane_rows(layout, columns[:, start : start + STEP_CODES])
            kernel("fill_planes")(0, rows, planes[block * high : (block + 1) * high])


def _occurrences(columns: Columns) -> NDArray[np.uint8]:
    """(G, P), in blocks so that what lies between stays small."""
    found = np.empty((columns.shape[1], len(columns)), np.uint8)
    step = 1 << 16
    for start in range(0, columns.shape[1], step):
        found[start : start + step] = occurrences(columns[:, start : start + step]).T
    return found
