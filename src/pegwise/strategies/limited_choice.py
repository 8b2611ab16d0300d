"""Ranks guesses within a limit: by the strategy itself as far as this goes, then by a sample."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pegwise.candidates import is_enumerable
from pegwise.errors import LimitError
from pegwise.exactness import Sample
from pegwise.limit import Limit, LimitReached, limited, seconds_left, share_of_limit
from pegwise.strategies.fallback_guess import stand_in
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.work_estimate import estimate

if TYPE_CHECKING:
    from pegwise.codes import Code
    from pegwise.exactness import Known
    from pegwise.position import Position
    from pegwise.strategies.base import Strategy
    from pegwise.strategies.work_estimate import Cost

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
    strategy's own choice. ``near``: no candidate was found in time; the guess would give nearly the feedback
    of the rows.
    """

    guesses: list[Code]
    sample: Sample | None
    cut_short: bool = False
    near: bool = False


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
    strategy: Strategy,
    position: Position,
    number: int,
    limit: Limit | None,
    seed: int | None,
    *,
    checked: bool = False,
) -> Ranked:
    """Rank guesses as a strategy does, within a limit; with a seed, a sample serves if that takes longer.

    With ``checked``, contradictions are looked for first; in games too large to list, strategies do not, for
    it takes as long as many guesses.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        LimitError: If an exact choice takes more than the limit and there is no seed; the message says what
            it would take.
        MethodError: If the rules are too large for the strategy.
    """
    if limit is None:
        return _own(strategy, position, number, checked=checked)
    if limit.steady and not strategy.searches:
        part = None if limit.seconds is None else _STEADY * limit.seconds
        with suppress(LimitReached), limited(replace(limit, seconds=part)):
            return _own(strategy, position, number, checked=checked)
        rest = None if limit.seconds is None else (1 - _STEADY) * limit.seconds
        limit = replace(limit, seconds=rest, steady=False)
    with limited(limit):
        return _hurried(strategy, position, number, limit, seed, checked=checked)


def _own(strategy: Strategy, position: Position, number: int, *, checked: bool) -> Ranked:
    if checked:
        position.check_possible()
    return Ranked(*strategy.ranked(position, number))


def _hurried(
    strategy: Strategy, position: Position, number: int, limit: Limit, seed: int | None, *, checked: bool
) -> Ranked:
    """Rank guesses exactly if that is estimated to fit into the limit in force, else by a sample."""
    cost, listed = None, True
    # An estimate may be wrong, and takes its time: a part of that is left for a sample.
    with suppress(LimitReached), share_of_limit(1.0 if seed is None else _SHARE):
        if checked:
            position.check_possible()
        if isinstance(strategy, Heuristic) and is_enumerable(position.rules):
            cost, listed = _cost(strategy, position)
        if cost is None or cost.within(_rest_of(limit)):
            ranked = _own(strategy, position, number, checked=False)
            if ranked.sample is None or not strategy.searches or seed is not None:
                return ranked
    if seed is None:
        raise LimitError(
            f"an exact choice would take {cost or 'longer'}; give a seed to allow a sample", cost
        )
    try:
        if isinstance(strategy, Heuristic):
            return Ranked(*_sampled(strategy, position, number, limit, seed, cost, listed=listed), True)
        return _drawn(position, seed)
    except LimitReached:
        return _near(position, seed)


def _cost(strategy: Heuristic, position: Position) -> tuple[Cost, bool]:
    """Estimate what an exact choice takes; False if there is no time to list its guesses: it is less then."""
    with suppress(LimitReached), share_of_limit(_SHARE):
        return estimate(position, strategy=strategy), True
    pairs = position.rules.guess_count * position.listed().count().value
    return estimate(position, strategy=strategy, pairs=pairs), False


def _rest_of(limit: Limit) -> Limit:
    left = seconds_left()
    return limit if left is None else replace(limit, seconds=max(_LEAST, left))


def _sampled(
    strategy: Heuristic,
    position: Position,
    number: int,
    limit: Limit,
    seed: int,
    cost: Cost | None,
    *,
    listed: bool,
) -> tuple[list[Code], Sample]:
    """Rank guesses as far as a sample tells that fits the limit; without a cost, codes cannot be listed."""
    # A share of what is left is kept for the classes of the guesses that are named.
    allowed = _rest_of(limit)
    share = None if allowed.seconds is None else max(_LEAST, allowed.seconds * _SHARE)
    if cost is not None:
        pairs = cost.pairs if share is None else min(cost.pairs, int(share * cost.speed))
        pairs = pairs if limit.pairs is None else min(pairs, limit.pairs)
        with suppress(LimitReached), limited(replace(allowed, seconds=share)):
            return strategy.rank_sampled(position, number, pairs, seed, listed=listed)
    with share_of_limit(_SHARE):
        return strategy.rank_drawn(position, number, seed)


def _drawn(position: Position, seed: int) -> Ranked:
    """Return a candidate drawn with the seed, in place of a guess that was not chosen in time."""
    with share_of_limit(_SHARE):
        found = position.candidates.sample(1, seed)
        if not found:
            position.check_possible()
            return _near(position, seed)
    return Ranked(list(found), Sample(1, position.count().value, 1), cut_short=True)


def _near(position: Position, seed: int) -> Ranked:
    """Return a guess near to the rows, if no candidate was found in time."""
    with limited(None):  # some milliseconds
        guess = stand_in(position, seed, _NEAR_MOVES)
    sample = Sample(int(guess in position), position.count().value, _NEAR_MOVES)
    return Ranked([guess], sample, cut_short=True, near=True)
