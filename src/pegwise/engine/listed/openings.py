"""First guesses of listed games that differ by more than the names of pegs and colors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.counting import occurrences
from pegwise.engine.listed.lists import lists_of
from pegwise.listed_rules import ListedRules
from pegwise.rules import Rules

if TYPE_CHECKING:
    from pegwise.engine.family_codes import Columns

__all__ = ["different_openings", "has_openings", "kinds_of"]

_BLOCK = 1 << 16


def has_openings(rules: Rules) -> bool:
    """Tell whether first guesses can be alike: guesses and secrets are families, and no color is special."""
    return (
        isinstance(rules, ListedRules)
        and isinstance(rules.guesses, Rules)
        and isinstance(rules.secrets, Rules)
        and rules.tells != "function"
    )


@lru_cache(maxsize=4)
def different_openings(rules: Rules) -> Columns:
    """Return the lowest first guess of each kind, (pegs, n): a kind says how often its colors occur.

    Empty pegs are told apart from colors. Renaming the pegs and the colors of guess and secret changes what
    is told only by the order of pegs, so guesses of one kind are equally good.
    """
    guesses = lists_of(rules).guesses
    first: dict[bytes, int] = {}
    for start in range(0, guesses.shape[1], _BLOCK):
        some = guesses[:, start : start + _BLOCK]
        kinds = kinds_of(some, rules)
        _, places = np.unique(kinds, axis=0, return_index=True)
        for place in places.tolist():
            first.setdefault(kinds[place].tobytes(), start + place)
    return guesses[:, sorted(first.values())]


def kinds_of(guesses: Columns, rules: Rules) -> Columns:
    """Return how often the colors of each code occur, (N, pegs + 1): most frequent first, empty pegs last."""
    count = guesses.shape[1]
    places = guesses.astype(np.int64) + rules.colors * np.arange(count, dtype=np.int64)
    often = occurrences(places.ravel(), rules.colors * count).reshape(count, rules.colors)
    holes = often[:, -1:] if rules.has_blanks else np.zeros((count, 1), np.int64)
    named = often[:, :-1] if rules.has_blanks else often
    descending = -np.sort(-named, axis=1)[:, : rules.pegs]
    found = np.zeros((count, rules.pegs + 1), np.uint8)
    found[:, : descending.shape[1]] = descending
    found[:, -1:] = holes
    return found
