"""Codes that differ little from others: guesses that are about as good, and sometimes better."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import codes_at, places_of
from pegwise.engine.unlimited.consistent_codes import can_search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules

__all__ = ["with_near"]


def with_near(codes: Columns, rules: Rules) -> Columns:
    """Return these codes (pegs, N) and all that are a small change away, ascending, each once.

    A change gives a peg another color, or has two pegs swap theirs. Where no color may repeat, a peg that
    gets the color of another peg gives it its own.

    >>> import numpy
    >>> from pegwise.rules import Rules
    >>> with_near(numpy.array([[0], [1]]), Rules(2, 3, repeats=False)).T.tolist()
    [[0, 1], [0, 2], [1, 0], [2, 1]]
    """
    if not can_search(rules):  # a list has no neighborhood
        return codes
    places = np.concatenate([places_of(each, rules) for each in _changed(codes, rules)])
    return codes_at(np.unique(places), rules)


def _changed(codes: Columns, rules: Rules) -> Iterator[Columns]:
    """Iterate over the changes: each time all codes, changed in the same way."""
    for peg, color in product(range(rules.pegs), range(rules.colors)):
        changed = codes.copy()
        if not rules.repeats:
            np.copyto(changed, codes[peg], where=codes == color)
        changed[peg] = color
        yield changed
    if rules.repeats:
        for one, other in combinations(range(rules.pegs), 2):
            changed = codes.copy()
            changed[[one, other]] = codes[[other, one]]
            yield changed
