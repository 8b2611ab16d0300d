"""The searches of listed games that a process has made, each with what it has solved."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.feedback import bins
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import has_matrix, matrix_of
from pegwise.engine.listed.optimum_search import ListedSearch
from pegwise.engine.recent_cache import Recent
from pegwise.errors import LimitError

if TYPE_CHECKING:
    from pegwise.position import Position

__all__ = ["search_of"]

_TABLE = 1 << 27
"""Bytes for solved positions, if nothing else is said."""
_searches: Recent[ListedSearch] = Recent(4)
"""The searches of the positions last asked about, by the thread that asked."""


def search_of(position: Position, memory: int | None = None) -> ListedSearch:
    """Return the search of a position of listed rules, with what it solved before in this thread.

    Raises:
        LimitError: If the matrix does not fit into memory.
    """
    rules = position.rules
    if not has_matrix(rules):
        raise LimitError(
            f"the feedback of the {rules.guess_count} guesses of {rules} takes too much memory for a "
            "search, or it has more than 256 kinds"
        )
    position.check_possible()
    key = (rules, position.history, threading.get_ident(), memory)
    return _searches.get(key, lambda: _made(position, memory))


def _made(position: Position, memory: int | None) -> ListedSearch:
    rules, lists = position.rules, lists_of(position.rules)
    table = _TABLE if memory is None else max(1 << 16, min(_TABLE, memory // 4))
    subset = position.listed().indices.astype(np.int32)
    return ListedSearch(matrix_of(rules), lists.secret_of, lists.weights, bins(rules), subset, table)
