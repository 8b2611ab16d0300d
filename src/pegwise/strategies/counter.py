"""The lowest candidate, in a random order of the colors at each peg, found like on a counter that skips."""

from __future__ import annotations

import random
from abc import abstractmethod
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.candidates import is_enumerable
from pegwise.engine.code_space import can_search, rows_of, to_code
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.errors import ContradictionError, LimitError
from pegwise.exactness import Sample
from pegwise.limit import LimitReached, spend
from pegwise.position import Position, PositionLike, parse_position
from pegwise.strategies.base import Strategy
from pegwise.strategies.fallback_guess import stand_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Code, Row, Rules

# How many positions a strategy remembers its guess for: enough for the games of one whole tree's branch.
_REMEMBERED = 4096
PREFIXES = 300_000
"""Prefixes that the search for one guess may look at in games too large to list: about a second."""


@dataclass(frozen=True, kw_only=True)
class Lowest(Strategy):
    """Guesses the lowest candidate in some order of the colors at each peg.

    The search for it is exact, but bounded in games too large to list: past :data:`PREFIXES` prefixes the
    guess is a candidate found by a walk, or the nearest code, and is said to rest on a sample of one.
    """

    _made: dict[tuple[Rules, tuple[Row, ...]], tuple[int, ...] | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @abstractmethod
    def orders(self, rules: Rules) -> Sequence[Sequence[int]]:
        """Return the colors of each peg, numbered from 0, the lowest first."""

    def choose(self, position: PositionLike) -> Code:
        """Return the next guess, without checking first that some code is possible."""
        position = parse_position(position)
        if self.first is not None and not position.history:
            return position.rules.code(self.first)
        return self.guess(position)

    def guess(self, position: Position) -> Code:
        """Return the lowest candidate, or a code in its place."""
        found = self._found(position)
        if found is None:
            return stand_in(position, len(position.history))[0]
        return position.rules.spelled(to_code(found))

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample | None]:
        """Return the guess, and a sample of one if it is only in place of the lowest candidate."""
        guess = self.choose(position)
        found = self._made.get((position.rules, position.history), ())
        return [guess], Sample(1, 1, 1) if found is None else None

    def _found(self, position: Position) -> tuple[int, ...] | None:
        """Return the lowest candidate; None if a bounded search did not find it."""
        rules, history = position.rules, position.history
        if position.false_rows or not can_search(rules):
            return self._first_of_list(position)
        rows = rows_of(history)
        # A code this counter made one row ago was the lowest then: the count goes on from there.
        start = self._made.get((rules, history[:-1])) if history else None
        codes = ConstraintSearch(rules, rows).codes(
            self.orders(rules), start, None if is_enumerable(rules) else PREFIXES
        )
        try:
            found = next(codes, None)
            if found is None:
                raise ContradictionError(str(position.contradiction()))
        except LimitReached:
            raise
        except LimitError:
            found = None
        if len(self._made) >= _REMEMBERED:
            self._made.clear()
        self._made[rules, history] = found
        return found

    def _first_of_list(self, position: Position) -> tuple[int, ...]:
        """Return the candidate that comes first in the order of the digits, where codes are listed."""
        position.check_possible()
        columns = position.listed().columns
        digits = [
            np.argsort(order)[column]
            for order, column in zip(self.orders(position.rules), columns, strict=True)
        ]
        return tuple(columns[:, np.lexsort(digits[::-1])[0]].tolist())


@dataclass(frozen=True, kw_only=True)
class Counter(Lowest):
    """Guesses the lowest candidate on a counter of P digits in base C.

    Before the game it makes a random color table for each peg (``seed``), so that the same digit means a
    different color at each. From each earlier guess follows the highest digit that must change at least; the
    search jumps there. The jumps change no guess, they only save time.

    Source: "MasterMind algorithm", the description of an applet's algorithm.
    """

    name = "counter"
    summary = "the lowest consistent code on a scrambled, skipping counter"
    source = "the MasterMind applet's algorithm"

    seed: int = 0

    def orders(self, rules: Rules) -> Sequence[Sequence[int]]:
        """Return the color tables."""
        return color_tables(rules, self.seed)


@lru_cache(maxsize=64)
def color_tables(rules: Rules, seed: int) -> tuple[tuple[int, ...], ...]:
    """Return for each peg the colors, numbered from 0, that the digits 0, 1, 2, ... mean there."""
    rng = random.Random(f"pegwise counter {seed}")
    tables = []
    for _ in range(rules.pegs):
        spend(0)
        tables.append(tuple(rng.sample(range(rules.colors), rules.colors)))
    return tuple(tables)
