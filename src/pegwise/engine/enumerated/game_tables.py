"""What the kernels of one game look up: all codes, as words, rows and planes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes, numbers_of
from pegwise.engine.entropy import entropy_margin, entropy_table
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.guess_pools import make_pools
from pegwise.engine.enumerated.packed_codes import layout_of, occurrences
from pegwise.engine.kernels.grow.interface import SMALL
from pegwise.engine.running import arrays
from pegwise.errors import PegwiseError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.engine.enumerated.guess_pools import Pools
    from pegwise.engine.enumerated.packed_codes import Layout, Packed
    from pegwise.rules import Rules

__all__ = ["SMALL", "Tables", "is_served", "tables_of"]


@lru_cache(maxsize=64)
def is_served(rules: Rules) -> bool:
    """Tell whether the plane kernels serve these rules: at most 10 pegs and 512 plane rows, 255 colors."""
    if rules.is_listed:
        return False
    try:
        return layout_of(rules).has_planes and rules.colors <= 255
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
        return layout_of(self.rules)

    @property
    def columns(self) -> Columns:
        """All codes, (P, G), colors from 0."""
        return all_codes(self.rules)

    @cached_property
    def codes(self) -> NDArray[np.uint8]:
        """All codes, (G, P)."""
        return arrays.of(np.ascontiguousarray(self.columns.T, dtype=np.uint8))

    @cached_property
    def earlier(self) -> NDArray[np.uint8]:
        """How often each symbol occurred before in its code, (G, P)."""
        return _occurrences(self.columns)

    @cached_property
    def packed(self) -> Packed:
        """All codes as words."""
        return packed_codes.pack(self.layout, self.columns)

    @cached_property
    def rows(self) -> NDArray[np.uint16]:
        """The plane rows of every code, (G, ``layout.named``)."""
        return packed_codes.plane_rows(self.layout, self.columns)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """Codes as numbers to the base C, (G,), ascending."""
        return numbers_of(self.columns, self.rules)

    @cached_property
    def small_entropy(self) -> NDArray[np.int64]:
        """n*log2(n) in fixed point for small positions, and the margin of its sums at the end."""
        return arrays.of(np.append(entropy_table(SMALL), entropy_margin(SMALL)))

    @cached_property
    def pools(self) -> Pools:
        """Guesses for positions of few candidates, by what their colors can tell apart."""
        return make_pools(self.rules)


def _occurrences(columns: Columns) -> NDArray[np.uint8]:
    """(G, P), in blocks so that what lies between stays small."""
    found = arrays.empty((columns.shape[1], len(columns)), np.uint8)
    step = 1 << 16
    for start in range(0, columns.shape[1], step):
        found[start : start + step] = occurrences(columns[:, start : start + step]).T
    return found
