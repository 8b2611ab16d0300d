"""Finds a guess in place of one that a bounded search did not find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.code_space import can_search, rows_of, to_code

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code

_MOVES = 8_000_000
"""Changes that a walk tries that has the time."""


def stand_in(position: Position, seed: int | str, moves: int = _MOVES) -> tuple[Code, bool]:
    """Return a candidate that a walk of so many changes finds, or else the nearest code that was not guessed.

    And True if it is a candidate. The codes of a game that has a list are looked at instead.
    """
    rules = position.rules
    if not can_search(rules):
        first = position.candidates.first()
        return first or rules.example, first is not None
    from pegwise.engine.unlimited.sampled_choice import unused
    from pegwise.engine.unlimited.walk import Walk

    rows = rows_of(position.history)
    walk = Walk(rules, rows, seed)
    found = walk.first(moves)
    return rules.spelled(to_code(found or unused(rules, rows, walk.nearest()[0], seed))), found is not None
