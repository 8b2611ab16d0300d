"""What a search for an optimal strategy found: bounds, and the best strategy tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable

if TYPE_CHECKING:
    from pegwise.evidence import Known
    from pegwise.optimal.certificate import Written
    from pegwise.optimal.problem import Problem
    from pegwise.rules import Code
    from pegwise.trees import StrategyTree

__all__ = ["Bounds", "GuessValue", "Optimum"]


@dataclass(frozen=True)
class Bounds(Printable):
    """How far a search is: bounds of what its objective names first, in guesses; None where unknown.

    Totals and worst cases count from the first guess of the whole game.
    """

    lower: int | None
    upper: int | None
    positions: int
    seconds: float


@dataclass(frozen=True, repr=False)
class Optimum(Printable):
    """The best strategy for a problem, or the best found and what is proved of the rest.

    ``lower`` and ``upper`` bound what the objective names first: the total, or the worst case. ``known`` is
    ``exact`` where all of the objective is proved, else ``upper``: the tree is the best found so far. Where
    no strategy keeps to the guesses allowed, proved, ``lower`` and ``upper`` are None, and so is the tree.
    ``certified``: what was written as its certificate, if that was asked for.

    >>> import pegwise
    >>> best = pegwise.optimum("3x4")
    >>> best.total, best.worst, best.known
    (206, 4, 'exact')
    """

    problem: Problem
    lower: int | None
    upper: int | None
    known: Known
    tree: StrategyTree | None
    positions: int
    seconds: float = field(compare=False)
    certified: Written | None = None

    @property
    def total(self) -> int | None:
        """Guesses summed over all secrets, of the tree."""
        return None if self.tree is None else self.tree.total

    @property
    def average(self) -> float | None:
        """Guesses on average over all secrets, of the tree."""
        return None if self.tree is None else self.tree.average

    @property
    def worst(self) -> int | None:
        """Guesses at most, of the tree."""
        return None if self.tree is None else self.tree.worst

    @property
    def distribution(self) -> tuple[int, ...]:
        """How many secrets are found at guess 1, 2, 3, ..."""
        return () if self.tree is None else tuple(self.tree.distribution)

    @property
    def first_guess(self) -> Code | None:
        """The next guess."""
        return None if self.tree is None else self.tree.first_guess

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        problem = self.problem
        return {
            "rules": str(problem.position.rules),
            "history": [f"{guess}:{told}" for guess, told in problem.position.history],
            "objective": problem.objective,
            "max_guesses": problem.max_guesses,
            "candidates_from": problem.candidates_from,
            "lower": self.lower,
            "upper": self.upper,
            "known": self.known,
            "total": self.total,
            "average": None if self.average is None else round(self.average, 6),
            "worst": self.worst,
            "distribution": list(self.distribution),
            "first_guess": None if self.first_guess is None else str(self.first_guess),
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
            "certificate": None if self.certified is None else self.certified.sha256,
        }


@dataclass(frozen=True)
class GuessValue(Printable):
    """What a guess costs with best play after it.

    ``total`` counts guesses from the first of the whole game, over the candidates of the position; it is
    ``exact``, or a ``lower`` bound where the search ended before. None: no strategy keeps to the guesses
    allowed. ``regret``: the turns lost on average against the best guess.
    """

    guess: Code
    is_candidate: bool
    total: int | None
    average: float | None
    regret: float | None
    known: Known

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "guess": str(self.guess),
            "is_candidate": self.is_candidate,
            "total": self.total,
            "average": None if self.average is None else round(self.average, 6),
            "regret": None if self.regret is None else round(self.regret, 6),
            "known": self.known,
        }
