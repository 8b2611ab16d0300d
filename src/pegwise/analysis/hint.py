"""The next guess, with the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.notation import history_name
from pegwise.strategies import make

if TYPE_CHECKING:
    from pegwise.evidence import Count, Known
    from pegwise.partition import Partition
    from pegwise.position import Position
    from pegwise.rules import Code
    from pegwise.strategies import Strategy

__all__ = ["Hint", "hint"]


@dataclass(frozen=True)
class Hint:
    """A strategy's next guess and how it splits the candidates; then the next best guesses."""

    position: Position
    strategy: str
    candidates: Count
    best: Partition
    alternatives: tuple[Partition, ...]

    @property
    def guess(self) -> Code:
        """The guess to make."""
        return self.best.guess

    @property
    def known(self) -> Known:
        """How the figures are known: as well as the least well known of them."""
        return self.best.known if self.candidates.known == "exact" else self.candidates.known

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what ``pegwise hint --json`` prints."""
        best = self.best.to_dict()
        return {
            "rules": str(self.position.rules),
            "history": history_name(self.position.history),
            "strategy": self.strategy,
            "candidates": self.candidates.value,
            **{key: best[key] for key in ("guess", "is_candidate", "worst", "expected", "bits", "parts")},
            "known": self.known,
            "classes": best["classes"],
            "alternatives": [partition.to_dict() for partition in self.alternatives],
        }


def hint(
    position: Position, strategy: Strategy | str = "knuth", alternatives: int = 3, **options: Any
) -> Hint:
    """The guess ``strategy`` would make in ``position``, why, and its next best few.

    Alternatives come from strategies that rank guesses; they differ in more than the names of colors that
    are alike so far. Raises :class:`~pegwise.errors.ContradictionError` if no code fits,
    :class:`~pegwise.errors.MethodError` where the rules are too large for the strategy.

    >>> from pegwise.position import Position
    >>> found = hint(Position("4x6", "1122:B 1344:W"))
    >>> str(found.guess), found.best.worst, found.best.is_candidate
    ('3526', 7, True)
    """
    chosen = make(strategy, **options)
    position.check_possible()
    guess = chosen.choose(position)
    ranked = (
        [code for code in chosen.rank(position, alternatives + 1) if code != guess] if alternatives else []
    )
    return Hint(
        position,
        chosen.name,
        position.count(),
        position.partition(guess),
        tuple(position.partition(code) for code in ranked[:alternatives]),
    )
