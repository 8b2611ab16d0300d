"""The codes consistent with a history, behind one interface, whether or not they fit in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.candidates.base import Candidates, length
from pegwise.candidates.enumerated import (
    EnumeratedCandidates,
    is_enumerable,
    is_listable,
    listed_candidates,
    listing_bytes,
    listing_seconds,
)
from pegwise.engine.code_space import can_search
from pegwise.errors import MethodError
from pegwise.limit import LimitReached, limited, memory_limit, seconds_left, share_of_limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Row, Rules

__all__ = [
    "Candidates",
    "EnumeratedCandidates",
    "candidates_by_search",
    "candidates_in_time",
    "candidates_of",
    "check_enumerable",
    "check_family",
    "is_enumerable",
    "is_listable",
    "length",
    "listed_candidates",
    "listing_bytes",
    "listing_seconds",
]


def candidates_of(rules: Rules, history: Sequence[Row], false_rows: int = 0) -> Candidates:
    """Return the candidates after ``history``: listed if the codes fit in memory, else found by search.

    Raises:
        LimitError: If rows may be false, and there are too many codes to list.
    """
    if is_enumerable(rules) or false_rows:
        return listed_candidates(rules, history, false_rows)
    return candidates_by_search(rules, history)


def check_enumerable(rules: Rules, strategy: str) -> None:
    """Raise a :class:`~pegwise.errors.MethodError` for too many codes for a strategy that looks at each."""
    if not is_enumerable(rules):
        raise MethodError(
            f"{rules} has too many codes for {strategy}, which looks at every code; "
            "the strategy large plays games of this size"
        )


def check_family(rules: Rules, what: str) -> None:
    """Raise a :class:`~pegwise.errors.MethodError` for listed rules, where something needs all codes."""
    if not can_search(rules):
        raise MethodError(
            f"{what} needs a game in which all codes of its pegs and colors are secrets; {rules} has lists"
        )


def candidates_in_time(rules: Rules, history: Sequence[Row], false_rows: int = 0) -> Candidates:
    """Return what :func:`candidates_of` does, or candidates by search if a limit leaves no time or memory."""
    left, memory = seconds_left(), memory_limit()
    if left is None or not is_enumerable(rules):
        return candidates_of(rules, history, false_rows)
    if listing_seconds(rules, len(history)) > left / 2 or (memory and listing_bytes(rules) > memory):
        return candidates_by_search(rules, history, false_rows)
    try:
        with share_of_limit(0.5):
            return candidates_of(rules, history, false_rows)
    except LimitReached:
        return candidates_by_search(rules, history, false_rows)


def candidates_by_search(rules: Rules, history: Sequence[Row], false_rows: int = 0) -> Candidates:
    """Return the candidates without listing all codes.

    Those of listed rules are listed in any case, and those of rows that may be false.
    """
    if can_search(rules) and not false_rows:
        from pegwise.candidates.unlisted import ConstraintCandidates  # few games need it

        return ConstraintCandidates(rules, tuple(history))
    with limited(None):  # three seconds for the longest list
        return listed_candidates(rules, history, false_rows)
