"""Lower bounds of the least worst case from the sizes of classes, two guesses ahead or more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine import score_kinds
from pegwise.engine.code_space import index_of, zero_based
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.tree_builder import TreeBuilder, tree_builder
from tablebase.bounds import by_sizes, first_guesses
from tablebase.unasked import miss

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.tree_builder import Order
    from pegwise.rules import Rules

    Ints = NDArray[np.int64]

__all__ = ["FEW_PAIRS", "MANY_PAIRS", "after_a_miss", "worst_ahead"]

FEW_PAIRS, MANY_PAIRS = 4 * 10**9, 10**12
"""Pairs of a guess and a candidate that are compared for one bound: to look three guesses ahead, and two."""
_CELLS = 1 << 22
"""Class sizes that are held at a time."""
_TRIED = 3
"""The largest classes of a guess that are looked into."""


class _Guesses(NamedTuple):
    """Guesses at a position: their places, the largest class of each, and the most classes of any.

    A win is no class; ``most_with_win`` counts it as one.
    """

    places: Ints
    largest: Ints
    most: int
    most_with_win: int


def worst_ahead(rules: Rules, pairs: int = FEW_PAIRS, ahead: int = 2) -> int:
    """Return a lower bound of the least worst case: no strategy finds all codes within fewer guesses.

    After every first guess that differs from the others, its largest classes are looked into: every second
    guess leaves a class, whose size says how many guesses it takes at least, because no guess makes more
    classes of it than some guess makes of the class of the first guess. ``ahead`` guesses are made at a class
    of the first guess before the sizes decide, as long as there are ``pairs`` left.
    """
    looking = _Looking.of(rules, pairs)
    every, group = np.arange(rules.size, dtype=np.int32), Stabilizer.of(rules)
    firsts = [index_of(zero_based(rules.code(name)), rules) for name in first_guesses(rules)]
    bound = by_sizes(rules).worst
    for made in range(1, ahead + 1):  # what takes fewer pairs is first
        while all(looking.is_too_much(every, group, guess, bound, made) for guess in firsts):
            bound += 1
    return bound


def after_a_miss(rules: Rules, pairs: int = FEW_PAIRS, ahead: int = 2) -> int:
    """Return how many guesses it takes at least after a miss, which is not counted; 0 if every guess hits."""
    looking = _Looking.of(rules, pairs)
    code = zero_based(rules.code(miss(rules)))
    every = np.arange(rules.size, dtype=np.int32)
    classes = dict(looking.growing.classes(every, index_of(code, rules)))
    if 0 not in classes:
        return 0
    group, bound = Stabilizer.of(rules).after(code), 1
    for made in range(1, ahead + 1):
        while looking.is_unsolvable(classes[0], group, bound, made):
            bound += 1
    return bound


class _PairsSpentError(Exception):
    """There are no pairs left."""


@dataclass
class _Looking:
    """A look ahead in one game, with so many pairs left."""

    growing: TreeBuilder
    pairs: int

    @classmethod
    def of(cls, rules: Rules, pairs: int) -> _Looking:
        growing = tree_builder(tables_of(rules), score_kinds.SQUARES, False, np.zeros(1, np.int64))
        return cls(growing, pairs)

    def is_unsolvable(self, order: Order, group: Stabilizer, left: int, ahead: int) -> bool:
        """Tell whether it is proved that no strategy finds all candidates within the guesses that are left.

        ``ahead``: how many guesses are made before the sizes of classes decide; 1 or more.
        """
        if len(order) <= 2 or left < 2:
            return len(order) > left
        try:
            guesses = self._guesses(order, group)
        except _PairsSpentError:
            return False
        room = _room(left - 1, guesses)
        places = guesses.places[guesses.largest <= room]
        if not len(places) or ahead <= 1:
            return not len(places)
        places = places[np.argsort(guesses.largest[guesses.largest <= room], kind="stable")]
        return all(self.is_too_much(order, group, guess, left, ahead - 1) for guess in places.tolist())

    def is_too_much(self, order: Order, group: Stabilizer, guess: int, left: int, ahead: int) -> bool:
        """Tell whether it is proved that this guess leaves too few guesses, itself being one of ``left``."""
        classes = sorted((part for _, part in self.growing.classes(order, guess)), key=len, reverse=True)
        after = group.after(self.growing.tables.codes[guess].tolist())
        return any(self.is_unsolvable(part, after, left - 1, ahead) for part in classes[:_TRIED])

    def _guesses(self, order: Order, group: Stabilizer) -> _Guesses:
        tables, pool = self.growing.tables, self.growing.guesses(order, group)
        rows = tables.rows if pool is None else tables.rows[pool]
        self.pairs -= len(rows) * len(order)
        if self.pairs < 0:
            raise _PairsSpentError
        planes = packed_codes.planes_of_rows(tables.layout, tables.rows[order])
        step = max(1, _CELLS // tables.layout.bins)
        largest, most, most_with_win = [], 0, 0
        for start in range(0, len(rows), step):
            sizes = packed_codes.class_sizes(planes, rows[start : start + step])
            largest.append(sizes[:, :-1].max(axis=1))
            most = max(most, int((sizes[:, :-1] > 0).sum(axis=1).max()))
            most_with_win = max(most_with_win, int((sizes > 0).sum(axis=1).max()))
        places = np.arange(len(rows), dtype=np.int64) if pool is None else pool
        return _Guesses(places, np.concatenate(largest), most, most_with_win)


def _room(left: int, guesses: _Guesses) -> int:
    """Return the most candidates that so many guesses find: statement 1 of docs/certificates.md."""
    room = 1
    for _ in range(left - 1):
        room = guesses.most * room + (guesses.most < guesses.most_with_win)
    return room
