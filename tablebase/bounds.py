"""Lower bounds from the sizes of classes alone, one guess ahead: statement 1 of docs/certificates.md."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from pegwise.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Rules

__all__ = ["Least", "by_sizes"]


class Least(NamedTuple):
    """No strategy has a smaller total, and none a smaller worst case."""

    total: int
    worst: int


@cache
def by_sizes(rules: Rules) -> Least:
    """Return lower bounds of the least total and the least worst case.

    For every first guess that differs from the others, the sizes of its classes say how much they cost at
    least: no later guess makes more classes of a class than some guess makes of all codes.
    """
    position = Position(rules)
    classes = []
    for guess in first_guesses(rules):
        sizes = dict(position.partition(guess).classes)
        assert sizes.pop(rules.win) == 1
        classes.append(sorted(sizes.values()))
    most = max(map(len, classes))
    found = [[_filled(size, most) for size in sizes] for sizes in classes]
    return Least(
        min(rules.size + sum(total for total, _ in each) for each in found),
        min(1 + max(worst for _, worst in each) for each in found),
    )


def _filled(size: int, most: int) -> tuple[int, int]:
    """Return the least total and the least worst case of a class: its codes fill levels one after another.

    ``most``: the largest number of classes of all codes, besides the win. The win is a class of every guess,
    so a guess makes no more classes than that of any set, the win in it not counted.
    """
    total, room = 0, 1
    for level in count(1):
        here = min(size, room)
        total, size, room = total + level * here, size - here, room * most
        if not size:
            return total, level
    raise AssertionError


def first_guesses(rules: Rules) -> Iterator[str]:
    """Yield the lowest of each group of first guesses that differ only by names: 1111, 1112, 1122, ..."""
    if not rules.repeats:
        yield "-".join(str(color + 1) for color in range(rules.pegs))
        return
    for parts in _partitions(rules.pegs, rules.pegs):
        if len(parts) <= rules.colors:
            yield "-".join(str(color + 1) for color, times in enumerate(parts) for _ in range(times))


def _partitions(whole: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum, largest parts first."""
    if not whole:
        yield ()
    for first in range(min(whole, largest), 0, -1):
        for rest in _partitions(whole - first, first):
            yield (first, *rest)
