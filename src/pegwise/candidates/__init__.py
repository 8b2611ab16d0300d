"""The codes consistent with a history, behind one interface, whether or not they fit in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.candidates.base import Candidates
from pegwise.candidates.enumerated import EnumeratedCandidates
from pegwise.candidates.searched import ConstraintCandidates
from pegwise.engine.space import ENUMERATION_LIMIT, all_places
from pegwise.limit import LimitReached, memory_limit, seconds_left, share_of_limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Row, Rules

__all__ = [
    "Candidates",
    "ConstraintCandidates",
    "EnumeratedCandidates",
    "candidates_in_time",
    "candidates_of",
    "is_enumerable",
    "listing_bytes",
    "listing_seconds",
]

_SYMBOLS = 1.6e8
"""Symbols of codes a second that are listed, or compared with a guess's: nominal."""


def is_enumerable(rules: Rules) -> bool:
    """Whether all codes of these rules are held in memory."""
    return rules.size <= ENUMERATION_LIMIT


def candidates_of(rules: Rules, history: Sequence[Row]) -> Candidates:
    """The candidates after ``history``: enumerated where the space fits in memory, else by search."""
    if not is_enumerable(rules):
        return ConstraintCandidates(rules, tuple(history))
    candidates = EnumeratedCandidates(rules, all_places(rules))
    for row in history:
        candidates = candidates.narrow(row)
    return candidates


def candidates_in_time(rules: Rules, history: Sequence[Row]) -> Candidates:
    """As :func:`candidates_of`; by search where a limit in force leaves no time, or memory, to list codes."""
    left, memory = seconds_left(), memory_limit()
    if left is None or not is_enumerable(rules):
        return candidates_of(rules, history)
    if listing_seconds(rules, len(history)) > left / 2 or (memory and listing_bytes(rules) > memory):
        return ConstraintCandidates(rules, tuple(history))
    try:
        with share_of_limit(0.5):
            return candidates_of(rules, history)
    except LimitReached:
        return ConstraintCandidates(rules, tuple(history))


def listing_seconds(rules: Rules, rows: int) -> float:
    """How long it takes, roughly, to list all codes and to find those that fit so many rows."""
    return rules.size * (rows + 1) * rules.pegs / _SYMBOLS


def listing_bytes(rules: Rules) -> int:
    """The memory that takes at most."""
    return rules.size * (rules.pegs + 24)
