"""Guesses that differ only by a renaming the history cannot tell apart need to be tried once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.space import Columns
    from pegwise.rules import Rules

__all__ = ["in_order_of_first_use", "shapes"]


def shapes(rules: Rules) -> list[tuple[int, ...]]:
    """The first guesses that differ, each the lowest of its kind, ascending; colors from 0.

    A first guess matters only by how often it uses its colors: by the partitions of P into at most C parts.

    >>> from pegwise.rules import Rules
    >>> [''.join(str(color + 1) for color in shape) for shape in shapes(Rules(4, 6))]
    ['1111', '1112', '1122', '1123', '1234']
    """
    if not rules.repeats:
        return [tuple(range(rules.pegs))]
    found = [
        tuple(color for color, count in enumerate(parts) for _ in range(count))
        for parts in _partitions(rules.pegs, rules.pegs)
        if len(parts) <= rules.colors
    ]
    return sorted(found)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to write ``total`` as a sum of non-increasing parts, none over ``largest``."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def in_order_of_first_use(codes: Columns, used: Collection[int], colors: int) -> NDArray[np.bool_]:
    """Which codes use the colors that no guess has used yet in ascending order, none left out.

    ``codes``: shape (pegs, N). Unused colors are interchangeable, and of the codes that differ only by
    exchanging them exactly the lowest passes.
    """
    unused = [color for color in range(colors) if color not in set(used)]
    place = _places(unused, colors)
    passes = np.ones(codes.shape[1], dtype=bool)
    next_new = np.zeros(codes.shape[1], dtype=np.int32)
    for column in codes:
        at = place[column]
        passes &= at <= next_new
        next_new += at == next_new
    return passes


def _places(unused: Sequence[int], colors: int) -> NDArray[np.int32]:
    """The rank of each color among the unused ones; -1 for colors in use."""
    place = np.full(colors, -1, dtype=np.int32)
    place[list(unused)] = np.arange(len(unused), dtype=np.int32)
    return place
