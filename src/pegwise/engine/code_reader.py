"""Reads many codes at once that are written as pegwise writes them: as digits, or as numbers with dashes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import Columns, color_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

_DIGITS, _LENGTH = set("0123456789"), 9
"""What numbers are written with, and the digits of the longest that is read."""


def read_columns(texts: Sequence[str], rules: Rules) -> Columns | None:
    """Codes (pegs, N) of these rules, from texts as the codes print; None if any text is something else.

    This is much quicker than to read each text on its own.

    >>> from pegwise.rules import Rules
    >>> read_columns(["1122", "3632"], Rules(4, 6)).T.tolist()
    [[0, 0, 1, 1], [2, 5, 2, 1]]
    >>> read_columns(["1-12-3"], Rules(3, 12)).T.tolist()
    [[0, 11, 2]]
    >>> read_columns(["1122", "AABB"], Rules(4, 6)) is None
    True
    """
    if rules.has_blanks or not texts:
        return None
    numbers = _digits(texts, rules.pegs) if rules.colors <= 10 else _dashed(texts, rules.pegs)
    if numbers is None:
        return None
    if rules.colors == 10:
        numbers[numbers == 0] = 10
    if numbers.min() < 1 or numbers.max() > rules.colors:
        return None
    if not rules.repeats and any((one == other).any() for one, other in combinations(numbers.T, 2)):
        return None
    return np.ascontiguousarray(numbers.T - 1, color_type(rules))


def _digits(texts: Sequence[str], pegs: int) -> NDArray[np.integer[Any]] | None:
    """The numbers (N, pegs) of codes whose pegs are digits."""
    if set(map(len, texts)) != {pegs}:
        return None
    digits = "".join(texts)
    if not set(digits) <= _DIGITS:
        return None
    return np.frombuffer(digits.encode(), np.uint8).reshape(-1, pegs) - np.uint8(ord("0"))


def _dashed(texts: Sequence[str], pegs: int) -> NDArray[np.integer[Any]] | None:
    """The numbers (N, pegs) of codes whose pegs are numbers with dashes between them."""
    if {text.count("-") for text in texts} != {pegs - 1}:
        return None
    words = "-".join(texts).split("-")
    if not set("".join(words)) <= _DIGITS or not 0 < min(map(len, words)) <= max(map(len, words)) <= _LENGTH:
        return None
    return np.array(list(map(int, words)), np.int64).reshape(-1, pegs)
