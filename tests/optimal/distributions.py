"""What strategies there are, from the definition alone: the oracle of the oracle ``Exhaustive``."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from tests.oracle import Code, Game, codes, split

if TYPE_CHECKING:
    Codes = frozenset[Code]
    Counts = tuple[int, ...]


class Distributions:
    """Every distribution that a strategy can have, from the definition alone: nothing is left out.

    A distribution counts the secrets found by the first, second, ... of the guesses left, which are limited:
    strategies may waste guesses. What an objective calls best is a choice among these. For tiny sets only.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[tuple[Codes, int, float], frozenset[Counts]] = {}

    def all(self, left: Codes, guesses: int, free: float = inf) -> frozenset[Counts]:
        """Those of all strategies; ``free``: guesses that need not be candidates."""
        question = left, guesses, free
        if question not in self.known:
            pool = codes(self.game) if free else left
            found = {each for guess in pool for each in self.after(left, guess, guesses, free)}
            self.known[question] = frozenset(found)
        return self.known[question]

    def after(self, left: Codes, guess: Code, guesses: int, free: float = inf) -> set[Counts]:
        """Those of the strategies that make this guess first."""
        if guesses < 1 or not (free or guess in left):
            return set()
        parts = split(self.game, left, guess)
        found = {(len(parts.pop(self.game.win, ())), *([0] * (guesses - 1)))}
        for part in parts.values():
            below = self.all(frozenset(part), guesses - 1, max(free - 1, 0))
            found = {
                (now[0], *map(sum, zip(now[1:], later, strict=True))) for now in found for later in below
            }
        return found
