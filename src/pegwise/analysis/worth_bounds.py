"""Bounds what a guess is worth if few codes are possible in a game that is too large to search."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from pegwise.candidates import EnumeratedCandidates
from pegwise.engine.code_space import grouped, to_columns
from pegwise.engine.feedback import bins, feedback_numbers
from pegwise.limit import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise import Code, Feedback, Position
    from pegwise.candidates.unlisted import ConstraintCandidates
    from pegwise.engine.code_space import Columns

    Numbers = NDArray[np.integer]

_FEW = 300
"""Candidates at most: comparing all with all takes some tens of milliseconds."""


def bounds_of_few(
    position: Position, guess: Code
) -> tuple[tuple[int, int], tuple[int, int], dict[Feedback, tuple[int, int, int]]] | None:
    """Bound the turns from here on: with best play, with ``guess`` first, and after it.

    They are summed over the candidates.

    The first two are a lower and an upper bound. So are those after each feedback, with the number of
    candidates that give it. The result is None if there are more than 300 candidates, or not all are known.

    Raises:
        LimitReached: If a limit in force is used up.
    """
    codes = _all(position)
    if codes is None or not codes.size:
        return None
    rules, count = position.rules, codes.shape[1]
    between = feedback_numbers(codes, codes, rules)
    win = bins(rules) - 1
    told = feedback_numbers(to_columns([guess], rules), codes, rules)[0]
    after: dict[Feedback, tuple[int, int, int]] = {}
    for number, members in grouped(told, np.arange(count, dtype=np.int64)):
        size = len(members)
        least, most = (
            (0, 0) if number == win else (2 * size - 1, _greedy(between[np.ix_(members, members)], win))
        )
        after[rules.numbered(number)] = least, most, size
    value = tuple(count + sum(each[place] for each in after.values()) for place in (0, 1))
    optimum = 2 * count - 1, min(value[1], _greedy(between, win))
    return optimum, (value[0], value[1]), after


def _all(position: Position) -> Columns | None:
    """Return the candidates, if they are few and all known."""
    candidates = position.candidates
    if isinstance(candidates, EnumeratedCandidates):
        return candidates.columns if len(candidates.indices) <= _FEW else None
    count = candidates.count()
    if count.known == "upper" or count.value > 2 * _FEW:  # an estimate may be wrong
        return None
    listed = cast("ConstraintCandidates", candidates).listed(_FEW)
    return None if listed is None else to_columns(listed, position.rules)


def _greedy(between: Numbers, win: int) -> int:
    """Return the guesses of all codes if each guess is the one with most classes.

    ``between`` has their feedback to each other.
    """
    spend(0)
    count = len(between)
    if count <= 2:
        return 2 * count - 1
    ascending = np.sort(between, axis=1)
    best = int((ascending[:, 1:] != ascending[:, :-1]).sum(axis=1).argmax())
    parts = grouped(between[best], np.arange(count, dtype=np.int64))
    return count + sum(_greedy(between[np.ix_(part, part)], win) for number, part in parts if number != win)
