"""Guesses side by side: how each splits the candidates."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.limit import LimitReached, share_of_limit
from pegwise.notation import history_name, parse_codes
from pegwise.partition import Partition
from pegwise.position import parse_position
from pegwise.result_sequence import HasParts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.codes import CodeLike
    from pegwise.exactness import Count
    from pegwise.position import Position, PositionLike


@dataclass(frozen=True, repr=False)
class Partitions(HasParts[Partition], Printable):
    """How each of some guesses splits the candidates of one position.

    ``len()``, indices and iteration are those of ``partitions``.

    Attributes:
        position: The position.
        candidates: The number of candidates.
        partitions: The partition of each guess, in the order of the guesses.

    Example:
        >>> import pegwise
        >>> found = pegwise.partitions("4x6 1122:B", "1344 2345")
        >>> [split.worst for split in found], str(found[1].guess), len(found)
        ([44, 60], '2345', 2)
        >>> found.to_dict()["partitions"][0]["worst"]
        44
    """

    position: Position
    candidates: Count
    partitions: tuple[Partition, ...]

    def _parts(self) -> tuple[Partition, ...]:
        return self.partitions

    def to_dict(self) -> dict[str, Any]:
        """Return the partitions as plain values.

        Returns:
            What ``pegwise partition --json`` prints.
        """
        return {
            **self.position.rules.told(),
            "history": history_name(self.position.history),
            "candidates": self.candidates.value,
            "known": self.candidates.known,
            **self.candidates.interval,
            "partitions": [partition.to_dict() for partition in self.partitions],
        }


def partitions(position: PositionLike, guesses: Iterable[CodeLike] | str) -> Partitions:
    """Split the candidates of a position by each of some guesses.

    With a limit on time in force, a sample of the candidates is split if there is no time for all.

    Args:
        position: The position, rules, or their text.
        guesses: The guesses, or their text with spaces between them.

    Returns:
        The partition of each guess, in the same order.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.
        CodeError: If a guess is outside the rules.

    Example:
        >>> import pegwise
        >>> found = pegwise.partitions("4x6 1122:B", "1344 2345")
        >>> [partition.worst for partition in found]
        [44, 60]
    """
    position = parse_position(position)
    asked, split = parse_codes(guesses, position.rules), []
    with suppress(LimitReached), share_of_limit(0.5):
        position.check_possible()
    for done, guess in enumerate(asked):
        with share_of_limit(1 / (len(asked) - done + 1)):  # and as much for how many candidates there are
            split.append(position.partition(guess))
    return Partitions(position, position.count(), tuple(split))
