"""What a search for an optimal strategy is asked for."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.errors import LimitError, StrategyError

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["OBJECTIVES", "Problem"]

OBJECTIVES = ("total", "worst", "worst,total", "worst,last", "total,worst,last")
"""What an optimal strategy minimizes: the total, the worst case, or one after the other.

``last`` is the number of secrets that take the worst case.
"""


@dataclass(frozen=True)
class Problem(Printable):
    """What an optimal strategy is asked for.

    Guesses are counted from the first one of the game; the rows of the position are included.

    Attributes:
        position: The position to play from.
        objective: What to minimize: ``total``, ``worst``, ``worst,total``, ``worst,last`` or
            ``total,worst,last``.
        max_guesses: The most guesses that a secret may take; None for any number.
        first: The next guess, if it is prescribed; otherwise None.
        candidates_from: The number of the guess from which on only candidates may be guessed; None for no
            such rule.

    Raises:
        StrategyError: If there is no such objective, or ``first`` is not a candidate but has to be.
        CodeError: If ``first`` is outside the rules.
        LimitError: If a number leaves no guess, or rows of the position may be false.

    Example:
        >>> import pegwise
        >>> problem = pegwise.Problem(pegwise.Position("3x4 112:B"), candidates_from=2)
        >>> problem.made, problem.candidates_only
        (1, True)
        >>> problem.to_dict()["history"]
        ['112:B']
    """

    position: Position
    _: KW_ONLY
    objective: str = "total"
    max_guesses: int | None = None
    first: Code | None = None
    candidates_from: int | None = None

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise StrategyError(f"the objective is one of {'; '.join(OBJECTIVES)}; not {self.objective!r}")
        self.position.check_rows_true()
        if self.first is not None:
            object.__setattr__(self, "first", self.position.rules.code(self.first))
        if self.max_guesses is not None and self.max_guesses <= self.made:
            raise LimitError(
                f"max_guesses={self.max_guesses} leaves no guess: the history already has {self.made}"
            )
        if self.candidates_from is not None and self.candidates_from < 1:
            raise LimitError(f"guesses count from 1, not from {self.candidates_from}")
        if self.first is not None and self.candidates_only and self.first not in self.position.candidates:
            raise StrategyError(
                f"{self.first} is not a candidate, "
                f"and from guess {self.candidates_from} on only candidates are guessed"
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as plain values.

        Returns:
            The keys that repeat the question in what ``pegwise optimal --json`` prints.
        """
        return {
            **self.position.rules.told(),
            "history": list(map(str, self.position.history)),
            "objective": self.objective,
            "max_guesses": self.max_guesses,
            "first": None if self.first is None else str(self.first),
            "candidates_from": self.candidates_from,
        }

    @property
    def made(self) -> int:
        """The number of guesses made so far."""
        return len(self.position.history)

    @property
    def candidates_only(self) -> bool:
        """True if the next guess must be a candidate."""
        return self.candidates_from is not None and self.candidates_from <= self.made + 1
