"""Finds smallest sets of rows that contain a row of each of some sets of rows."""

from __future__ import annotations

from pegwise.errors import LimitError
from pegwise.limit import spend

__all__ = ["first_smallest_hitting_set"]

_LOOKS, _MOST = 10_000, 200_000
"""Branches between two looks at the clock, and at most."""


def first_smallest_hitting_set(sets: list[int], count: int, times: int = 1) -> tuple[int, ...]:
    """Return the smallest set of ``count`` rows that contains a row of each of ``sets`` (bit masks).

    With ``times``, it contains so many rows of each. Of several sets it is the first.

    Raises:
        LimitError: If that takes too long.
    """
    search = _Search()
    everything = (1 << count) - 1
    left = [(each, times) for each in sets]
    size = next((size for size in range(count + 1) if search.can_meet(left, size, everything)), None)
    if size is None:
        raise AssertionError("an empty set of broken rows cannot be met")
    rows: list[int] = []
    for row in range(count):
        without = _met(left, 1 << row)
        later = everything & -(1 << (row + 1))
        if len(rows) < size and search.can_meet(without, size - len(rows) - 1, later):
            rows.append(row)
            left = without
    return tuple(rows)


def _met(sets: list[tuple[int, int]], row: int) -> list[tuple[int, int]]:
    """Return the sets that are not met often enough once a row, as a bit, is chosen too."""
    left = ((mask, times - bool(mask & row)) for mask, times in sets)
    return [(mask, times) for mask, times in left if times]


class _Search:
    """Finds out whether so many rows can meet some sets: one row of the smallest set must be among them.

    Each set comes with how many of its rows are still to be chosen.
    """

    def __init__(self) -> None:
        self.work = 0

    def can_meet(self, sets: list[tuple[int, int]], size: int, allowed: int) -> bool:
        """Tell whether ``size`` of the ``allowed`` rows meet each of ``sets``."""
        self.work += 1
        if self.work % _LOOKS == 0:
            spend(0)
        if self.work > _MOST:
            raise LimitError("there are too many sets of rows to look at")
        if not sets:
            return True
        if size < max(times for _, times in sets):
            return False
        room = [((mask & allowed).bit_count() - times, mask & allowed) for mask, times in sets]
        spare, smallest = min(room)
        while smallest and spare >= 0:
            row = smallest & -smallest
            if self.can_meet(_met(sets, row), size - 1, allowed ^ row):
                return True
            smallest ^= row
            allowed ^= row  # all that is possible with this row was tried
            spare -= 1
        return False
