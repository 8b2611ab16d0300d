"""Chooses among very many guesses by counted work: round by round, fewer guesses meet more candidates."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import Columns, can_search, codes_at, places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Leading = Callable[[Columns, Columns], NDArray[Any]]
    Told = Callable[[Columns], NDArray[np.bool_]]

_ROUNDS, _FEWEST, _STEPS = 8, 64, 3
"""The share of the pairs that a round has; guesses, at least, that go on; how often the best are changed."""
SMALLEST = 256
"""Candidates, at least, that a guess is compared with: the shares of classes are then known to about 3 %."""


def best_in_rounds(
    pool: Columns,
    candidates: Columns,
    pairs: int,
    most: int,
    rng: np.random.Generator,
    leading: Leading,
    held: Told,
    around: Callable[[Columns], Columns],
) -> tuple[Columns, Columns]:
    """Return the best guesses found (pegs, G), and the candidates that the last round compared them with.

    Each round draws a sample of the candidates, as large as its share of the ``pairs`` allows, and keeps a
    sixteenth of the guesses. Each sample is drawn anew, so luck in an earlier round counts for nothing. Then
    the best guesses are tried again with those around them, some times.

    Args:
        pool: The guesses to begin with, ascending.
        candidates: All candidates, shape (pegs, N).
        pairs: How many pairs of a guess and a candidate are compared, about.
        most: The largest sample.
        rng: What draws the samples.
        leading: Scores guesses, shape (pegs, G), against candidates, shape (pegs, n): shape (G,), lower is
            better.
        held: Tells which guesses are better than others with the same score, shape (G,).
        around: Returns some guesses together with others that differ little from them, ascending.

    Returns:
        The guesses of the last round, ascending, and its sample.
    """
    share = pairs // _ROUNDS

    def narrowed(pool: Columns) -> tuple[Columns, Columns]:
        size = candidates.shape[1]
        while True:
            count = pool.shape[1]
            wanted = min(size, most, max(SMALLEST, share // count))
            drawn = candidates
            if wanted < size:
                drawn = candidates[:, np.sort(rng.choice(size, wanted, replace=False, shuffle=False))]
            kept = max(_FEWEST, count // 16)
            if wanted == min(size, most) or kept >= count:
                return pool, drawn
            pool = _best(pool, leading(pool, drawn), kept, held)

    pool, drawn = narrowed(pool)
    for _ in range(_STEPS):
        pool, drawn = narrowed(around(_best(pool, leading(pool, drawn), _FEWEST, held)))
    return pool, drawn


def _best(pool: Columns, scores: NDArray[Any], number: int, held: Told) -> Columns:
    """Return so many of the best guesses, in the order of the pool."""
    if number >= pool.shape[1]:
        return pool
    near = np.flatnonzero(scores <= np.partition(scores, number - 1)[number - 1])
    if len(near) > number:
        near = np.sort(near[np.lexsort((~held(pool[:, near]), scores[near]))[:number]])
    return pool[:, near]


def with_near(codes: Columns, rules: Rules) -> Columns:
    """Return these codes (pegs, N) and all that are a small change away, ascending, each once.

    A change gives a peg another color, or has two pegs swap theirs. Where no color may repeat, a peg that
    gets the color of another peg gives it its own.

    >>> import numpy
    >>> from pegwise.rules import Rules
    >>> with_near(numpy.array([[0], [1]]), Rules(2, 3, repeats=False)).T.tolist()
    [[0, 1], [0, 2], [1, 0], [2, 1]]
    """
    if not can_search(rules):  # a list has no neighborhood
        return codes
    places = np.concatenate([places_of(each, rules) for each in _changed(codes, rules)])
    return codes_at(np.unique(places), rules)


def _changed(codes: Columns, rules: Rules) -> Iterator[Columns]:
    """Iterate over the changes: each time all codes, changed in the same way."""
    for peg, color in product(range(rules.pegs), range(rules.colors)):
        changed = codes.copy()
        if not rules.repeats:
            np.copyto(changed, codes[peg], where=codes == color)
        changed[peg] = color
        yield changed
    if rules.repeats:
        for one, other in combinations(range(rules.pegs), 2):
            changed = codes.copy()
            changed[[one, other]] = codes[[other, one]]
            yield changed
