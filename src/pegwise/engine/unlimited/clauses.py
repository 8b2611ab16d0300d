"""A history as clauses of propositional logic, which are true of the candidates and of no other code.

For each peg and color one variable says that the color is there. Numbers of hits are in unary: the outputs of
a totalizer over some variables say "at least 1 of these hold", "at least 2" and so on. The feedback of a row
is then a statement about single outputs, which can be asked for or left open without other clauses.

Source: O. Bailleux and Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pegwise.errors import LimitError
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

__all__ = ["Clauses"]

_MOST = 3_000_000
"""Clauses that may be made, about: 100 bytes each."""


class Clauses:
    """The clauses of a game, with outputs for the feedback of guesses.

    A literal is the number of a variable, negative if the variable is to be false.

    Raises:
        LimitError: If there would be too many clauses.
    """

    def __init__(self, rules: Rules, rows: Sequence[EngineRow]) -> None:
        pegs, colors = rules.pegs, rules.colors
        if pegs * pegs * (2 * len(rows) + colors) + pegs * colors * max(pegs, colors) > _MOST:
            raise LimitError(f"{rules} with {len(rows)} rows is too large for a proof by clauses")
        self.rules = rules
        self.clauses: list[list[int]] = []
        self._variables = 0
        self.true = self.variable()
        self.clauses.append([self.true])
        self.pegs = [[self.variable() for _ in range(colors)] for _ in range(pegs)]
        for there in self.pegs:
            self.clauses.append(there)
            self._at_most_one(there)
        if not rules.repeats:
            for color in range(colors):
                self._at_most_one([there[color] for there in self.pegs])
        self._colors = self._color_counts([guess for guess, _, _ in rows]) if rules.whites else {}
        self._blacks = [self._black(guess) for guess, _, _ in rows]
        self._hits = [self._all_hits(guess) for guess, _, _ in rows] if rules.whites else []

    def variable(self) -> int:
        """Make a new variable."""
        self._variables += 1
        return self._variables

    def answer(self, row: int, black: int, white: int) -> list[int]:
        """Return literals that all hold only for the codes that give this row this feedback."""
        told = _exactly(self._blacks[row], black, self.true)
        return told + _exactly(self._hits[row], black + white, self.true) if self.rules.whites else told

    def code(self, model: Sequence[int]) -> tuple[int, ...]:
        """Return the code of a model: a literal of each variable, in their order."""
        return tuple(next(c for c, at in enumerate(there) if model[at - 1] > 0) for there in self.pegs)

    def _at_most_one(self, literals: list[int]) -> None:
        self.clauses += [[-one, -other] for place, one in enumerate(literals) for other in literals[:place]]

    def _color_counts(self, guesses: list[Sequence[int]]) -> dict[int, list[int]]:
        """For each color that is guessed: "at least so many pegs have it", as far as a guess asks."""
        most: dict[int, int] = {}
        for guess in guesses:
            for color, count in Counter(guess).items():
                most[color] = max(count, most.get(color, 0))
        return {
            color: self._at_least([there[color] for there in self.pegs], count)
            for color, count in most.items()
        }

    def _black(self, guess: Sequence[int]) -> list[int]:
        return self._at_least([there[color] for there, color in zip(self.pegs, guess, strict=True)])

    def _all_hits(self, guess: Sequence[int]) -> list[int]:
        return self._at_least(
            [each for color, count in Counter(guess).items() for each in self._colors[color][:count]]
        )

    def _at_least(self, literals: list[int], most: int | None = None) -> list[int]:
        """Outputs of a totalizer: number k, from 0, holds just if more than k of the literals do."""
        spend(0)
        if len(literals) <= 1:
            return literals[:most]
        half = len(literals) // 2
        left, right = self._at_least(literals[:half], most), self._at_least(literals[half:], most)
        size = len(literals) if most is None else min(most, len(literals))
        outputs = [self.variable() for _ in range(size)]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                above, below = min(i + j, size), i + j
                if above:  # i of the left and j of the right make so many at least
                    self.clauses.append(
                        [-each for each in left[i - 1 : i] * (i > 0) + right[j - 1 : j] * (j > 0)]
                        + [outputs[above - 1]]
                    )
                if below < size:  # no more than i and no more than j make no more
                    self.clauses.append(left[i : i + 1] + right[j : j + 1] + [-outputs[below]])
        return outputs


def _exactly(outputs: list[int], number: int, true: int) -> list[int]:
    """Literals that hold if just so many hold of what a totalizer counts."""
    if not 0 <= number <= len(outputs):
        return [-true]
    return outputs[number - 1 : number] * (number > 0) + [-each for each in outputs[number : number + 1]]
