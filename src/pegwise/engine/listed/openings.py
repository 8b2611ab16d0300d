"""First guesses that differ by more than the names of pegs and colors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

import numpy as np

from pegwise.engine.code_space import Columns, color_type
from pegwise.engine.counting import occurrences
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.listed_rules import ListedRules


def has_openings(rules: Rules) -> bool:
    """Tell whether first guesses can be alike: guesses and secrets are families, and no color is special."""
    if not rules.is_listed or rules.tells == "function":
        return False
    listed = cast("ListedRules", rules)
    return isinstance(listed.guesses, Rules) and isinstance(listed.secrets, Rules)


@lru_cache(maxsize=4)
def different_openings(rules: Rules) -> Columns:
    """Return the lowest first guess of each kind, (pegs, n): a kind says how often its colors occur.

    Empty pegs are told apart from colors. Renaming the pegs and the colors of guess and secret changes what
    is told only by the order of pegs, so guesses of one kind are equally good.
    """
    guesses = cast("ListedRules", rules).guesses
    assert isinstance(guesses, Rules)  # noqa: S101 - has_openings says so
    found = []
    for holes in range(rules.pegs + 1 if rules.has_blanks else 1):
        named = root_representatives(
            rules.pegs - holes, rules.named_colors, distinct=not guesses.repeats
        ).astype(color_type(rules))
        found.append(np.pad(named, ((0, 0), (0, holes)), constant_values=rules.colors - 1))
    codes = np.ascontiguousarray(np.concatenate(found).T)
    return codes[:, np.lexsort(codes[::-1])]


def root_representatives(pegs: int, colors: int, *, distinct: bool = False) -> NDArray[np.uint16]:
    """The lowest first guess of each shape, (n, pegs), ascending.

    A shape says how often each color occurs; its lowest code has the most frequent color first.

    >>> root_representatives(4, 6).tolist()
    [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    """
    shapes = [(1,) * pegs] if distinct else list(_partitions(pegs, pegs, colors))
    shapes = [shape for shape in shapes if len(shape) <= colors]
    codes = [np.repeat(np.arange(len(shape), dtype=np.int64), shape) for shape in shapes]
    return np.array(codes, np.uint16).reshape(len(codes), pegs)


def _partitions(total: int, most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the ways to write a total as at most so many parts, none above the one before.

    >>> list(_partitions(4, 4, 2))
    [(4,), (3, 1), (2, 2)]
    """
    if total == 0:
        yield ()
    elif parts:
        for first in range(min(total, most), 0, -1):
            for rest in _partitions(total - first, first, parts - 1):
                yield (first, *rest)


def kinds_of(codes: Columns, rules: Rules) -> Columns:
    """Return how often the colors of each code occur, (N, pegs + 1): most frequent first, empty pegs last."""
    count = codes.shape[1]
    places = codes.astype(np.int64) + rules.colors * np.arange(count, dtype=np.int64)
    often = occurrences(places.ravel(), rules.colors * count).reshape(count, rules.colors)
    holes = often[:, -1:] if rules.has_blanks else np.zeros((count, 1), np.int64)
    named = often[:, :-1] if rules.has_blanks else often
    descending = -np.sort(-named, axis=1)[:, : rules.pegs]
    found = np.zeros((count, rules.pegs + 1), np.uint8)
    found[:, : descending.shape[1]] = descending
    found[:, -1:] = holes
    return found
