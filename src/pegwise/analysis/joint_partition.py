"""Guesses that are all made before any feedback comes: how they split the candidates together."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.drawable import HasParts, Printable, plain, plain_values
from pegwise.engine.code_space import Columns, to_columns
from pegwise.engine.counting import occurrences
from pegwise.engine.enumerated.joint_split import JointClasses, joint_classes
from pegwise.engine.feedback import feedback_numbers
from pegwise.limit import LimitReached, limited, share_of_limit
from pegwise.notation import history_name, parse_codes
from pegwise.partition import ClassFigures
from pegwise.position import parse_position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise import Code, CodeLike, Feedback, Position, PositionLike
    from pegwise.exactness import Count, Known

_SAMPLED = 2_000
"""Candidates that are split where a limit leaves no time for all."""


@dataclass(frozen=True)
class JointClass(Printable):
    """The candidates that give the same feedback to each of several guesses.

    Attributes:
        feedback: The feedback of each guess, in the order of the guesses.
        size: The number of candidates.
        codes: The lowest of the candidates; as many as were asked for.

    Example:
        >>> import pegwise
        >>> pegwise.partition_together("2x3", "11 12").classes[0].to_dict()
        {'feedback': ['-', 'B'], 'size': 2, 'codes': ['22', '32']}
    """

    feedback: tuple[Feedback, ...]
    size: int
    codes: tuple[Code, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the class as plain values.

        Returns:
            The feedback of each guess, the size, and the codes that are listed.
        """
        return plain_values(self, "feedback size codes")


@dataclass(frozen=True, repr=False)
class JointPartition(ClassFigures, HasParts[JointClass], Printable):
    """How several guesses together split the candidates, if all are made before any feedback comes.

    Two candidates are in the same joint class if every guess gets the same feedback from both. A game in
    which all guesses are made first is called static.

    Attributes:
        position: The position.
        candidates: The number of candidates.
        guesses: The guesses.
        sizes: How many joint classes there are of each size, the smallest size first.
        classes: The largest joint classes, the largest first; as many as were asked for. Of classes of the
            same size, the one with the lowest code is first.
        known: ``exact``, or ``sampled`` if all figures are those of a sample of the candidates.

    Example:
        >>> import pegwise
        >>> found = pegwise.partition_together("2x3", "11 12")
        >>> found.sizes, found.singled_out, found.worst, found.determines
        ({1: 7, 2: 1}, 7, 2, False)
        >>> found = pegwise.partition_together("2x3", "12 13")
        >>> found.determines, found.to_dict()["together"]["singled_out"]
        (True, 9)
    """

    position: Position
    candidates: Count
    guesses: tuple[Code, ...]
    sizes: dict[int, int] = field(hash=False)
    classes: tuple[JointClass, ...]
    known: Known = "exact"

    def _parts(self) -> tuple[JointClass, ...]:
        return self.classes

    def _by_size(self) -> Iterable[tuple[int, int]]:
        return self.sizes.items()

    @property
    def singled_out(self) -> int:
        """The number of candidates that are alone in their joint class.

        The feedback determines these codes, unless only a sample was split.
        """
        return self.sizes.get(1, 0)

    @property
    def determines(self) -> bool | None:
        """True if the feedback determines every candidate, and False if it does not.

        None if only a sample was split, and all codes of the sample are told apart.
        """
        if self.worst > 1:
            return False
        return True if self.known == "exact" else None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures and the classes that are listed as plain values.

        Returns:
            What ``pegwise partition --together --json`` prints.
        """
        return {
            **self.position.rules.told(),
            "history": history_name(self.position.history),
            "candidates": self.candidates.value,
            "known": self.candidates.known,
            **self.candidates.interval,
            "guesses": plain(self.guesses),
            "together": plain_values(
                self,
                "determines singled_out worst expected_size bits class_count total known sizes classes",
                expected_size=round(self.expected_size, 6),
                bits=round(self.bits, 6),
                sizes={str(size): count for size, count in self.sizes.items()},
            ),
        }


def partition_together(
    position: PositionLike,
    guesses: Iterable[CodeLike] | str,
    *,
    most: int | None = None,
    codes: int | None = 10,
) -> JointPartition:
    """Split the candidates of a position by several guesses that are all made before any feedback comes.

    If there are very many candidates, or a limit in force leaves no time for all of them, a seeded sample is
    split, and the result says so.

    Args:
        position: The position, rules, or their text.
        guesses: The guesses, or their text with spaces between them.
        most: The number of joint classes to list at most, the largest first; None for all.
        codes: The number of candidates to list of each of these classes; None for all.

    Returns:
        The number of joint classes of each size, and the largest of them.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.
        CodeError: If a guess is outside the rules.

    Example:
        >>> import pegwise
        >>> found = pegwise.partition_together("4x6", "1122 1344 3526", most=1)
        >>> found.class_count, found.singled_out, found.worst
        (417, 144, 15)
        >>> print(*found.classes[0].feedback)
        W BW WW
    """
    position = parse_position(position)
    rules = position.rules
    asked = tuple(parse_codes(guesses, rules))
    guessed = to_columns(asked, rules)
    with suppress(LimitReached), share_of_limit(0.5):
        position.check_possible()
    columns, found, known = _split(position, guessed)
    classes: list[JointClass] = []
    with limited(None):
        chosen = found.largest(most)
        first = columns[:, [places[0] for places in chosen]]
        numbers = feedback_numbers(guessed, first, rules).T.tolist()
        told = {number: rules.numbered(number) for number in set(chain.from_iterable(numbers))}
        for places, each in zip(chosen, numbers, strict=True):
            some = rules.all_spelled((columns[:, places[:codes]].T.astype(np.int64) + 1).tolist())
            classes.append(JointClass(tuple(told[number] for number in each), len(places), tuple(some)))
    counted = occurrences(found.sizes)
    sizes = {int(size): int(counted[size]) for size in np.flatnonzero(counted)}
    return JointPartition(position, position.count(), asked, sizes, tuple(classes), known)


def _split(position: Position, guesses: Columns) -> tuple[Columns, JointClasses, Known]:
    """The candidates that are split, in numeric order, and their joint classes; of a sample if need be."""
    with share_of_limit(0.5):
        columns, complete = position.compared()
    if complete:
        with suppress(LimitReached), share_of_limit(0.5):
            return columns, joint_classes(guesses, columns, position.rules), "exact"
        size = columns.shape[1]
        columns = columns[:, random.Random(0).sample(range(size), min(size, _SAMPLED))]
    columns = columns[:, np.lexsort(columns[::-1])]
    with limited(None):  # a sample is small
        return columns, joint_classes(guesses, columns, position.rules), "sampled"
