"""What is asked of a search for an optimal strategy."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from pegwise.drawable import Printable
from pegwise.errors import LimitError, StrategyError

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["OBJECTIVES", "Problem"]

OBJECTIVES = ("total", "worst", "worst,total", "total,worst,last")
"""What may be least: the total, the worst case, or one after the other (``last``: found at the worst)."""


@dataclass(frozen=True)
class Problem(Printable):
    """What an optimal strategy is asked for.

    ``max_guesses`` and ``candidates_from`` (from that guess on only candidates may be guessed) count from the
    first guess of the whole game, with the rows of ``position``; ``first`` is the next guess, if laid down.
    Raises :class:`~pegwise.errors.StrategyError` for an unknown objective, and for a first guess that is no
    candidate where only candidates are guessed,
    :class:`~pegwise.errors.CodeError` for a first guess outside the rules,
    :class:`~pegwise.errors.LimitError` for numbers that leave no guess.
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

    @property
    def made(self) -> int:
        """Guesses made so far."""
        return len(self.position.history)

    @property
    def candidates_only(self) -> bool:
        """Whether the next guess must be a candidate."""
        return self.candidates_from is not None and self.candidates_from <= self.made + 1
