"""Lists which codes are still possible: their number, and some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.limit import LimitReached, share_of_limit
from pegwise.position import parse_position
from pegwise.result_sequence import HasParts
from pegwise.rules import Code

if TYPE_CHECKING:
    from pegwise.contradiction import Consistency
    from pegwise.exactness import Count
    from pegwise.position import Position, PositionLike

_SHARE = 0.5
"""The share of a limit that finding codes takes; the rest is for counting them."""


@dataclass(frozen=True, repr=False)
class Listing(HasParts[Code], Printable):
    """Some of the candidates of a position, and the number of all.

    ``len()``, indices and iteration are those of ``codes``.

    Attributes:
        position: The position.
        candidates: The number of candidates.
        codes: The candidates that were asked for.
        complete: False if a limit in force left no time for all that were asked for.
        consistency: The nearest code, if it is not known whether any code is possible; otherwise None.

    Example:
        >>> import pegwise
        >>> found = pegwise.listing("4x6 1122:B 1344:W", most=2)
        >>> found.candidates == 44, len(found), found.to_dict()["codes"]
        (True, 2, ['3523', '3525'])
    """

    position: Position
    candidates: Count
    codes: tuple[Code, ...]
    complete: bool = True
    consistency: Consistency | None = None

    def _parts(self) -> tuple[Code, ...]:
        return self.codes

    def to_dict(self) -> dict[str, Any]:
        """Return the list as plain values.

        Returns:
            What ``pegwise candidates --json`` prints.
        """
        return {
            **self.position.rules.told(),
            "candidates": self.candidates.value,
            "known": self.candidates.known,
            **self.candidates.interval,
            "codes": [str(code) for code in self.codes],
            **({} if self.complete else {"complete": False}),
            **({} if self.consistency is None else {"consistency": self.consistency.to_dict()}),
        }


def listing(
    position: PositionLike,
    *,
    most: int | None = None,
    start: int = 0,
    sample: int | None = None,
    seed: int = 0,
) -> Listing:
    """List candidates of a position, the lowest first or a random sample.

    With a limit on time in force, the list has those that are found by then.

    Args:
        position: The position, rules, or their text.
        most: The number of candidates to list at most; None for all.
        start: The number of the lowest candidates to leave out.
        sample: The number of candidates to draw at random instead; None to list the lowest.
        seed: The random seed of the sample.

    Returns:
        The candidates, and the number of all.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> found = pegwise.listing("4x6 1122:B 1344:W", most=2, start=1)
        >>> int(found.candidates), [str(code) for code in found]
        (44, ['3525', '3526'])
    """
    position = parse_position(position)
    codes: list[Code] = []
    complete, consistency = True, None
    try:
        with share_of_limit(_SHARE):
            position.check_possible()
            if position.candidates.exist() is None:
                consistency = position.consistency()
            elif sample is None:
                codes.extend(position.candidates.from_(start, most))  # what came before the end is kept
            else:
                codes = position.candidates.sample(sample, seed)
    except LimitReached:
        complete = False
    return Listing(position, position.count(), tuple(codes), complete, consistency)
