"""Exact draws of candidates, which samples are compared with."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pegwise.engine.unlimited.packed_state import Packing

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

__all__ = ["ExactDraws"]

_OTHER = -1


class ExactDraws:
    """Draws in which every candidate is equally likely, by how many prefixes lead to each state."""

    def __init__(self, rules: Rules, rows: Sequence[EngineRow]) -> None:
        self.packing = Packing(rules, rows)
        self.layers = [Counter({self.packing.start: 1})]
        for peg in range(rules.pegs):
            following: Counter[int] = Counter()
            for state, ways in self.layers[-1].items():
                for _, step, shift, mask, k, more in self._steps(peg):
                    new = state + step
                    if state >> shift & mask == k and not new & self.packing.guard:
                        following[new] += ways * more
            self.layers.append(following)

    def _steps(self, peg: int) -> Iterator[tuple[int, int, int, int, int, int]]:
        """What each color adds to a state where it stands ``k`` times, and how many colors do the same."""
        packing = self.packing
        for color, steps, field in zip(packing.guessed, packing.color_steps, packing.fields, strict=True):
            for k, step in enumerate(steps):
                yield color, packing.black_step(peg, color) + step, *field, k, 1
        for k, step in enumerate(packing.others_steps):
            left = len(packing.others) - (0 if packing.rules.repeats else k)
            if left > 0:
                yield _OTHER, packing.black_step(peg, _OTHER) + step, *packing.others_field, k, left

    def draw(self, rng: random.Random) -> tuple[int, ...]:
        """Draw a candidate."""
        last = self.layers[-1]
        state = rng.choices(list(last), list(last.values()))[0]
        code, others = list[int](), rng.sample(self.packing.others, len(self.packing.others))
        for peg in reversed(range(len(self.layers) - 1)):
            layer = self.layers[peg]
            back = [
                (color, state - step, layer[state - step] * more)
                for color, step, shift, mask, k, more in self._steps(peg)
                if state - step in layer and (state - step) >> shift & mask == k
            ]
            color, state, _ = rng.choices(back, [weight for _, _, weight in back])[0]
            if color == _OTHER:
                color = rng.choice(others) if self.packing.rules.repeats else others.pop()
            code.append(color)
        return tuple(reversed(code))
