"""Renamings that fix the guesses made so far, and the lowest next guess of each class.

A renaming is a permutation of positions with a permutation of colors.  Element ``k``
of a :class:`Stabilizer` turns a code ``x`` into ``y`` with
``y[j] = maps[k, x[perms[k, j]]]``.  On the colors that occur in the history the map is
forced by the position permutation; all other colors ("free" colors) may be permuted at
will, so they are marked ``FREE`` and relabeled in order of first use.

Everything here is sound with *any subset* of the true group: fewer renamings only mean
that more than one member of a class may be returned, never that the lowest is lost.

"Dead" colors are those no remaining candidate holds.  Against the candidates they are
all alike, and alike even when repeated, so each stands for the lowest of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Codes = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

__all__ = ["FREE", "Stabilizer"]

FREE = 255
"""Map entry of a color that no guess has used yet."""

MAX_LIFTS = math.factorial(8)
"""Most position permutations kept explicitly; larger groups are cut short."""


@dataclass(frozen=True, slots=True, eq=False)
class Stabilizer:
    """The renamings that map every guess of a history to itself.

    ``perms`` is (n, pegs), ``maps`` (n, colors); row 0 is the identity.  ``used`` is
    (colors,).  ``complete`` tells whether the rows are the whole group (up to the free
    colors) or only the part that was cheap to list.  ``dead`` is ascending.
    """

    pegs: int
    colors: int
    history: tuple[tuple[int, ...], ...]
    perms: Codes = field(repr=False)
    maps: Codes = field(repr=False)
    used: Mask = field(repr=False)
    complete: bool
    dead: tuple[int, ...] = ()

    @classmethod
    def root(cls, pegs: int, colors: int) -> Stabilizer:
        """All renamings of a game, before the first guess."""
        return _from_history(pegs, colors, (), ())

    def after(self, guess: Sequence[int]) -> Stabilizer:
        """The renamings that also map ``guess`` to itself."""
        code = tuple(int(symbol) for symbol in guess)
        if len(code) != self.pegs or not all(0 <= c < self.colors for c in code):
            raise ValueError(f"not a code of {self.pegs} pegs, {self.colors} colors")
        if code in self.history:
            return self
        history = (*self.history, code)
        if not self.complete:
            return _from_history(self.pegs, self.colors, history, self.dead)
        maps, taken = self.maps.copy(), _taken(self.used, len(self.maps))
        ok = np.ones(len(maps), np.bool_)
        row = _bury(np.array(code, np.uint8), self.dead)
        for position in range(self.pegs):
            spend(0)
            _force(maps, taken, ok, row[self.perms[:, position]], int(row[position]))
        used = self.used.copy()
        used[row] = True
        return _freeze(replace(self, history=history, perms=self.perms[ok], maps=maps[ok], used=used))

    def ruling_out(self, colors: Iterable[int]) -> Stabilizer:
        """The renamings of the candidates, when none of them holds ``colors``.

        Larger than the group of the guesses: it may also merge and permute the dead
        colors.  Not for games of distinct colors.
        """
        dead = tuple(sorted({*self.dead, *map(int, colors)}))
        return _from_history(self.pegs, self.colors, self.history, dead)

    def colors_only(self) -> Stabilizer:
        """The renamings that leave all positions in place (free colors only)."""
        return replace(self, perms=self.perms[:1], maps=self.maps[:1], complete=False)

    @property
    def free(self) -> Codes:
        """The colors no guess has used, without the dead, ascending."""
        return np.flatnonzero(~self.used).astype(np.uint8)

    @property
    def order(self) -> int:
        """How many renamings this stands for (those of dead colors not counted)."""
        return len(self.perms) * math.factorial(int((~self.used).sum()))

    @property
    def is_trivial(self) -> bool:
        """True if every code is its own class."""
        return self.order == 1 and len(self.dead) < 2


@lru_cache(maxsize=64)
def _from_history(
    pegs: int,
    colors: int,
    history: tuple[tuple[int, ...], ...],
    dead: tuple[int, ...],
) -> Stabilizer:
    """List the position permutations that some color map completes, column by column."""
    guesses = _bury(np.array(history, np.uint8).reshape(len(history), pegs), dead)
    perms = np.empty((1, 0), np.uint8)
    maps = np.full((1, colors), FREE, np.uint8)
    maps[:, list(dead)] = min(dead, default=FREE)
    taken = maps != FREE
    used = taken[0].copy()
    used[guesses] = True
    complete = True
    for position in range(pegs):
        spend(0)
        rows, sources = np.nonzero(~(perms[:, :, None] == np.arange(pegs)).any(axis=1))
        maps, taken, ok = maps[rows], taken[rows], np.ones(len(rows), np.bool_)
        for guess in guesses:
            spend(0)
            _force(maps, taken, ok, guess[sources], int(guess[position]))
        # The identity comes first, so a cut list always holds it.
        keep = np.flatnonzero(ok)[:MAX_LIFTS]
        complete &= int(ok.sum()) <= MAX_LIFTS
        perms = np.column_stack([perms[rows[keep]], sources[keep].astype(np.uint8)])
        maps, taken = maps[keep], taken[keep]
    group = Stabilizer(pegs, colors, history, perms, maps, used, complete, dead)
    return _freeze(group if complete else _with_swaps(group, guesses))


def _bury(codes: Codes, dead: tuple[int, ...]) -> Codes:
    """The codes with the lowest dead color in place of every dead one."""
    return np.where(np.isin(codes, dead), np.uint8(min(dead)), codes) if dead else codes


def _with_swaps(group: Stabilizer, guesses: Codes) -> Stabilizer:
    """Add to a cut list the swaps of two positions that all guesses treat alike."""
    pairs = [
        (i, j)
        for i in range(group.pegs)
        for j in range(i + 1, group.pegs)
        if np.array_equal(guesses[:, i], guesses[:, j])
    ]
    swaps = np.tile(np.arange(group.pegs, dtype=np.uint8), (len(pairs), 1))
    for row, (i, j) in zip(swaps, pairs, strict=True):
        row[[i, j]] = j, i
    maps = np.repeat(group.maps[:1], len(pairs), axis=0)
    return replace(
        group,
        perms=np.concatenate([group.perms, swaps]),
        maps=np.concatenate([group.maps, maps]),
    )


def _taken(used: Mask, count: int) -> Mask:
    """Colors that are images already: used ones map onto used ones, (count, colors)."""
    return np.repeat(used[None, :], count, axis=0)


def _force(maps: Codes, taken: Mask, ok: Mask, source: Codes, target: int) -> None:
    """Demand that row ``k`` maps ``source[k]`` to ``target``; clear ``ok`` if it cannot.

    ``maps`` and ``taken`` (both (n, colors)) are updated in place.
    """
    rows = np.arange(len(maps))
    present = maps[rows, source]
    ok &= np.where(present == FREE, ~taken[:, target], present == target)
    maps[rows, source] = target
    taken[:, target] = True


def _freeze(group: Stabilizer) -> Stabilizer:
    for array in (group.perms, group.maps, group.used):
        array.setflags(write=False)
    return group
