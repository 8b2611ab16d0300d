"""The guesses that a search tries: which can differ at all, and in which order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import blocks
from pegwise.engine.enumerated.renamings import has_own_colors
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Rules

    Ints = NDArray[np.int64] | NDArray[np.int32]

__all__ = ["different", "in_order"]

_SORTED = 1 << 18
"""Guesses sorted at once: some 10 ms."""
_SAMPLE, _EDGES = 1 << 12, 1 << 6
"""Of more: how many are looked at to find edges between tasks, and how many edges."""


def different(every: Columns, codes: Columns, rules: Rules) -> NDArray[np.bool_]:
    """Which guesses can differ: colors no candidate holds are alike, so the lowest of them do."""
    kept = np.ones(every.shape[1], bool)
    pegs = slice(0, rules.pegs)
    for these in [slice(peg, peg + 1) for peg in range(rules.pegs)] if has_own_colors(rules) else [pegs]:
        _keep_lowest(kept, every[these], codes[these], rules)
    return kept


def _keep_lowest(kept: NDArray[np.bool_], every: Columns, codes: Columns, rules: Rules) -> None:
    """Keep of the guesses those that hold no color at these pegs for which a lower one would do."""
    held = np.zeros(rules.colors, bool)
    for some in blocks(codes.shape[1]):
        held[codes[:, some]] = True
    unused = np.flatnonzero(~held)
    for some in blocks(every.shape[1]):
        for lower, color in pairwise(unused.tolist()):
            is_color = every[:, some] == color
            here = is_color.any(axis=0)
            if rules.repeats:
                kept[some] &= ~here
            else:
                is_lower = every[:, some] == lower
                sooner = is_lower.argmax(axis=0) < is_color.argmax(axis=0)
                kept[some] &= ~here | (is_lower.any(axis=0) & sooner)


def in_order(first: Ints, then: Ints) -> Indices:
    """The places of guesses by one figure, then by another, then as they are."""
    return np.concatenate(
        [np.zeros(0, np.int64), *_tasks(np.arange(len(first), dtype=np.int64), (first, then))]
    )


def _tasks(places: Indices, keys: tuple[Ints, ...]) -> Iterator[Indices]:
    """The places in order, task by task: between edges, and at an edge, where the next key tells."""
    spend(0)
    if not keys:
        yield places
        return
    if len(places) <= _SORTED:
        yield places[np.lexsort([key[places] for key in reversed(keys)])]
        return
    sample = np.sort(keys[0][places[:: len(places) // _SAMPLE]])
    edges = np.unique(sample[:: max(1, len(sample) // _EDGES)])
    task = np.empty(len(places), np.int32)  # 2k + 1: at the edge k; 2k: below it
    for some in blocks(len(places)):
        values = keys[0][places[some]]
        task[some] = np.searchsorted(edges, values) + np.searchsorted(edges, values, side="right")
    for number in range(2 * len(edges) + 1):
        here = places[task == number]
        if number % 2:
            yield from _tasks(here, keys[1:])
        else:
            spend(0)
            yield here[np.lexsort([key[here] for key in reversed(keys)])]
