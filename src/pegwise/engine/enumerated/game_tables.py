"""What the kernels of one game look up: all codes, as words, rows and planes."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.code_space import Columns, all_codes, blocks, numbers_of
from pegwise.engine.entropy import entropy_margin, entropy_table
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.bags import IN_A_BAG, bags_of
from pegwise.engine.enumerated.packed_codes import (
    MOST_COLORS,
    aligned_zeros,
    layout_of,
    occurrences,
    plane_rows,
)
from pegwise.engine.kernels.grow.interface import SMALL, in_bags
from pegwise.engine.kernels.shapes import STEP, STEP_CODES
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.packed_codes import Layout, Packed

__all__ = [
    "SMALL",
    "Pools",
    "Tables",
    "has_planes",
    "has_tables",
    "make_pools",
    "share_told_apart",
    "tables_of",
]


_PLANE_BYTES = 9 << 27
"""The most bytes of planes, 1.2 GB, of codes that are words as well."""


@lru_cache(maxsize=64)
def has_planes(rules: Rules, codes: int | None = None) -> bool:
    """Tell whether so many codes, or all, are compared in planes, 512 at a time; others are in words.

    Planes serve games of at most 10 pegs and 255 colors, unless words serve too and take less memory.
    """
    if rules.is_listed or rules.colors > MOST_COLORS:
        return False
    with suppress(ValueError):
        layout = layout_of(rules)
        bits = (rules.size if codes is None else codes) * layout.rows
        return layout.has_planes and (bits <= 8 * _PLANE_BYTES or not layout.has_words)
    return False


def has_tables(rules: Rules) -> bool:
    """Tell whether the codes of these rules have tables; the feedback of lists is a matrix instead."""
    return not rules.is_listed


@lru_cache(maxsize=2)
def tables_of(rules: Rules) -> Tables:
    """The tables of a game, made as they are needed; those of the two games last asked for are kept."""
    return Tables(rules)


class Tables:
    """The rules, and tables of all G codes; about 60 bytes a code in all."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @cached_property
    def layout(self) -> Layout:
        """How codes lie in words."""
        return layout_of(self.rules)

    @property
    def columns(self) -> Columns:
        """All codes, (P, G), colors from 0."""
        return all_codes(self.rules)

    @cached_property
    def codes(self) -> NDArray[np.unsignedinteger[Any]]:
        """All codes, (G, P)."""
        return arrays.of(np.ascontiguousarray(self.columns.T))

    @cached_property
    def earlier(self) -> NDArray[np.uint8]:
        """How often each symbol occurred before in its code, (G, P)."""
        columns = self.columns
        found = arrays.empty((columns.shape[1], len(columns)), np.uint8)
        for some in blocks(columns.shape[1], 1 << 16):  # so that what lies between stays small
            found[some] = occurrences(columns[:, some]).T
        return found

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
    def bag_of(self) -> NDArray[np.intp] | None:
        """The bag of each code, (G,); None where bags are not worth their work."""
        if not self.rules.whites:  # then colors tell nothing of the score
            return None
        bags = bags_of(self.columns, self.rules)
        return bags.of_codes if len(bags) * IN_A_BAG <= self.rules.size else None

    @cached_property
    def pools(self) -> Pools:
        """Guesses for positions of few candidates, by what their colors can tell apart."""
        return make_pools(self.rules)


_TOLD_APART = 10
"""Colors that small positions tell apart, on average over a tree of many colors: others can be exchanged.

Measured on trees of 24 games of 3 to 5 pegs and up to 40 colors: 9 to 11.
"""


_ROOM, _ROOM_FOR_EACH = 1 << 26, 64
"""Bytes that pools may take besides the one that is needed: at all, and for each code of the game."""


class Pools(NamedTuple):
    """Pools of guesses over few colors, which a position renames in order.

    ``planes`` (B, 8) uint64: the guesses, a block of rows for each 512. A block is contiguous, and ends with
    an empty row: rows of a power-of-two distance would all fall into the same few lines of the first cache.
    ``where`` (2C + 2, 6) int64: of each pool the first row, the number of blocks, where its guesses begin in
    ``numbers``, or -1 if they are all codes of its colors in order, where its bags begin in ``bags`` and in
    ``starts``, and how many there are. ``numbers`` (L,) int64: guesses as numbers to the base of the pool's
    colors.

    A bag is the colors that a guess has, in any order: the guesses of a bag lie together, ascending. ``bags``
    uint8: of each pool how often each color is in each bag, (colors, bags). ``starts``: the place in the pool
    where each bag begins, and the end. A pool without bags has its guesses in numeric order.

    Colors that no candidate holds are all alike. So with m colors to tell apart, only the codes over m colors
    are tried: pool m. Where the last u of these, at least as many as there are pegs, can be exchanged without
    a change of candidates, only codes are tried in which they come in order: pool C + 1 + m - u, of which the
    guesses have m - u colors and one more for each peg. A pool that is not there has no blocks; pool m serves
    instead, and if that is not there, pool C.
    """

    planes: NDArray[np.uint64]
    where: NDArray[np.int64]
    numbers: NDArray[np.int64]
    bags: NDArray[np.uint8]
    starts: NDArray[np.int64]

    @property
    def most_bags(self) -> int:
        """The most bags of a pool."""
        return int(self.where[:, 5].max())


def make_pools(rules: Rules) -> Pools:
    """Make the pools of a game: the one that is needed, and others, small ones first, while there is room."""
    where = arrays.zeros((2 * rules.colors + 2, 6), np.int64)
    rows = 0
    numbers, bags, starts = [_NONE], [np.zeros(0, np.uint8)], [_NONE]
    chosen = _chosen(rules)
    for place, game, count in chosen:
        where[place, :2] = rows, -(-count // STEP_CODES)
        rows += int(where[place, 1]) * layout_of(game).rows
    planes = aligned_zeros(rows + 1, STEP)  # a unit may reach beyond the last row
    for place, game, _ in chosen:
        columns = all_codes(game)
        if place > rules.colors:
            columns = columns[:, _in_order(columns, place - rules.colors - 1)]
        bagged = bags_of(columns, game) if in_bags(rules.pegs, not rules.whites) else None
        if bagged is not None:
            columns = columns[:, bagged.order]
            where[place, 3:] = sum(map(len, bags)), sum(map(len, starts)), len(bagged)
            bags.append(bagged.counts.ravel())
            starts.append(bagged.starts)
        whole = bagged is None and rules.repeats and place <= rules.colors
        where[place, 2] = -1 if whole else sum(map(len, numbers))
        if not whole:
            numbers.append(numbers_of(columns, game))
        _fill(planes[where[place, 0] :], game, columns)
    parts = (arrays.of(np.concatenate(each)) for each in (numbers, bags, starts))
    return Pools(planes, where, *parts)


_NONE = np.zeros(0, np.int64)
_NUMBER_BYTES = 8


def _chosen(rules: Rules) -> list[tuple[int, Rules, int]]:
    """Return the pools to make: the place of each, the game of its colors, and the number of its guesses.

    A position cannot do without the one of all colors.
    """
    others = list[tuple[int, Rules, int]]()
    for colors in range(1 if rules.repeats else rules.pegs, rules.colors + 1):
        game = Rules(rules.pegs, colors, rules.repeats, rules.whites)
        if colors < rules.colors:
            others.append((colors, game, game.size))
        if colors >= rules.pegs:
            singles = colors - rules.pegs
            others.append((rules.colors + 1 + singles, game, _count_in_order(rules, singles)))
    found = [(rules.colors, rules, rules.size)]
    room = _ROOM + _ROOM_FOR_EACH * rules.size
    for each in sorted(others, key=lambda pool: pool[2] * layout_of(pool[1]).rows):
        room -= each[2] * (layout_of(each[1]).rows // 8 + _NUMBER_BYTES)
        if room < 0:
            break
        found.append(each)
    return sorted(found, key=lambda pool: (pool[1].colors, pool[0]))


def _count_in_order(rules: Rules, singles: int) -> int:
    """Return how many codes of so many colors, and others in order of their first appearance, there are."""
    ends = {0: 1}  # how many beginnings of codes have so many of the others
    for peg in range(rules.pegs):
        longer: dict[int, int] = {}
        for held, times in ends.items():
            again = singles + held if rules.repeats else singles - (peg - held)
            longer[held] = longer.get(held, 0) + times * again
            longer[held + 1] = longer.get(held + 1, 0) + times
        ends = longer
    return sum(ends.values())


def _in_order(columns: Columns, singles: int) -> NDArray[np.bool_]:
    """Tell of codes (P, N) whether their colors from ``singles`` on come in order, (N,): none is left out."""
    in_order = np.ones(columns.shape[1], np.bool_)
    highest = np.full(columns.shape[1], singles - 1, np.int16)
    for symbols in columns:
        in_order &= symbols <= highest + 1
        np.maximum(highest, symbols, out=highest)
    return in_order


def _fill(planes: NDArray[np.uint64], game: Rules, columns: Columns) -> None:
    layout = layout_of(game)
    height = layout.rows
    for block, some in enumerate(blocks(columns.shape[1], STEP_CODES)):
        rows = plane_rows(layout, columns[:, some])
        kernel("fill_planes")(0, rows, planes[block * height : (block + 1) * height])


def share_told_apart(rules: Rules) -> float:
    """Estimate what share of all guesses small positions try, on average over a whole tree."""
    return float(min(1.0, _TOLD_APART / rules.colors) ** rules.pegs)
