"""The lowest candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.candidates import is_enumerable
from pegwise.position import Position, PositionLike, parse_position
from pegwise.strategies.base import Strategy
from pegwise.strategies.counter import Lowest

if TYPE_CHECKING:
    from pegwise.rules import Code, Rules


class FirstConsistent(Lowest):
    """Guesses the lowest candidate.

    Source: E. Shapiro, Playing Mastermind logically, SIGART 85, 1983.
    """

    name = "first-consistent"
    summary = "the lowest candidate"
    source = "Shapiro 1983"

    def choose(self, position: PositionLike) -> Code:
        """Return the next guess; if codes are listed, check first that some code is possible."""
        position = parse_position(position)
        if is_enumerable(position.rules):
            return Strategy.choose(self, position)
        return super().choose(position)

    def guess(self, position: Position) -> Code:
        """Return the lowest candidate: the first of the list, if codes are listed."""
        if is_enumerable(position.rules):
            return next(iter(position.candidates))
        return super().guess(position)

    def orders(self, rules: Rules) -> tuple[range, ...]:
        """Return the colors in their own order."""
        return (range(rules.colors),) * rules.pegs
