"""A random candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegwise.notation import plain_history
from pegwise.strategies.base import Strategy
from pegwise.strategies.fallback_guess import stand_in

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code


@dataclass(frozen=True, kw_only=True)
class RandomConsistent(Strategy):
    """Guesses a candidate drawn at random.

    The draw depends on the seed and the history only, so that a position always gets the same guess. In games
    too large to list a walk draws it; if that finds no candidate, the guess is the code nearest to the rows
    that it found.

    Source: P. Swaszek, The Mastermind novice, JRM 30, 1999-2000.
    """

    name = "random-consistent"
    summary = "a random candidate"
    source = "Swaszek 1999"

    seed: int = 0

    def guess(self, position: Position) -> Code:
        """Return a candidate drawn with the seed and the history."""
        # A text seeds Python's generator through a hash that is the same in every process.
        seed = f"{self.seed} {plain_history(position.history)}"
        drawn = position.candidates.sample(1, seed=seed)
        return drawn[0] if drawn else stand_in(position, seed)
