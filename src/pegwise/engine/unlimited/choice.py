"""The guess that leaves least to do, as far as a sample of the codes that fit tells."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.sample import draw
from pegwise.engine.unlimited.scoring import Scorer, improved
from pegwise.limit import LimitReached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packing import EngineRow
    from pegwise.engine.unlimited.sample import Drawn
    from pegwise.rules import Rules

__all__ = ["Choice", "choice"]

_SAMPLE, _POOL = 2_400, 480
"""Codes that fit in a sample, and how many of them are tried as guesses."""
_ROUNDS, _TOGETHER = 24, 150
"""Rounds in which the best guess is changed, and changes tried in each."""
_MOVES, _SEARCH = 15_000_000, 20_000_000
"""Changes a walk tries to draw the sample, and before that to meet a first code."""
_BITS, _OFFSET, _SCALE = 4.3, 1.27, 1 << 20
"""n codes take about _OFFSET + log2(n) / _BITS guesses; and the units of scores to a guess."""
_MORE = 50
"""For each code of a sample that is not all of them: how many codes it stands for, nominally."""


@dataclass(frozen=True)
class Choice:
    """Guesses, best first, and the sample they were chosen by; none where no code that fits was met."""

    guesses: tuple[tuple[int, ...], ...]
    drawn: Drawn
    tried: int
    """How many guesses were scored."""


def choice(
    rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, number: int = 1, effort: float = 1.0
) -> Choice:
    """The best ``number`` guesses found; ``effort`` multiplies the work. A limit in force may end it early.

    Some codes of the sample are tried as guesses, and the best is improved by small changes; so it need not
    fit.

    >>> from pegwise.rules import Rules
    >>> found = choice(Rules(20, 20), [(range(20), 3, 7)], effort=0.1)
    >>> len(found.guesses[0]), len(found.drawn.codes)
    (20, 758)
    """
    root = effort**0.5
    drawn = draw(rules, rows, seed, int(_SAMPLE * root), int(_MOVES * effort), int(_SEARCH * effort))
    if len(drawn.codes) <= 2:
        return Choice(drawn.codes[:number], drawn, len(drawn.codes))
    pool, guesses = drawn.codes[: max(number, int(_POOL * root))], drawn.codes[:number]
    tried = 0
    try:
        scorer = Scorer(rules, drawn.columns, _table(len(drawn.codes), drawn.is_all))
        scores = scorer.scores(pool)
        tried = len(pool)
        guesses = tuple(pool[place] for place in np.argsort(scores, kind="stable")[:number])
        if scores.min() > scorer.table[1] * (len(drawn.codes) - 1):  # else it tells all codes apart
            rounds, rng = int(_ROUNDS * root), random.Random(f"{seed} improved")
            better, score = improved(scorer, guesses[0], rng, rounds, _TOGETHER)
            tried += rounds * _TOGETHER
            if score < scores.min():
                guesses = (better, *guesses)[:number]
    except LimitReached:
        pass
    return Choice(guesses, drawn, tried)


def _table(size: int, is_all: bool) -> NDArray[np.int64]:
    """About how many guesses each class of a sample of this size takes in all, by its size, in 1 / _SCALE."""
    sizes = np.arange(size + 1) * (1 if is_all else _MORE)
    guesses = _OFFSET + np.log2(np.maximum(2, sizes)) / _BITS
    return np.rint(np.arange(size + 1) * np.where(sizes <= 1, 1.0, guesses) * _SCALE).astype(np.int64)
