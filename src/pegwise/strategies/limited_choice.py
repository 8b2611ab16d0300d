"""Ranks guesses within a limit: by the strategy itself as far as this goes, then by a sample."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pegwise.errors import LimitError
from pegwise.exactness import Known, Sample
from pegwise.limit import Limit, LimitReached, limited, seconds_left, share_of_limit
from pegwise.strategies.fallback_guess import stand_in

if TYPE_CHECKING:
    from pegwise.codes import Code
    from pegwise.position import Position
    from pegwise.strategies.base import Strategy

_STEADY = 0.7
"""Of a steady limit, the share of the seconds after which a choice is given up for one that hurries."""
_SHARE = 0.6
"""Of the time left, the share that a choice may take if a sample can follow, and one from a sample."""
_LEAST = 0.01
"""Seconds that a choice from a sample has at least: enough for a few blocks of guesses."""
_NEAR_MOVES = 100_000
"""Changes tried by the walk that looks for a code if no time is left: some milliseconds."""


class Ranked(NamedTuple):
    """Guesses, the best first, and what their order rests on.

    ``sample`` is None if all guesses were compared against all candidates. ``cut_short``: a limit ended the
    strategy's own choice.
    """

    guesses: list[Code]
    sample: Sample | None
    cut_short: bool = False


class Chosen(NamedTuple):
    """A guess, how its choice is known, and whether the time of a limit ended the choice."""

    guess: Code
    known: Known
    cut_short: bool = False


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
    ranked = rank_within(strategy, position, 1, limit, seed)
    sampled = ranked.sample is not None or ranked.cut_short or strategy.samples
    return Chosen(ranked.guesses[0], "sampled" if sampled else "exact", ranked.cut_short)


def rank_within(
    strategy: Strategy, position: Position, number: int, limit: Limit | None, seed: int | None
) -> Ranked:
    """Rank guesses as a strategy does, within a limit; with a seed, a sample serves if that takes longer.

    Raises:
        ContradictionError: If no code is consistent with the rows. In games too large to list, most
            strategies do not look for that, for it takes as long as many guesses.
        LimitError: If an exact choice takes more than the limit and there is no seed; the message says what
            it would take.
        MethodError: If the rules are too large for the strategy.
    """
    if limit is None:
        return Ranked(*strategy.ranked(position, number))
    if limit.steady and not strategy.searches:
        part = None if limit.seconds is None else _STEADY * limit.seconds
        with suppress(LimitReached), share_of_limit(_STEADY), limited(replace(limit, seconds=part)):
            return Ranked(*strategy.ranked(position, number))
        rest = None if limit.seconds is None else (1 - _STEADY) * limit.seconds
        limit = replace(limit, seconds=rest, steady=False)
    with limited(limit):
        return _hurried(strategy, position, number, limit, seed)


def _hurried(strategy: Strategy, position: Position, number: int, limit: Limit, seed: int | None) -> Ranked:
    """Rank guesses exactly if that is estimated to fit into the limit in force, else by a sample."""
    cost = None
    # An estimate may be wrong, and takes its time: a part of that is left for a sample.
    with suppress(LimitReached), share_of_limit(1.0 if seed is None else _SHARE):
        cost = strategy.cost_of(position)
        if cost is None or cost.within(_rest_of(limit)):
            ranked = Ranked(*strategy.ranked(position, number))
            if ranked.sample is None or not strategy.searches or seed is not None:
                return ranked
    if seed is None:
        raise LimitError(
            f"an exact choice would take {cost or 'longer'}; give a seed to allow a sample", cost
        )
    try:
        # A share of what is left is kept for the classes of the guesses that are named.
        with share_of_limit(_SHARE):
            return Ranked(*strategy.rank_hurried(position, number, seed, _rest_of(limit), cost), True)
    except LimitReached:
        return _near(position, seed)


def _rest_of(limit: Limit) -> Limit:
    left = seconds_left()
    return limit if left is None else replace(limit, seconds=max(_LEAST, left))


def _near(position: Position, seed: int) -> Ranked:
    """Return a guess near to the rows, if no candidate was found in time."""
    with limited(None):  # some milliseconds
        guess, fits = stand_in(position, seed, _NEAR_MOVES)
    position.know([guess] * fits)
    return Ranked([guess], Sample(int(fits), position.rules.size, _NEAR_MOVES), cut_short=True)
