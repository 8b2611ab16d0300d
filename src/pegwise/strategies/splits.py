"""How guesses split codes: class sizes, for codes that are listed and for all codes of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.code_space import weights_of
from pegwise.engine.feedback import class_sizes
from pegwise.engine.unlimited.candidate_count import opening_sizes

if TYPE_CHECKING:
    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Rules

__all__ = ["OpeningSplits", "Splits"]


class Splits:
    """How guesses split these codes (pegs, N)."""

    def __init__(self, columns: Columns, rules: Rules) -> None:
        self.columns, self.rules = columns, rules
        weights = weights_of(columns, rules)
        self.count = columns.shape[1] if weights is None else int(weights.sum())

    def sizes(self, guesses: Columns) -> Indices:
        """Return the class sizes of guesses, shape (pegs, G), as an array of shape (G, bins)."""
        return class_sizes(guesses, self.columns, self.rules)


class OpeningSplits(Splits):
    """How guesses split all codes of a game, without listing the codes."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.count = rules, rules.size

    def sizes(self, guesses: Columns) -> Indices:
        """Return the class sizes of guesses, shape (pegs, G), as an array of shape (G, bins)."""
        return opening_sizes(guesses, self.rules)
