"""Chooses a guess within a limit: the strategy's own as far as this goes, then one that a sample gives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pegwise.candidates import is_enumerable
from pegwise.limit import Limit, LimitReached, limited
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.stand_in import stand_in

if TYPE_CHECKING:
    from pegwise.codes import Code
    from pegwise.evidence import Known
    from pegwise.position import Position
    from pegwise.strategies.base import Strategy

__all__ = ["Chosen", "choose_within", "hurried_part", "steady_part"]

_SHARE = 0.7
"""Of a steady limit, the share of the seconds after which a choice is given up for one that hurries."""


class Chosen(NamedTuple):
    """A guess, how its choice is known, and whether the time of a limit ended the choice."""

    guess: Code
    known: Known
    cut_short: bool = False


def steady_part(limit: Limit) -> Limit:
    """Return the first part of a steady limit, in which the work does not hurry."""
    return limit if limit.seconds is None else replace(limit, seconds=_SHARE * limit.seconds)


def hurried_part(limit: Limit) -> Limit:
    """Return the rest of a steady limit, in which a sample gives the best guess that there is time for."""
    seconds = None if limit.seconds is None else (1 - _SHARE) * limit.seconds
    return replace(limit, seconds=seconds, steady=False)


def choose_within(strategy: Strategy, position: Position, limit: Limit | None, seed: int = 0) -> Chosen:
    """Choose the guess of a strategy within a limit; if it takes longer, a guess by a sample.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        MethodError: If the rules are too large for the strategy.

    Example:
        >>> from pegwise import Position, make
        >>> from pegwise.limit import USUAL
        >>> choose_within(make("knuth"), Position("4x6 1122:B"), USUAL)
        Chosen(guess=Code('1344'), known='exact', cut_short=False)
    """
    steady = limit is not None and limit.steady and not strategy.searches
    try:
        with limited(steady_part(limit) if limit is not None and steady else _hurried(limit)):
            if isinstance(strategy, Heuristic) and is_enumerable(position.rules):
                ranked, sample = strategy.ranked(position, 1)
                return Chosen(ranked[0], "exact" if sample is None else "sampled")
            sampled = strategy.samples or isinstance(strategy, Heuristic)
            return Chosen(strategy.choose(position), "sampled" if sampled else "exact")
    except LimitReached:
        with limited(hurried_part(limit) if limit is not None and steady else _LITTLE):
            return Chosen(_in_a_hurry(strategy, position, seed), "sampled", cut_short=True)


_LITTLE = Limit(seconds=0.1)
"""For a guess after a limit that the choice has used up."""


def _hurried(limit: Limit | None) -> Limit | None:
    return None if limit is None else replace(limit, pairs=None, steady=False)


def _in_a_hurry(strategy: Strategy, position: Position, seed: int) -> Code:
    """Return a guess by a sample, or a candidate, or at least a code that is near to the rows."""
    try:
        if isinstance(strategy, Heuristic):
            return strategy.rank_drawn(position, 1, seed)[0][0]
        for code in position.candidates.sample(1, seed):
            return code
    except LimitReached:
        pass
    with limited(None):
        return stand_in(position, seed)
