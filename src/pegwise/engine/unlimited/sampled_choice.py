"""Finds the guess that leaves the least to do, as far as a sample of the candidates tells."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.sample import draw
from pegwise.engine.unlimited.scoring import Scorer, improved
from pegwise.engine.unlimited.two_steps import two_steps
from pegwise.limit import LimitReached

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.engine.unlimited.sample import Drawn
    from pegwise.rules import Rules

__all__ = ["Choice", "choice"]

_SAMPLE, _POOL, _SPARE = 4_800, 800, 2
"""Candidates in a sample, how many of them are tried as guesses, and how many a walk finds for each."""
_CHANGES, _FEW_CHANGES = (50, 150, 1), (12, 100, 10)
"""In how many rounds a guess is changed, how many changes are tried and kept in each.

The second three are those if there are few candidates.
"""
_STARTS, _FEW_STARTS = 40, 10
"""How many of the best guesses are changed: so many, divided by the pegs; and if there are few candidates."""
_FEW, _COMPARED = 1_000, 100
"""With at most so many candidates, all known, so many guesses are compared by what the next ones leave."""
_MOVES, _SEARCH = 15_000_000, 20_000_000
"""Changes that a walk tries to draw the sample, and before that to find a first candidate."""
_BITS, _OFFSET, _SCALE = 4.3, 1.27, 1 << 20
"""n candidates take about _OFFSET + log2(n) / _BITS guesses; and the units of scores to a guess."""
_MORE = 50
"""For each candidate of a sample that is not all of them: how many candidates it stands for, nominally."""


@dataclass(frozen=True)
class Choice:
    """Guesses, the best first, and the sample that they rest on; none if no candidate was found."""

    guesses: tuple[tuple[int, ...], ...]
    drawn: Drawn
    tried: int
    """How many guesses were scored."""


def choice(
    rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, number: int = 1, effort: float = 1.0
) -> Choice:
    """Find the best ``number`` guesses; ``effort`` multiplies the work. A limit in force may end it early.

    Some codes of the sample are tried as guesses, and the best is improved by small changes; so it need not
    be a candidate. If there are few candidates, the best guesses are compared by what the next guess after
    them would leave.

    >>> from pegwise.rules import Rules
    >>> found = choice(Rules(20, 20), [(range(20), 3, 7)], effort=0.1)
    >>> len(found.guesses[0]), len(found.drawn.codes)
    (20, 1517)
    """
    root = effort**0.5
    drawn = draw(rules, rows, seed, int(_SAMPLE * root), int(_MOVES * effort), int(_SEARCH * effort), _SPARE)
    size = len(drawn.codes)
    if size <= 2:
        return Choice(drawn.codes[:number], drawn, size)
    few = drawn.is_all and size <= _FEW
    starts = _FEW_STARTS if few else max(1, _STARTS // rules.pegs)
    rounds, together, kept = _FEW_CHANGES if few else _CHANGES
    guesses, tried = drawn.codes[:number], 0
    try:
        scorer = Scorer(rules, drawn.columns, _table(size, drawn.is_all))
        pool = drawn.codes[: max(number, int(_POOL * root))]
        scored = dict(zip(pool, scorer.scores(pool).tolist(), strict=True))
        guesses, tried = _best(scored, number), len(pool)
        if scored[guesses[0]] > scorer.table[1] * (size - 1):  # else it tells all codes apart
            rounds, rng = int(rounds * root), random.Random(f"{seed} improved")
            for start in _best(scored, starts):
                scored |= improved(scorer, start, rng, rounds, together, kept)
                tried += rounds * together
            guesses = _best(scored, number)
            if few:
                guesses = two_steps(scorer, _best(scored, max(number, _COMPARED)))[:number]
    except LimitReached:
        pass
    return Choice(guesses, drawn, tried)


def _best(scored: Mapping[tuple[int, ...], int], number: int) -> tuple[tuple[int, ...], ...]:
    """Return so many guesses with the lowest scores, the lowest first."""
    return tuple(sorted(scored, key=scored.__getitem__)[:number])


def _table(size: int, is_all: bool) -> NDArray[np.int64]:
    """Estimate how many guesses each class of a sample of this size takes, by its size, in 1 / _SCALE."""
    sizes = np.arange(size + 1, dtype=np.int64) * (1 if is_all else _MORE)
    guesses = _OFFSET + np.log2(np.maximum(2, sizes)) / _BITS
    return np.rint(np.arange(size + 1, dtype=np.int64) * np.where(sizes <= 1, 1.0, guesses) * _SCALE).astype(
        np.int64
    )
