"""Finds smallest sets of rows that contain a row of each of some sets of rows."""

from __future__ import annotations

from pegwise.errors import LimitError
from pegwise.limit import spend

__all__ = ["first_smallest_hitting_set"]

_LOOKS, _MOST = 10_000, 200_000
"""Branches between two looks at the clock, and at most."""


def first_smallest_hitting_set(sets: list[int], count: int) -> tuple[int, ...]:
    """Return the smallest set of ``count`` rows that contains a row of each of ``sets`` (bit masks).

    Of several it is the first.

    Raises:
        LimitError: If that takes too long.
    """
    search = _Search()
    everything = (1 << count) - 1
    size = next((size for size in range(count + 1) if search.can_meet(sets, size, everything)), None)
    if size is None:
        raise AssertionError("an empty set of broken rows cannot be met")
    rows: list[int] = []
    left = sets
    for row in range(count):
        without = [other for other in left if not other >> row & 1]
        later = everything & -(1 << (row + 1))
        if len(rows) < size and search.can_meet(without, size - len(rows) - 1, later):
            rows.append(row)
            left = without
    return tuple(rows)


class _Search:
    """Finds out whether so many rows can meet some sets: one row of the smallest set must be among them."""

    def __init__(self) -> None:
        self.work = 0

    def can_meet(self, sets: list[int], size: int, allowed: int) -> bool:
        """Tell whether ``size`` of the ``allowed`` rows meet each of ``sets``."""
        self.work += 1
        if self.work % _LOOKS == 0:
            spend(0)
        if self.work > _MOST:
            raise LimitError("there are too many sets of rows to look at")
        if not sets:
            return True
        if size == 0:
            return False
        smallest = min((each & allowed for each in sets), key=int.bit_count)
        while smallest:
            row = smallest & -smallest
            if self.can_meet([other for other in sets if not other & row], size - 1, allowed):
                return True
            smallest ^= row
            allowed ^= row  # all that is possible with this row was tried
        return False
