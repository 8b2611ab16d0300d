"""What a prefix of a code uses up of a history, packed into one integer."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Rules

EngineRow: TypeAlias = "tuple[Sequence[int], int, int]"


def may_be(rules: Rules, rows: Sequence[EngineRow]) -> bool:
    """Tell whether the numbers of hits alone do not rule out every code."""
    return all(
        0 <= black <= black + white <= rules.pegs and (rules.whites or not white) for _, black, white in rows
    )


def guessed_and_others(rules: Rules, rows: Sequence[EngineRow]) -> tuple[list[int], list[int]]:
    """Return the colors of the guesses, and all others, which are alike."""
    guessed = set().union(*(guess for guess, _, _ in rows))
    return sorted(guessed), [color for color in range(rules.colors) if color not in guessed]


class Packing:
    """What a prefix of a code uses up of a history, as one integer: the prefix's *state*.

    For each row four numbers may not grow too large: black hits <= black, black misses <= P - black,
    hits <= black + white, other pegs <= P - black - white. At the last peg that is the same as equality.
    Each number has a field that starts so that its top bit, the *guard*, is set just when it grows too large;
    one addition then brings a state to the next peg, and one ``&`` tests all rows. Above these fields
    are the counts of the colors, each only as far as it matters: up to the most any guess has of it.

    Prefixes of one length with equal states have the same completions.
    """

    def __init__(self, rules: Rules, rows: Sequence[EngineRow]) -> None:
        spend(0)
        self.rules = rules
        self.rows = [(tuple(guess), black, white) for guess, black, white in rows]
        self.possible = may_be(rules, rows)
        self.start = self.guard = self._bits = 0
        self.guessed, self.others = guessed_and_others(rules, rows)
        self.counted = rules.whites or not rules.repeats
        if self.possible:
            self._lay_out()

    def _lay_out(self) -> None:
        pegs, whites = self.rules.pegs, self.rules.whites
        blacks = [(self._limit(black), self._limit(pegs - black)) for _, black, _ in self.rows]
        self._missed = sum(miss for _, miss in blacks)
        self._black_steps = [self._black_steps_at(peg, blacks) for peg in range(pegs)]
        self.totals_at = self._bits
        """The first bit above the black fields: what is from here on depends on the color counts alone."""
        hits = [black + white for _, black, white in self.rows] if whites else []
        self._total = [(self._limit(hit), self._limit(pegs - hit)) for hit in hits]
        self.others_field = (0, 0)
        others = [sum(miss for _, miss in self._total)]
        if not self.rules.repeats:
            self.others_field, others = self._count_field(len(self.others), others * (len(self.others) + 1))
        self.others_steps = others
        self.fields = [(0, 0)] * len(self.guessed)
        self.color_steps = [[0] for _ in self.guessed]
        if self.counted:
            # The first color takes the highest field, see _fill.
            for place in reversed(range(len(self.guessed))):
                self._lay_out_color(place)

    def _lay_out_color(self, place: int) -> None:
        spend(0)
        counts = [guess.count(self.guessed[place]) for guess, _, _ in self.rows]
        cap = max(counts) if self.rules.repeats else 1
        steps = [0] * (cap + 1)
        for count, (hit, miss) in zip(counts, self._total, strict=False):
            steps[0] += hit if count else miss
            if count:
                steps[count] += miss - hit  # from the peg on that is one more than the row has
        steps = list(accumulate(steps))
        self.fields[place], self.color_steps[place] = self._count_field(cap, steps)

    def _limit(self, limit: int) -> int:
        """A field that may count up to ``limit``; the answer is its 1."""
        unit, top = 1 << self._bits, 1 << limit.bit_length()
        self.start += unit * (top - 1 - limit)
        self.guard += unit * top
        self._bits += limit.bit_length() + 1
        return unit

    def _count_field(self, cap: int, steps: list[int]) -> tuple[tuple[int, int], list[int]]:
        """A field for a count up to ``cap`` (its place and mask); ``steps`` with the count's own step added.

        Beyond the cap a count stays as it is; with distinct colors it may not go there.
        """
        shift, width = self._bits, cap.bit_length()
        self._bits += width
        last = 0
        if not self.rules.repeats:
            last = 1 << self._bits
            self.guard += last
            self._bits += 1
        own = [1 << shift] * cap + [last]
        return (shift, (1 << width) - 1), [a + b for a, b in zip(steps, own, strict=True)]

    def black_step(self, peg: int, color: int) -> int:
        """What a color at a peg adds to the black fields."""
        return self._black_steps[peg].get(color, self._missed)

    def _black_steps_at(self, peg: int, blacks: list[tuple[int, int]]) -> dict[int, int]:
        """The same of the colors that guesses have at this peg; any other misses in every row."""
        steps: dict[int, int] = {}
        for (guess, _, _), (hit, miss) in zip(self.rows, blacks, strict=True):
            steps[guess[peg]] = steps.get(guess[peg], self._missed) + hit - miss
        return steps
