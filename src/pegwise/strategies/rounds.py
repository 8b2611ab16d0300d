"""Chooses among very many guesses by counted work: round by round, fewer guesses meet more candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.engine.space import Columns

__all__ = ["SMALLEST", "best_in_rounds"]

_ROUNDS, _FEWEST = 4, 64
"""Rounds, with an equal share of the pairs each; and guesses, at least, that go into the last one."""
SMALLEST = 256
"""Candidates, at least, that a guess is compared with: the shares of classes are then known to about 3 %."""


def best_in_rounds(
    pool: Columns,
    candidates: Columns,
    pairs: int,
    most: int,
    rng: np.random.Generator,
    leading: Callable[[Columns, Columns], NDArray[Any]],
) -> tuple[Columns, Columns]:
    """Return the best guesses of a pool (pegs, G), and the candidates that the last round compared them with.

    Each round draws a sample of the candidates, as large as its share of the ``pairs`` allows, and keeps a
    sixteenth of the guesses. Each sample is drawn anew, so luck in an earlier round counts for nothing.

    Args:
        pool: The guesses, ascending.
        candidates: All candidates, shape (pegs, N).
        pairs: How many pairs of a guess and a candidate are compared, about.
        most: The largest sample.
        rng: What draws the samples.
        leading: Scores guesses, shape (pegs, G), against candidates, shape (pegs, n): shape (G,), lower is
            better.

    Returns:
        The guesses of the last round, ascending, and its sample.
    """
    size, share = candidates.shape[1], pairs // _ROUNDS
    while True:
        count = pool.shape[1]
        wanted = min(size, most, max(SMALLEST, share // count))
        drawn = candidates
        if wanted < size:
            drawn = candidates[:, np.sort(rng.choice(size, wanted, replace=False, shuffle=False))]
        kept = max(_FEWEST, count // 16)
        if wanted == min(size, most) or kept >= count:
            return pool, drawn
        # The order among equals is that of the pool.
        pool = pool[:, np.sort(np.argsort(leading(pool, drawn), kind="stable")[:kept])]
