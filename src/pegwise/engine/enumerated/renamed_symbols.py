"""What the renamings of a game rename: its colors, or the colors of each peg on their own.

A black hit compares two codes at one peg. Where only black hits are told and colors may repeat, the colors of
each peg can thus be renamed without regard to the other pegs. Color c of peg p is then the *symbol* p*C + c.
In all other games a symbol is a color. Renamings of symbols serve both, as a code and its image have each
symbol at a peg where it belongs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules

__all__ = ["MOST_SYMBOLS", "has_own_colors", "symbol_count", "to_symbols"]

MOST_SYMBOLS = 254
"""The most symbols of a game whose pegs have colors of their own; in larger games, a symbol is a color."""


def has_own_colors(rules: Rules) -> bool:
    """Tell whether each peg's colors can be renamed on their own."""
    symbols = rules.pegs * rules.colors
    return not rules.whites and rules.repeats and symbols <= MOST_SYMBOLS and symbols**rules.pegs <= 2**64


def symbol_count(rules: Rules) -> int:
    """Count the symbols of a game.

    >>> from pegwise.rules import Rules
    >>> symbol_count(Rules(4, 6)), symbol_count(Rules(4, 6, whites=False))
    (6, 24)
    """
    return rules.pegs * rules.colors if has_own_colors(rules) else rules.colors


def to_symbols(codes: Columns, rules: Rules) -> Columns:
    """Return codes (P, N), colors from 0, as symbols."""
    if not has_own_colors(rules):
        return codes
    symbols: Columns = (
        codes + (np.arange(rules.pegs, dtype=np.int64) * rules.colors).astype(np.uint8)[:, None]
    )
    return symbols
