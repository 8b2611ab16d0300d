"""The lowest code that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.strategies.base import Strategy
from pegwise.strategies.registry import register

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["FirstConsistent"]


@register
class FirstConsistent(Strategy):
    """The lowest candidate. Source: E. Shapiro, Playing Mastermind logically, SIGART 85, 1983."""

    name = "first-consistent"
    summary = "the lowest code that fits"
    source = "Shapiro 1983"

    def guess(self, position: Position) -> Code:
        """The lowest candidate."""
        return next(iter(position.candidates))
