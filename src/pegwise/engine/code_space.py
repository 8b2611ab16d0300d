"""All secrets and all guesses of a game as arrays, in numeric order, for games that fit in memory.

Secrets and guesses are the same codes in the family of Mastermind, and two lists in listed games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine import family_codes
from pegwise.engine.family_codes import (
    ENUMERATION_LIMIT,
    LISTING_LIMIT,
    all_places,
    blocks,
    chosen,
    color_type,
    grouped,
    numbers_of,
    to_code,
    to_columns,
    turned,
    zero_based,
)
from pegwise.engine.listed.lists import lists_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Columns = NDArray[np.unsignedinteger[Any]]
    Indices = NDArray[np.int64]

__all__ = [
    "ENUMERATION_LIMIT",
    "LISTING_LIMIT",
    "all_codes",
    "all_guesses",
    "all_places",
    "blocks",
    "chosen",
    "codes_at",
    "color_type",
    "drawn_guesses",
    "grouped",
    "guess_index",
    "guess_places",
    "guess_places_at",
    "guesses_at",
    "index_of",
    "numbers_of",
    "places_of",
    "to_code",
    "to_columns",
    "turned",
    "weights_of",
    "zero_based",
]


def all_codes(rules: Rules) -> Columns:
    """Every code that can be secret, in numeric order: shape (pegs, size), colors from 0; read-only.

    Raises :class:`~pegwise.limit.LimitReached` where a limit in force ends it. The caller
    has checked that ``rules.size`` is at most :data:`ENUMERATION_LIMIT`.
    """
    return lists_of(rules).secrets if rules.is_listed else family_codes.all_codes(rules)


def all_guesses(rules: Rules) -> Columns:
    """Every code that may be guessed, as :func:`all_codes` has the secrets: shape (pegs, guess_count)."""
    return lists_of(rules).guesses if rules.is_listed else family_codes.all_codes(rules)


def places_of(codes: Columns, rules: Rules) -> Indices:
    """The places of codes (pegs, N) in numeric order among all secrets; -1 for a guess that is no secret."""
    return lists_of(rules).secret_places(codes) if rules.is_listed else family_codes.places_of(codes, rules)


def guess_places(codes: Columns, rules: Rules) -> Indices:
    """The places of codes (pegs, N) in numeric order among all guesses."""
    return lists_of(rules).guess_places(codes) if rules.is_listed else family_codes.places_of(codes, rules)


def codes_at(places: Indices, rules: Rules) -> Columns:
    """The secrets (pegs, N) at these places in numeric order: what :func:`places_of` is undone by."""
    return lists_of(rules).secrets[:, places] if rules.is_listed else family_codes.codes_at(places, rules)


def guesses_at(places: Indices, rules: Rules) -> Columns:
    """The guesses (pegs, N) at these places in numeric order: what :func:`guess_places` is undone by."""
    return lists_of(rules).guesses[:, places] if rules.is_listed else family_codes.codes_at(places, rules)


def guess_places_at(places: Indices, rules: Rules) -> Indices:
    """Where the secrets at these places stand among the guesses, (N,)."""
    return lists_of(rules).guess_of[places].astype(np.int64) if rules.is_listed else places


def drawn_guesses(rules: Rules, number: int, rng: np.random.Generator) -> Columns:
    """Guesses (pegs, N) drawn at random, some of them twice; none in games without repeated colors."""
    if rules.is_listed:
        guesses = lists_of(rules).guesses
        return guesses[:, rng.integers(guesses.shape[1], size=number)]
    found: Columns = rng.integers(rules.colors, size=(rules.pegs, number), dtype=color_type(rules)).astype(
        color_type(rules), copy=False
    )
    return found if rules.repeats else found[:, :0]


def index_of(code: Sequence[int], rules: Rules) -> int:
    """The place of a code (colors from 0) in numeric order among all secrets; -1 if it is none."""
    if rules.is_listed:
        return int(places_of(_column(code, rules), rules)[0])
    return family_codes.index_of(code, rules)


def guess_index(code: Sequence[int], rules: Rules) -> int:
    """The place of a code (colors from 0) in numeric order among all guesses."""
    if rules.is_listed:
        return int(guess_places(_column(code, rules), rules)[0])
    return family_codes.index_of(code, rules)


def _column(code: Sequence[int], rules: Rules) -> Columns:
    """Return a code (colors from 0) as engine code, shape (pegs, 1)."""
    return to_columns([[color + 1 for color in code]], rules)


def weights_of(codes: Columns, rules: Rules) -> Indices | None:
    """The weights of secrets (pegs, N), shape (N,); None if all count the same."""
    return lists_of(rules).weights[places_of(codes, rules)] if rules.weights else None
