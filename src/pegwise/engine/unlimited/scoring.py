"""Scores guesses by a sample of the candidates, and finds better ones by small changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.feedback import class_sizes
from pegwise.engine.kernels.compare.words import ENTROPY
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.limit import spend

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules

    I64 = NDArray[np.int64]
    Code = tuple[int, ...]

__all__ = ["Scorer", "changed", "improved"]

_GUESSES = 1 << 8
"""Guesses scored between two looks at the clock."""
_MOST_PEGS, _MOST_COLORS = 254, 1 << 16
"""What the compiled scores serve."""


class Scorer:
    """Scores guesses against codes (P, N): the sum of ``table[size]`` over the classes, lower is better.

    ``table`` has whole numbers for sizes 0 to N. The class of the win counts nothing.
    """

    def __init__(self, rules: Rules, codes: Columns, table: I64) -> None:
        self.rules, self.codes, self.table = rules, codes, table
        self._known = np.unique(codes)
        self._columns = np.searchsorted(self._known, codes).astype(np.uint16)
        self._counts = arrays.zeros((len(self._known) + 1, codes.shape[1]), np.uint16)
        for column in self._columns:
            spend(0)
            self._counts[column, np.arange(codes.shape[1], dtype=np.int64)] += 1
        self._held = {bytes(code) for code in np.ascontiguousarray(self._columns.T)}
        bins = rules.pegs * (rules.pegs + 1) + 1
        self._scratch = arrays.zeros((1, bins), np.int32), arrays.zeros(codes.shape[1], np.uint16)

    def scores(self, guesses: Sequence[Code]) -> I64:
        """The scores of guesses, codes from color 0: shape (G,)."""
        rows = np.array(guesses, np.uint32).reshape(len(guesses), self.rules.pegs)
        if self.rules.pegs > _MOST_PEGS or len(self._known) >= _MOST_COLORS:
            sizes = class_sizes(rows.T, self.codes, self.rules)
            return np.asarray(self.table[sizes[:, :-1]].sum(axis=1))
        # A color that no code has is as good as any other such color: the last row counts none.
        asked = np.minimum(np.searchsorted(self._known, rows), len(self._known) - 1)
        asked = np.where(self._known[asked] == rows, asked, len(self._known)).astype(np.uint16)
        out = np.empty(len(rows), np.int64)
        scored = kernel("wide_scores")
        for start in range(0, len(rows), _GUESSES):
            spend(0)
            part = slice(start, start + _GUESSES)
            scored(
                ENTROPY, not self.rules.whites, asked[part], self._columns, self._counts, self.table,
                out[part], *self._scratch,
            )  # fmt: skip
        wins = np.array([bytes(row) in self._held for row in np.ascontiguousarray(asked)], np.int64)
        return np.asarray(out - wins * self.table[1])


def improved(
    scorer: Scorer, guess: Code, rng: random.Random, rounds: int, together: int, kept: int = 1
) -> dict[Code, int]:
    """Guesses made by small changes, and their scores: the best ``kept`` of ``together``, so many rounds.

    Each round changes the best guess met so far. A change gives a peg another color, or has two pegs swap
    theirs.
    """
    best, score = guess, int(scorer.scores([guess])[0])
    found = {guess: score}
    for _ in range(rounds):
        tried = [changed(scorer.rules, best, rng) for _ in range(together)]
        scores = scorer.scores(tried)
        for place in np.argsort(scores, kind="stable")[:kept]:
            found[tried[place]] = int(scores[place])
        if scores.min() < score:
            best, score = tried[int(scores.argmin())], int(scores.min())
    return found


def changed(rules: Rules, code: Code, rng: random.Random) -> Code:
    """A code changed a little: a peg has another color, or two pegs have swapped theirs."""
    colors, peg, other = list(code), rng.randrange(rules.pegs), rng.randrange(rules.pegs)
    if rng.random() < 0.5:
        colors[peg], colors[other] = colors[other], colors[peg]
        return tuple(colors)
    color = rng.randrange(rules.colors)
    if not rules.repeats and color in code:
        colors[code.index(color)] = colors[peg]
    colors[peg] = color
    return tuple(colors)
