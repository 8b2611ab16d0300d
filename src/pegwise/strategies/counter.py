"""A counter whose digits mean a different color in each position, and that skips what cannot be."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from pegwise.engine.constraint import ConstraintSearch
from pegwise.engine.space import to_code, zero_based
from pegwise.errors import ContradictionError
from pegwise.limit import spend
from pegwise.notation import as_code
from pegwise.strategies.base import Strategy
from pegwise.strategies.registry import register

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code, Row, Rules

__all__ = ["Counter", "color_tables"]

# How many positions a strategy remembers its guess for: enough for the games of one whole tree's branch.
_REMEMBERED = 4096


@register
@dataclass(frozen=True, kw_only=True)
class Counter(Strategy):
    """The lowest consistent code on a counter of P digits in base C.

    Before the game a random color table is made for each position (``seed``), so the same digit means a
    different color in each. From each earlier guess follows the highest digit that at least must change;
    the search jumps there. The skips change no guess, only the time.
    Source: "MasterMind algorithm", the description of an applet's algorithm.
    """

    name = "counter"
    summary = "the lowest consistent code on a scrambled, skipping counter"
    source = "the MasterMind applet's algorithm"

    seed: int = 0
    _made: dict[tuple[Rules, tuple[Row, ...]], tuple[int, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def choose(self, position: Position) -> Code:
        """The next guess; found without asking first whether any code fits."""
        if self.first is not None and not position.history:
            return as_code(self.first, position.rules)
        return self.guess(position)

    def guess(self, position: Position) -> Code:
        """The lowest consistent code on the counter."""
        rules, history = position.rules, position.history
        rows = [(zero_based(guess), *feedback) for guess, feedback in history]
        # A code this counter made one row ago was the lowest then: the count goes on from there.
        start = self._made.get((rules, history[:-1])) if history else None
        search = ConstraintSearch(rules, rows)
        found = next(search.codes(color_tables(rules, self.seed), start), None)
        if found is None:
            raise ContradictionError(str(position.contradiction()))
        if len(self._made) >= _REMEMBERED:
            self._made.clear()
        self._made[rules, history] = found
        return rules.spelled(to_code(found))


@lru_cache(maxsize=64)
def color_tables(rules: Rules, seed: int) -> tuple[tuple[int, ...], ...]:
    """For each position the colors (from 0) that the digits 0, 1, 2, ... mean there."""
    rng = random.Random(f"pegwise counter {seed}")
    tables = []
    for _ in range(rules.pegs):
        spend(0)
        tables.append(tuple(rng.sample(range(rules.colors), rules.colors)))
    return tuple(tables)
