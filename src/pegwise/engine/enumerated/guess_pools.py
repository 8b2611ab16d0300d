"""The guesses that positions of few candidates can tell apart, for the kernel that grows trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.code_space import all_codes
from pegwise.engine.enumerated.packed_codes import aligned_zeros, layout_of, plane_rows
from pegwise.engine.kernels.shapes import STEP, STEP_CODES
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns

__all__ = ["Pools", "make_pools", "share_told_apart"]

_TOLD_APART = 10
"""Colors that small positions tell apart, on average over a tree of many colors: others can be exchanged.

Measured on trees of 24 games of 3 to 5 pegs and up to 40 colors: 9 to 11.
"""


_ROOM, _ROOM_FOR_EACH = 1 << 26, 64
"""Bytes that pools may take besides those that are needed: at all, and for each code of the game."""


class Pools(NamedTuple):
    """Pools of guesses over few colors, which a position renames in order.

    ``planes`` (B, 8) uint64: the guesses, a block of rows for each 512. A block is contiguous, and ends with
    an empty row: rows of a power-of-two distance would all fall into the same few lines of the first cache.
    ``where`` (2C + 2, 3) int64: of each pool the first row, the number of blocks, and where its guesses begin
    in ``listed``, or -1 if they are all codes of its colors in order. ``listed`` (L, P) uint8.

    Colors that no candidate holds are all alike. So with m colors to tell apart, only the codes over m colors
    are tried: pool m. Where the last u of these, at least as many as there are pegs, can be exchanged without
    a change of candidates, only codes are tried in which they come in order: pool C + 1 + m - u, of which the
    guesses have m - u colors and one more for each peg. A pool that is not there has no blocks; pool m serves
    instead, and if that is not there, pool C.
    """

    planes: NDArray[np.uint64]
    where: NDArray[np.int64]
    listed: NDArray[np.uint8]


def make_pools(rules: Rules) -> Pools:
    """Make the pools of a game: those that are needed, and others, small ones first, while there is room."""
    where = arrays.zeros((2 * rules.colors + 2, 3), np.int64)
    chosen = _chosen(rules)
    rows, listed = 0, 0
    for place, game, count in chosen:
        whole = rules.repeats and place <= rules.colors
        where[place] = rows, -(-count // STEP_CODES), -1 if whole else listed
        rows += int(where[place, 1]) * layout_of(game).rows
        listed += 0 if whole else count
    pools = Pools(aligned_zeros(rows, STEP), where, arrays.empty((max(1, listed), rules.pegs), np.uint8))
    for place, game, count in chosen:
        columns = all_codes(game)
        if place > rules.colors:
            columns = columns[:, _in_order(columns, place - rules.colors - 1)]
        row, _, first = where[place]
        _fill(pools.planes[row:], game, columns)
        if first >= 0:
            pools.listed[first : first + count] = columns.T
    return pools


def _chosen(rules: Rules) -> list[tuple[int, Rules, int]]:
    """Return the pools to make: the place of each, the game of its colors, and the number of its guesses.

    Those that a position cannot do without are the ones of all numbers of colors, or the largest of these if
    no code repeats a color.
    """
    always, others = list[tuple[int, Rules, int]](), list[tuple[int, Rules, int]]()
    for colors in range(1 if rules.repeats else rules.pegs, rules.colors + 1):
        game = Rules(rules.pegs, colors, rules.repeats, rules.whites)
        needed = rules.repeats or colors == rules.colors
        (always if needed else others).append((colors, game, game.size))
        if colors >= rules.pegs:
            singles = colors - rules.pegs
            others.append((rules.colors + 1 + singles, game, _count_in_order(rules, singles)))
    room = _ROOM + _ROOM_FOR_EACH * rules.size
    for each in sorted(others, key=lambda pool: pool[2] * layout_of(pool[1]).rows):
        room -= each[2] * (layout_of(each[1]).rows // 8 + rules.pegs)
        if room < 0:
            break
        always.append(each)
    return sorted(always, key=lambda pool: (pool[1].colors, pool[0]))


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
    """Write guesses with the colors of a game into planes from the first row, a block a step."""
    layout = layout_of(game)
    height = layout.rows
    for block, start in enumerate(range(0, columns.shape[1], STEP_CODES)):
        rows = plane_rows(layout, columns[:, start : start + STEP_CODES])
        kernel("fill_planes")(0, rows, planes[block * height : (block + 1) * height])


def share_told_apart(rules: Rules) -> float:
    """Estimate what share of all guesses small positions try, on average over a whole tree."""
    return float(min(1.0, _TOLD_APART / rules.colors) ** rules.pegs)
