"""Finds a guess in place of one that a bounded search did not find."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pegwise.engine.code_space import can_search, to_code, zero_based

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
    from pegwise.engine.unlimited.walk import Walk

    rows = [(zero_based(guess), *told) for guess, told in position.history]
    walk = Walk(position.rules, rows, seed)
    found = walk.first(moves)
    return position.rules.spelled(to_code(found)) if found else unused(position, walk.nearest()[0], seed)


def unused(position: Position, code: tuple[int, ...], seed: int | str) -> Code:
    """Return a code, from color 0, changed a little until it is not one that was guessed before."""
    from pegwise.engine.unlimited.sampled_choice import changed

    guessed, rng = {row.guess for row in position.history}, random.Random(f"{seed} unused")
    while (spelled := position.rules.spelled(to_code(code))) in guessed:
        code = changed(position.rules, code, rng)
    return spelled
