"""The figures of one strategy over all secrets or, if there are too many, over a sample of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable

if TYPE_CHECKING:
    from pegwise.exactness import Known
    from pegwise.rules import Code, Rules

__all__ = ["Comparison"]


@dataclass(frozen=True)
class Comparison(Drawable):
    """The figures of one strategy.

    Attributes:
        strategy: The name of the strategy.
        rules: The rules.
        first_guess: The first guess; None if it differs from game to game.
        distribution: The number of secrets that are found at guess 1, 2, 3, ...
        known: ``exact`` if every secret was played, ``sampled`` if random ones were.
        seconds: The time that it took.
        seed: The random seed of a sample; None if every secret was played.
        wanted: The number of games that a sample should have; a limit may have left time for fewer, even
            none. None if every secret was played.

    Example:
        >>> import pegwise
        >>> (found,) = pegwise.compare("3x4", strategies=["knuth"])
        >>> found.total, found.average, found.worst, found.to_dict()["known"]
        (216, 3.375, 4, 'exact')
    """

    strategy: str
    rules: Rules
    first_guess: Code | None
    distribution: tuple[int, ...]
    known: Known
    seconds: float
    seed: int | None = None
    wanted: int | None = None

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self.distribution)

    @property
    def total(self) -> int:
        """The guesses, summed over the games."""
        return sum(depth * games for depth, games in enumerate(self.distribution, 1))

    @property
    def average(self) -> float | None:
        """The guesses that a game takes on average; None if no game ended."""
        return self.total / self.games if self.games else None

    @property
    def worst(self) -> int:
        """The most guesses that a game took."""
        return len(self.distribution)

    @property
    def standard_error(self) -> float:
        """The standard error of the average; 0 if every secret was played."""
        if self.known == "exact" or self.games < 2:
            return 0.0
        average = self.total / self.games
        squares = sum((depth - average) ** 2 * won for depth, won in enumerate(self.distribution, 1))
        return float((squares / (self.games - 1) / self.games) ** 0.5)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            One element of what ``pegwise compare --json`` prints.
        """
        plain = {
            "strategy": self.strategy,
            "rules": str(self.rules),
            "first_guess": None if self.first_guess is None else str(self.first_guess),
            "total": self.total,
            "average": self.average,
            "worst": self.worst,
            "distribution": list(self.distribution),
            "known": self.known,
        }
        if self.known == "sampled":
            error = self.standard_error if self.games else None
            plain |= {"games": self.games, "seed": self.seed, "standard_error": error}
        return plain
