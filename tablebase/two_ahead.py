"""Lower bounds from the sizes of the classes that two guesses leave; ``bounds`` looks one guess ahead."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine import score_kinds
from pegwise.engine.code_space import index_of, zero_based
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.tree_builder import TreeBuilder, tree_builder
from tablebase.bounds import first_guesses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.tree_builder import Order
    from pegwise.rules import Rules

__all__ = ["two_ahead"]

_CELLS = 1 << 22
"""Class sizes that are held at a time."""


def two_ahead(rules: Rules) -> int:
    """Return a lower bound of the least total: by the sizes of the classes that two guesses leave.

    For every first guess that differs from the others, and each of its classes, the best second guess is the
    one whose classes cost the least by their sizes. Below it, no guess makes more classes of a class than
    some guess makes of the whole class of the first guess.
    """
    tables = tables_of(rules)
    growing = tree_builder(tables, score_kinds.SQUARES, False, np.zeros(1, np.int64))
    found = []
    for guess in first_guesses(rules):
        code = zero_based(rules.code(guess))
        group = Stabilizer.of(rules).after(code)
        classes = growing.classes(np.arange(rules.size, dtype=np.int32), index_of(code, rules))
        found.append(rules.size + sum(_class_ahead(growing, order, group) for _, order in classes))
    return min(found)


def _class_ahead(growing: TreeBuilder, order: Order, group: Stabilizer) -> int:
    """Return what a class of the first guess costs at least, one guess ahead."""
    if len(order) <= 2:
        return 2 * len(order) - 1
    tables, pool = growing.tables, growing.guesses(order, group)
    rows = tables.rows if pool is None else tables.rows[pool]
    planes = packed_codes.planes_of_rows(tables.layout, tables.rows[order])
    step = max(1, _CELLS // tables.layout.bins)
    sizes = [
        np.unique(np.sort(packed_codes.class_sizes(planes, rows[start : start + step])[:, :-1]), axis=0)
        for start in range(0, len(rows), step)
    ]
    classes = np.concatenate(sizes)
    filled = _all_filled(len(order), int((classes > 0).sum(axis=1).max()))
    return len(order) + int(filled[classes].sum(axis=1).min())


def _all_filled(size: int, most: int) -> NDArray[np.int64]:
    """Return what classes of 0, 1, ..., ``size`` codes cost at least: the codes fill levels."""
    levels, room = [np.zeros(1, np.int64)], 1
    for level in count(1):
        levels.append(np.full(min(size, room), level, np.int64))
        size, room = size - len(levels[-1]), room * most
        if not size:
            return np.cumsum(np.concatenate(levels))
    raise AssertionError
