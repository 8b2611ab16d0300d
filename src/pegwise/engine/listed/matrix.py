"""The matrix of a listed game: the feedback number of every guess against every secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import Columns, blocks
from pegwise.engine.feedback import bins, feedback_numbers
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.recent_cache import Recent
from pegwise.engine.running import arrays
from pegwise.limit import memory_limit
from pegwise.progress import report

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.rules import Rules

MOST_BYTES = 1 << 30
"""The largest matrix that is made if no limit on memory is in force."""
_BLOCK = 1 << 18
"""Pairs compared in one go, so that what lies between stays within the caches."""
_SHARE = 4
"""A matrix is made once a position needs this part of it."""
_made: Recent[NDArray[np.uint8]] = Recent(2)


def has_matrix(rules: Rules) -> bool:
    """Tell whether a game has a matrix: its feedback fits into a byte, and the matrix into memory."""
    most = memory_limit()
    cells = rules.guess_count * rules.size
    return bins(rules) <= 256 and cells <= (MOST_BYTES if most is None else min(most, MOST_BYTES))


def is_worth_a_matrix(rules: Rules, pairs: int) -> bool:
    """Tell whether so many pairs are best looked up: the matrix is there, or they are a good part of it."""
    if not has_matrix(rules):
        return False
    return rules in _made or pairs * _SHARE >= rules.guess_count * rules.size


def matrix_of(rules: Rules) -> NDArray[np.uint8]:
    """Return the matrix of listed rules, (guesses, secrets); those of the two games last asked for are kept.

    Raises :class:`~pegwise.limit.LimitReached` where a limit in force ends it.
    """
    lists = lists_of(rules)
    return _made.get(rules, lambda: matrix_between(lists.guesses, lists.secrets, rules))


def matrix_between(guesses: Columns, secrets: Columns, rules: Rules) -> NDArray[np.uint8]:
    """Return the feedback number, below 256, of every guess (pegs, G) against every secret (pegs, S)."""
    found = arrays.empty((guesses.shape[1], secrets.shape[1]), np.uint8)
    for some in blocks(len(found), max(1, _BLOCK // secrets.shape[1])):
        report("guesses", some.start, len(found))
        for block in blocks(secrets.shape[1], _BLOCK):
            found[some, block] = feedback_numbers(guesses[:, some], secrets[:, block], rules)
    return found
