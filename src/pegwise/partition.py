"""How a guess splits the candidates into classes, one for each feedback, and the figures of that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable
from pegwise.feedback_dict import ByFeedback, FixedByFeedback

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pegwise.exactness import Known
    from pegwise.rules import Code, Feedback, Rules


@dataclass(frozen=True)
class Partition(Drawable):
    """How a guess splits the candidates of a position into classes, one for each feedback that occurs.

    Attributes:
        rules: The rules.
        guess: The guess.
        classes: The number of candidates for each feedback that occurs, in the order of Knuth's Figure 1.
            The feedback may be given as text, such as ``BW``. This dictionary cannot be changed.
        is_candidate: True if the guess is a candidate itself.
        known: ``exact``, or ``sampled`` if the classes are those of a sample of the candidates.

    Example:
        >>> import pegwise
        >>> split = pegwise.Position("4x6 1122:B").partition("1344")
        >>> split.total, split.worst, split.to_dict()["worst"]
        (256, 44, 44)
        >>> split.classes["BW"], "BBBW" in split.classes
        (42, False)
    """

    rules: Rules
    guess: Code
    classes: ByFeedback[int]
    is_candidate: bool
    known: Known = "exact"

    if TYPE_CHECKING:  # what may be given; the fields are what becomes of it

        def __init__(
            self,
            rules: Rules,
            guess: Code,
            classes: Mapping[Feedback, int],
            is_candidate: bool,
            known: Known = "exact",
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "classes", FixedByFeedback(self.classes))

    @property
    def total(self) -> int:
        """The number of candidates that are split; the size of the sample if ``known`` is ``sampled``."""
        return sum(self.classes.values())

    @property
    def worst(self) -> int:
        """The size of the largest class."""
        return max(self.classes.values(), default=0)

    @property
    def class_count(self) -> int:
        """The number of classes."""
        return len(self.classes)

    @property
    def expected_size(self) -> float:
        """The number of candidates that are left after the feedback, on average.

        It is the sum of the squared class sizes, divided by the total.
        """
        return sum(size * size for size in self.classes.values()) / self.total if self.total else 0.0

    @property
    def bits(self) -> float:
        """The information that the feedback gives on average, in bits.

        It is the entropy of the classes.
        """
        if not self.total:
            return 0.0
        spread = math.fsum(size * math.log2(size) for size in self.classes.values())
        return math.log2(self.total) - spread / self.total

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            The figures, and the size of each class by the text of its feedback.
        """
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
