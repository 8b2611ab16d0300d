"""How a guess splits the candidates into classes, one for each feedback, and the figures of that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable, plain_values
from pegwise.feedback_dict import ByFeedback, FixedByFeedback

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pegwise.exactness import Known
    from pegwise.rules import Code, Feedback, Rules


class ClassFigures:
    """The figures of the classes that candidates are split into."""

    __slots__ = ()

    def _by_size(self) -> Iterable[tuple[int, int]]:
        """Return sizes, each with the number of classes of this size."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """The number of candidates that are split; the size of the sample if ``known`` is ``sampled``."""
        return sum(size * count for size, count in self._by_size())

    @property
    def worst(self) -> int:
        """The size of the largest class."""
        return max((size for size, _ in self._by_size()), default=0)

    @property
    def class_count(self) -> int:
        """The number of classes, also of those that are not listed."""
        return sum(count for _, count in self._by_size())

    @property
    def expected_size(self) -> float:
        """The number of candidates that are left after the feedback, on average.

        It is the sum of the squared class sizes, divided by the total.
        """
        return sum(size * size * count for size, count in self._by_size()) / max(1, self.total)

    @property
    def bits(self) -> float:
        """The information that the feedback gives on average, in bits.

        It is the entropy of the classes.
        """
        if not self.total:
            return 0.0
        spread = math.fsum(count * size * math.log2(size) for size, count in self._by_size())
        return math.log2(self.total) - spread / self.total


@dataclass(frozen=True)
class Partition(ClassFigures, Drawable):
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

    def _by_size(self) -> Iterable[tuple[int, int]]:
        return ((size, 1) for size in self.classes.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            The figures, and the size of each class by the text of its feedback.
        """
        return plain_values(
            self,
            "guess is_candidate worst expected_size bits class_count known classes",
            expected_size=round(self.expected_size, 6),
            bits=round(self.bits, 6),
            classes={str(feedback): size for feedback, size in self.classes.items()},
        )
