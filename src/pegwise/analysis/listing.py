"""Which codes are still possible: their number, and some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.limit import LimitReached, share_of_limit
from pegwise.position import parse_position

if TYPE_CHECKING:
    from pegwise.contradiction import Consistency
    from pegwise.evidence import Count
    from pegwise.position import Position, PositionLike
    from pegwise.rules import Code

__all__ = ["Listing", "listing"]


_SHARE = 0.5
"""Of a limit, what finding codes takes; the rest is for their number."""


@dataclass(frozen=True, repr=False)
class Listing(Printable):
    """Some of the candidates of a position, and how many there are in all.

    ``complete`` is False where a limit in force left no time for all that were asked for.
    """

    position: Position
    candidates: Count
    codes: tuple[Code, ...]
    complete: bool = True
    consistency: Consistency | None = None
    """Where it is not known whether any code fits: the nearest that was found."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what ``pegwise candidates --json`` prints."""
        return {
            "rules": str(self.position.rules),
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
    """List the lowest candidates, at most ``most``, after the first ``start``.

    With ``sample``, so many candidates are drawn with ``seed`` instead. Within a limit on time, the list has
    those that are found by then. Raises
    :class:`~pegwise.errors.ContradictionError` if no code fits.

    >>> found = listing("4x6 1122:B 1344:W", most=2, start=1)
    >>> found.candidates.value, [str(code) for code in found.codes]
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
