"""Finds the fewest rows that cannot all be true, and each single feedback whose change would repair that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.candidates import is_enumerable
from pegwise.contradiction.enumerated import Enumerated
from pegwise.contradiction.report import Contradiction, Repair
from pegwise.contradiction.searched import Searched
from pegwise.engine.code_space import can_search
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, share_of_limit, spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Row, Rules

_ROUNDS = 100
"""Sets of rows that are looked at, at most, on the way to the smallest that no code is consistent with."""


def contradiction(rules: Rules, history: Sequence[Row], false_rows: int = 0) -> Contradiction | None:
    """Find which rows of ``history`` contradict each other; None if some code is consistent with all of them.

    With ``false_rows``, so many rows may be false: then None if some code contradicts no more. The rows are a
    smallest set that cannot all be true; of several such sets the first. Raises :class:`LimitError` if there
    are too many codes to list, and bounded work does not tell whether a code is consistent with all rows.

    Example:
        >>> from pegwise.notation import parse_history
        >>> from pegwise.rules import Rules
        >>> rules = Rules(4, 6)
        >>> contradiction(rules, parse_history("1122:B 1344:W 3526:BWW 1462:BBB", rules)).rows
        (2, 3, 4)
    """
    witness = _witness(rules, history, false_rows)
    everything = (1 << len(history)) - 1
    if witness.broken_by_a_code_fitting(everything) is not None:
        return None
    try:
        with share_of_limit(0.5):
            rows, smallest = _smallest(witness, len(history), false_rows + 1), True
    except LimitError:
        impossible, smallest = witness.impossible(), False
        rows = tuple(row for row in range(len(history)) if impossible >> row & 1)
    repairs, complete = [], True
    for row in range(len(history)):
        try:
            spend(0)
            found, all_found = witness.repairs(row)
        except LimitReached:
            found, all_found = [], False
        repairs += [Repair(row + 1, history[row].guess, told) for told in found]
        complete = complete and all_found
    named = tuple(row + 1 for row in rows)
    return Contradiction(tuple(history), named, tuple(repairs), complete, smallest, false_rows)


def _witness(rules: Rules, history: Sequence[Row], false_rows: int) -> Enumerated | Searched:
    """Look at every code at once, or search if there are too many or a limit leaves no time for it."""
    if false_rows or not can_search(rules):
        return Enumerated(rules, history, false_rows)
    if not is_enumerable(rules):
        return Searched(rules, history)
    try:
        with share_of_limit(0.5):
            return Enumerated(rules, history)
    except LimitReached:
        return Searched(rules, history)


def _smallest(witness: Enumerated | Searched, count: int, times: int) -> tuple[int, ...]:
    """Return the first smallest set of rows that no code is consistent with, by implicit hitting sets.

    Every such set contains one of the rows that any one code contradicts: ``times`` of them, one more than
    may be false. So the smallest set that contains so many of each of those known so far is the result as
    soon as no code is consistent with it; a code that is adds one more set of rows to meet.
    """
    to_meet: list[int] = []
    for _ in range(_ROUNDS):
        spend(0)
        rows = first_smallest_hitting_set(to_meet, count, times)
        broken = witness.broken_by_a_code_fitting(sum(1 << row for row in rows))
        if broken is None:
            return rows
        to_meet.append(broken)
    raise LimitError(f"{_ROUNDS} sets of rows do not tell which is the smallest")


_LOOKS, _MOST = 10_000, 200_000
"""Branches between two looks at the clock, and at most."""


def first_smallest_hitting_set(sets: list[int], count: int, times: int = 1) -> tuple[int, ...]:
    """Return the smallest set of ``count`` rows that contains a row of each of ``sets`` (bit masks).

    With ``times``, it contains so many rows of each. Of several sets it is the first. Raises
    :class:`LimitError` if that takes too long.
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
