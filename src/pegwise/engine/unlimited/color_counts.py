"""How often a candidate can have each color: what the hits of both kinds, summed, say by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.packed_counters import Fields
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_counters import Words
    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

__all__ = ["color_counts"]


def color_counts(
    rules: Rules, rows: Sequence[EngineRow], guessed: Sequence[int], most: int
) -> NDArray[np.int64] | None:
    """Return all numbers of each color that candidates can have, one column each; None if they are many.

    The rows of the result are the colors in ``guessed``, those of any guess, and all others together. Only
    the sum of black and white hits is looked at. No more than ``most`` columns are made on the way.

    >>> from pegwise.rules import Rules
    >>> color_counts(Rules(3, 4), [((0, 1, 1), 0, 2)], [0, 1], 100).T.tolist()
    [[0, 2, 1], [0, 3, 0], [1, 1, 1], [2, 1, 0]]
    """
    pegs, others = rules.pegs, rules.colors - len(guessed)
    hits = [black + white for _, black, white in rows] if rules.whites else []
    guesses = [list(guess) for guess, _, _ in rows] if rules.whites else []
    wanted = [[guess.count(color) for color in guessed] + [0] for guess in guesses]
    caps = [pegs if rules.repeats else 1] * len(guessed)
    caps.append((pegs if rules.repeats else min(pegs, others)) if others else 0)
    # What a row has not of a color misses there, and no row misses more often than it says.
    caps = [
        min([cap, *(pegs - hit + row[place] for hit, row in zip(hits, wanted, strict=True))])
        for place, cap in enumerate(caps)
    ]
    # The pegs that are filled; for each row its hits and its misses.
    fields = Fields([pegs, *hits, *(pegs - hit for hit in hits)])
    words, found = fields.start, np.zeros((0, 1), np.int64)
    for place, cap in enumerate(caps):
        least = [pegs - sum(caps[place + 1 :])]
        least += [
            hit - sum(map(min, caps[place + 1 :], row[place + 1 :]))
            for hit, row in zip(hits, wanted, strict=True)
        ]
        floor = fields.at_least([*least, *[0] * len(hits)])
        steps = _steps(fields, cap, [row[place] for row in wanted])
        grown = _grown(fields, words, steps, floor, most)
        if grown is None:
            return None
        words, before, numbers = grown
        found = np.vstack([found[:, before], numbers])
    return found[:, np.lexsort(found[::-1])]


def _steps(fields: Fields, cap: int, wanted: Sequence[int]) -> Words:
    """Return what 0, 1, ... and ``cap`` pegs of a color add, of which the guesses have ``wanted``."""
    numbers = np.arange(cap + 1, dtype=np.int64)
    hits = np.minimum(numbers, np.array(wanted, np.int64)[:, None])
    return fields.packed_each(np.concatenate([numbers[None], hits, numbers - hits]))


def _grown(
    fields: Fields, words: Words, steps: Words, floor: Words | None, most: int
) -> tuple[Words, NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the states after one color more, where each comes from, and the number of the color in it."""
    made, before, numbers, size = [], [], [], 0
    for number in range(steps.shape[1]):
        spend(0)
        new = words + steps[:, number : number + 1]
        good = np.flatnonzero(fields.fit(new, floor))
        size += len(good)
        if size > most:
            return None
        made.append(new[:, good])
        before.append(good)
        numbers.append(np.full(len(good), number, np.int64))
    return np.concatenate(made, axis=1), np.concatenate(before), np.concatenate(numbers)
