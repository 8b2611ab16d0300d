"""Finds a guess in place of one that a bounded search did not find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.code_space import can_search, rows_of, to_code

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code

_MOVES = 8_000_000
"""Changes that a walk tries that has the time."""


def stand_in(position: Position, seed: int | str, moves: int = _MOVES) -> Code:
    """Return a candidate that a walk of so many changes finds, or else the nearest that was not guessed.

    The codes of a game that has a list are looked at instead.
    """
    if not can_search(position.rules):
        return position.candidates.first() or position.rules.example
    from pegwise.engine.unlimited.sampled_choice import unused
    from pegwise.engine.unlimited.walk import Walk

    rules, rows = position.rules, rows_of(position.history)
    walk = Walk(rules, rows, seed)
    found = walk.first(moves) or unused(rules, rows, walk.nearest()[0], seed)
    return rules.spelled(to_code(found))
