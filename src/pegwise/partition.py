"""How one guess splits the candidates into feedback classes, and the figures that follow from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable

if TYPE_CHECKING:
    from pegwise.evidence import Known
    from pegwise.rules import Code, Feedback

__all__ = ["Partition"]


@dataclass(frozen=True)
class Partition(Drawable):
    """The classes of one guess in one position.

    ``classes`` maps each feedback with candidates to their number, in the order of Knuth's figure.
    ``known`` is ``exact``, or ``sampled`` where the classes are those of a sample of the candidates.
    """

    guess: Code
    classes: dict[Feedback, int]
    is_candidate: bool
    known: Known = "exact"

    @property
    def total(self) -> int:
        """The number of candidates split."""
        return sum(self.classes.values())

    @property
    def worst(self) -> int:
        """The size of the largest class."""
        return max(self.classes.values(), default=0)

    @property
    def class_count(self) -> int:
        """The number of non-empty classes."""
        return len(self.classes)

    @property
    def expected_size(self) -> float:
        """How many candidates the guess leaves on average."""
        return sum(size * size for size in self.classes.values()) / self.total if self.total else 0.0

    @property
    def bits(self) -> float:
        """The information of the answer, in bits."""
        if not self.total:
            return 0.0
        spread = math.fsum(size * math.log2(size) for size in self.classes.values())
        return math.log2(self.total) - spread / self.total

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values, classes by feedback as text."""
        return {
            "guess": str(self.guess),
            "is_candidate": self.is_candidate,
            "worst": self.worst,
            "expected_size": round(self.expected_size, 6),
            "bits": round(self.bits, 6),
            "class_count": self.class_count,
            "known": self.known,
            "classes": {str(feedback): size for feedback, size in self.classes.items()},
        }
