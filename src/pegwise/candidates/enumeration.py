"""Which games' codes can be listed, what that costs, and the list of the candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.candidates.enumerated import EnumeratedCandidates
from pegwise.engine.code_space import ENUMERATION_LIMIT, LISTING_LIMIT, all_places, zero_based
from pegwise.engine.enumerated.row_filter import MOST_COLORS, MOST_PEGS, fitting_places
from pegwise.engine.unlimited.consistent_codes import can_search
from pegwise.errors import LimitError
from pegwise.notation import number_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Row, Rules

__all__ = ["is_enumerable", "is_listable", "listed_candidates", "listing_bytes", "listing_seconds"]

_SYMBOLS = 1.6e8
"""Symbols of codes that are listed, or compared with a guess, per second: nominal."""
_QUICK_SYMBOLS, _SURVIVING = 2.5e9, 0.08
"""The same for the first row, which is compared without listing the codes; and the share of the codes that is
then compared with the other rows.
"""
_TABLES = 1 << 16
"""Codes from which on that is worth it."""


def is_enumerable(rules: Rules) -> bool:
    """Tell whether all codes of these rules are held in memory."""
    return rules.size <= ENUMERATION_LIMIT


def is_listable(rules: Rules, history: Sequence[Row]) -> bool:
    """Tell whether the candidates can be listed: all codes are held in memory, or gone through once."""
    return is_enumerable(rules) or (bool(history) and rules.size <= LISTING_LIMIT and _has_tables(rules))


def _has_tables(rules: Rules) -> bool:
    return rules.colors <= MOST_COLORS and rules.pegs <= MOST_PEGS and can_search(rules)


def listed_candidates(rules: Rules, history: Sequence[Row], false_rows: int = 0) -> EnumeratedCandidates:
    """Return the candidates after ``history``, listed: the codes that all rows but ``false_rows`` fit.

    Raises:
        LimitError: If they cannot be listed; see :func:`is_listable`.
    """
    if not is_listable(rules, history) or (false_rows and not is_enumerable(rules)):
        beside = " and to allow false rows" if false_rows else ""
        raise LimitError(f"{rules} has {number_name(rules.size)} codes: too many to enumerate{beside}")
    rows = list(history)
    if not false_rows and rows and rules.size >= _TABLES and _has_tables(rules):
        guess, (black, white) = rows.pop(0)
        found = EnumeratedCandidates(rules, fitting_places(rules, zero_based(guess), black, black + white))
    else:
        found = EnumeratedCandidates(rules, all_places(rules), false_rows)
    for row in rows:
        found = found.narrow(row)
    return found


def listing_seconds(rules: Rules, rows: int) -> float:
    """Estimate how long it takes to list all codes, or to find the candidates after so many rows."""
    symbols = rules.size * rules.pegs
    if not rows or rules.size < _TABLES or not _has_tables(rules):
        return symbols * (rows + 1) / _SYMBOLS
    return symbols / _QUICK_SYMBOLS + (rows > 1) * _SURVIVING * symbols / _SYMBOLS


def listing_bytes(rules: Rules) -> int:
    """Estimate the most memory that it takes to list all codes."""
    return rules.size * (rules.pegs + 24)
