"""Builds strategy trees of games that have no planes: pairs of codes are compared one at a time.

These games have more than 10 pegs, or more than 255 colors. A small position is grown from the matrix of its
candidates and all guesses that can differ there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes, batched, color_type, guess_places
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.game_tables import SMALL
from pegwise.engine.enumerated.guess_scores import WordScores
from pegwise.engine.enumerated.tree_builder import TreeBuilder, best_of_all
from pegwise.engine.kernels.listed.interface import BINS
from pegwise.engine.kernels.shapes import classes
from pegwise.engine.matrix_growth import grow_from_matrix
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.tree_arrays import Stretch, joined
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.engine.enumerated.game_tables import Tables
    from pegwise.engine.enumerated.tree_builder import Ints, Order
    from pegwise.engine.tree_arrays import Nodes

SMALL_PAIRS = 1 << 23
"""Most pairs of small sisters together: a matrix of 8 MB."""


class WordTreeBuilder(TreeBuilder):
    """One strategy in one game, in one thread, as :class:`TreeBuilder` is where there are planes."""

    @staticmethod
    def prepare(tables: Tables) -> None:
        """Make what building looks up."""
        _ = tables.packed, tables.codes
        kernel("listed_grow").prepare()

    @property
    def most_small(self) -> int:
        """The most candidates of a small position; two need no other guesses."""
        return max(2, min(SMALL, SMALL_PAIRS // self.tables.rules.size))

    def _scores(self, order: Order, asked: Ints | slice, name: Hashable) -> WordScores:
        """What scores these guesses, places of codes."""
        packed = self.tables.packed
        return WordScores(self.kind, packed.take(order), packed.take(asked), self._before)

    def small(self, orders: Sequence[Order]) -> Nodes:
        """Small positions with all that is below them."""
        runs = batched(orders, SMALL_PAIRS // self.tables.rules.size, len)
        return joined([Stretch([0] * len(run), self._grown(run)) for run in runs])

    def _grown(self, orders: Sequence[Order]) -> Nodes:
        """The trees of some small positions together."""
        packed, codes = self.tables.packed, np.concatenate(orders)
        few = self.candidates_only or max(map(len, orders)) <= 2
        pool = np.unique(codes).astype(np.int64) if few else self._different_colors(codes)
        numbers = feedback_of(self.tables.rules)
        names = np.zeros(packed.layout.bins, np.uint8)
        names[numbers] = np.arange(len(numbers), dtype=np.uint8)

        def decide(columns: Ints) -> int:
            order = codes[columns]
            asked = order.astype(np.int64) if self.candidates_only else pool
            found = best_of_all(self.kind, len(order), [self.best_of(order, asked)])
            return int(np.searchsorted(pool, found))

        columns, rows = np.arange(len(codes), dtype=np.int64), np.searchsorted(pool, codes)
        nodes = grow_from_matrix(
            self.kind,
            self.candidates_only,
            packed_codes.labels(packed.take(pool), packed.take(codes), names),
            (columns, np.ones_like(columns), rows),
            [len(order) for order in orders],
            SMALL_PAIRS // self.tables.rules.size + SMALL,
            self._before,
            decide,
        )
        self.tally[8] += len(pool) * len(codes)
        nodes[0], nodes[2] = pool[nodes[0]], numbers[nodes[2]]
        return nodes

    def _different_colors(self, codes: Order) -> Ints:
        """The guesses that can differ for these candidates, ascending.

        Colors that no candidate holds are all alike, so that the lowest are enough.
        """
        rules = self.tables.rules
        held = np.zeros(rules.colors, np.bool_)
        held[self.tables.codes[codes].ravel()] = True
        held[np.flatnonzero(~held)[: 1 if rules.repeats else rules.pegs]] = True
        colors = np.flatnonzero(held)
        if len(colors) == rules.colors:
            return np.arange(rules.size, dtype=np.int64)
        some = all_codes(Rules(rules.pegs, len(colors), rules.repeats))
        names: Columns = colors.astype(color_type(rules))
        return guess_places(names[some], rules)


@lru_cache(maxsize=2)
def feedback_of(rules: Rules) -> NDArray[np.int64]:
    """The numbers of all feedback that a game of at most 2**24 codes can give, ascending: at most 256.

    Where there are two colors, whites come in pairs: as many ones stand where the guess has twos as the other
    way round.

    >>> len(feedback_of(Rules(11, 2))), len(feedback_of(Rules(15, 3)))
    (42, 135)
    """
    pegs = rules.pegs
    told = [
        (black, total)
        for black, total in classes(pegs, not rules.whites)
        if rules.colors > 2 or (total - black) % 2 == 0
    ]
    numbers = sorted(pegs * black + total for black, total in told)
    assert len(numbers) <= BINS  # noqa: S101 - of 22 pegs and more there are too many codes of three colors
    return np.array(numbers, np.int64)
