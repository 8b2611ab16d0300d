"""How many codes fit a history, exactly where that can be; and random ones among them.

Counting goes peg by peg over the states of :class:`~pegwise.engine.constraint.Packing`: prefixes with equal
states are counted together.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb, perm
from typing import TYPE_CHECKING, NamedTuple

from pegwise.engine.constraint import Blacks, ConstraintSearch, Packing, Totals
from pegwise.evidence import Count
from pegwise.rules import Rules

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from pegwise.engine.constraint import EngineRow

__all__ = ["MAX_STATES", "Completions", "count", "random_code"]

MAX_STATES = 100_000
"""States a table may have by default: about a second of work and 20 MB."""


class _Move(NamedTuple):
    """Colors that do the same to a state at one peg."""

    colors: list[int]
    steps: list[int]
    shift: int  # of the field that says which step it is
    mask: int
    ways: list[int]  # how many colors there are to choose from, by the same field


class Completions:
    """The number of prefixes that lead to each state, peg by peg; from it the number of codes, and samples.

    >>> import random
    >>> from pegwise.rules import Rules
    >>> table = Completions.build(Rules(12, 12), [(range(12), 3, 6)], MAX_STATES)
    >>> table.total
    58082868480
    >>> code = table.sample(random.Random(0))
    >>> sum(place == color for place, color in enumerate(code)), len(set(code))
    (3, 9)
    """

    def __init__(self, packing: Packing, moves: list[list[_Move]], layers: list[dict[int, int]]) -> None:
        self._packing, self._moves, self._layers = packing, moves, layers
        self.total = sum(layers[-1].values())
        """How many codes fit; exact."""

    @classmethod
    def build(cls, rules: Rules, rows: Sequence[EngineRow], max_states: int) -> Completions | None:
        """The table, or None if it would have more than ``max_states`` states."""
        packing = Packing(rules, [(tuple(guess), black, white) for guess, black, white in rows])
        if not packing.possible:
            return cls(packing, [], [{}])
        moves = [_moves(packing, peg) for peg in range(rules.pegs)]
        # Looking ahead keeps out states that no code completes. A single row has next to none.
        totals = Totals(packing) if rules.whites and len(rows) > 1 else None
        blacks = Blacks(packing) if len(rows) > 1 else None
        layers, room = [{packing.start: 1}], max_states
        for peg, here in enumerate(moves):
            layer = _step(layers[-1], here, packing.guard, room)
            left = rules.pegs - 1 - peg
            if layer is not None and left:
                layer = {
                    state: ways
                    for state, ways in layer.items()
                    if (totals is None or totals.feasible(state, left))
                    and (blacks is None or blacks.feasible(state, peg + 1))
                }
            if layer is None or len(layer) > room:
                return None
            room -= len(layer)
            layers.append(layer)
        return cls(packing, moves, layers)

    def sample(self, rng: random.Random) -> tuple[int, ...]:
        """A code that fits, each equally likely. There must be one: ``total`` is not 0."""
        last = self._layers[-1]
        state = rng.choices(list(last), [ways / self.total for ways in last.values()])[0]
        return tuple()
