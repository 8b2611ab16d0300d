"""Which codes are still possible: their number, and some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pegwise.evidence import Count
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["Listing", "listing"]


@dataclass(frozen=True)
class Listing:
    """Some of the candidates of a position, and how many there are in all."""

    position: Position
    count: Count
    codes: tuple[Code, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what ``pegwise candidates --json`` prints."""
        return {
            "rules": str(self.position.rules),
            "count": self.count.value,
            "known": self.count.known,
            "codes": [str(code) for code in self.codes],
        }


def listing(
    position: Position,
    most: int | None = None,
    *,
    start: int = 0,
    sample: int | None = None,
    seed: int = 0,
) -> Listing:
    """The lowest candidates, at most ``most``, after the first ``start``; or ``sample`` drawn with ``seed``.

    Raises :class:`~pegwise.errors.ContradictionError` if no code fits.

    >>> from pegwise.position import Position
    >>> found = listing(Position("4x6", "1122:B 1344:W"), 2, start=1)
    >>> found.count.value, [str(code) for code in found.codes]
    (44, ['3525', '3526'])
    """
    position.check_possible()
    candidates = position.candidates
    codes = candidates.some(most, start) if sample is None else candidates.sample(sample, seed)
    return Listing(position, position.count(), tuple(codes))
