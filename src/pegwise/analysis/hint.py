"""Finds the next guess, with the evidence for it."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from pegwise.analysis.cost import estimate, rough_estimate
from pegwise.candidates import EnumeratedCandidates, is_enumerable
from pegwise.drawable import Printable
from pegwise.engine.space import to_code, zero_based
from pegwise.engine.unlimited.walk import Walk
from pegwise.errors import LimitError
from pegwise.evidence import Sample
from pegwise.limit import Limit, LimitReached, limited, seconds_left, share_of_limit
from pegwise.notation import history_name
from pegwise.partition import Partition
from pegwise.position import parse_position
from pegwise.rules import Code
from pegwise.strategies import Heuristic, make
from pegwise.strategies.registry import advisor
from pegwise.strategies.within import hurried_part, steady_part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.cost import Cost
    from pegwise.candidates import ConstraintCandidates
    from pegwise.evidence import Count, Known
    from pegwise.position import Position, PositionLike
    from pegwise.strategies import Strategy

__all__ = ["Hint", "hint"]

_SHARE = 0.6
"""Of the time left, the share that a choice from a sample may take."""
_NEAR_MOVES = 100_000
"""Changes tried by the walk that looks for a code if no time is left: some milliseconds."""
_LEAST = 0.01
"""Seconds that a choice from a sample has at least: enough for a few blocks of guesses."""


@dataclass(frozen=True, repr=False)
class Hint(Printable):
    """The next guess of a strategy, how it splits the candidates, and the next best guesses.

    Attributes:
        position: The position.
        strategy: The name of the strategy.
        candidates: The number of candidates.
        best: How the guess splits the candidates.
        alternatives: How each of the next best guesses splits them.
        sample: What the choice rests on, if the strategy did not compare all guesses against all candidates;
            otherwise None.

    Example:
        >>> import pegwise
        >>> found = pegwise.hint("4x6 1122:B 1344:W")
        >>> str(found.guess), found.known, found.to_dict()["worst"]
        ('3526', 'exact', 7)
    """

    position: Position
    strategy: str
    candidates: Count
    best: Partition
    alternatives: tuple[Partition, ...]
    sample: Sample | None = None

    @property
    def guess(self) -> Code:
        """The guess to make."""
        return self.best.guess

    @property
    def blind(self) -> bool:
        """True if no candidate was found in the time allowed.

        The guess is then a code that would give nearly the feedback of the rows, and its classes tell nothing
        about the candidates.
        """
        return self.best.total == 0

    @property
    def known(self) -> Known:
        """How well the choice and its figures are known; the weaker of the two counts."""
        if self.sample is not None:
            return "sampled"
        return self.best.known if self.candidates.known == "exact" else self.candidates.known

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as plain values.

        Returns:
            What ``pegwise hint --json`` prints.
        """
        best = self.best.to_dict()
        return {
            **self.position.rules.told(),
            "history": history_name(self.position.history),
            "strategy": self.strategy,
            "candidates": self.candidates.value,
            **{
                key: best[key]
                for key in ("guess", "is_candidate", "worst", "expected_size", "bits", "class_count")
            },
            "known": self.known,
            "classes": best["classes"],
            "alternatives": [partition.to_dict() for partition in self.alternatives],
            **({"sample": self.sample.to_dict()} if self.sample else {}),
        }


def hint(
    position: PositionLike,
    *,
    strategy: Strategy | str | None = None,
    alternatives: int = 3,
    limit: Limit | None = None,
    seed: int | None = None,
    **options: Any,
) -> Hint:
    """Find the guess that a strategy makes in a position, with the reasons, and the next best guesses.

    Without a limit, the figures are exact if all codes can be listed. With a limit and a seed, what cannot be
    exact in the time allowed rests on a sample, and the result says so. If no candidate is found in time, the
    guess is a code that would give nearly the feedback of the rows; see :attr:`Hint.blind`. With a steady
    limit the result depends on the time only if this is used up; see :class:`Limit`.

    Args:
        position: The position, rules, or their text.
        strategy: The strategy, or its name. By default ``knuth``, or ``large`` in games too large for it.
        alternatives: The number of further guesses to list at most. Only strategies that rank guesses have
            them. Guesses that differ only by the names of pegs and colors that are alike so far count once.
        limit: The most work allowed; None for any amount.
        seed: The random seed of the sample; None to allow no sample.
        options: The options of the strategy, such as ``first``.

    Returns:
        The guess with its evidence.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        LimitError: If an exact choice takes more than the limit and there is no seed; the message says what
            it would take.
        MethodError: If the rules are too large for the strategy.
        StrategyError: If there is no such strategy, or it does not have an option.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> found = pegwise.hint("4x6 1122:B 1344:W")
        >>> str(found.guess), found.best.worst, found.best.is_candidate
        ('3526', 7, True)
    """
    position = parse_position(position)
    chosen = make(strategy or advisor(position.rules), **options)
    if limit is None:
        position.check_possible()
        ranked, sample = chosen.ranked(position, alternatives + 1)
        return _hint(position, chosen, ranked, alternatives, sample)
    if limit.steady and not chosen.searches:
        with suppress(LimitReached), limited(steady_part(limit)):
            position.check_possible()
            ranked, sample = chosen.ranked(position, alternatives + 1)
            return _hint(position, chosen, ranked, alternatives, sample)
        limit = hurried_part(limit)
    with limited(limit):
        return _within(position, chosen, alternatives, limit, seed)


def _within(
    position: Position, strategy: Strategy, alternatives: int, limit: Limit, seed: int | None
) -> Hint:
    """Return the hint of a strategy while a limit is in force."""
    cost, ranked, sample = None, list[Code](), None
    # An estimate may be wrong, and takes its time: a part of that is left for a sample.
    with suppress(LimitReached), share_of_limit(1.0 if seed is None else _SHARE):
        position.check_possible()
        if isinstance(strategy, Heuristic) and is_enumerable(position.rules):
            cost = estimate(position, strategy=strategy)
        if cost is None or cost.within(_rest_of(limit)):
            ranked, sample = strategy.ranked(position, alternatives + 1)
    cut_short = sample is not None and strategy.searches
    if ranked and not (cut_short and seed is None):
        return _hint(position, strategy, ranked, alternatives, sample)
    if seed is None:
        if isinstance(strategy, Heuristic):
            cost = cost or rough_estimate(position)
        raise LimitError(
            f"an exact choice would take {cost or 'longer'}; give a seed to allow a sample", cost
        )
    try:
        if isinstance(strategy, Heuristic):
            return _sampled(position, strategy, alternatives, cost, limit, seed)
        return _drawn(position, strategy, seed)
    except LimitReached:
        return _near(position, strategy, seed)


def _rest_of(limit: Limit) -> Limit:
    left = seconds_left()
    return limit if left is None else replace(limit, seconds=max(_LEAST, left))


def _hint(
    position: Position,
    strategy: Strategy,
    ranked: Sequence[Code],
    alternatives: int,
    sample: Sample | None = None,
) -> Hint:
    """Return the hint for the first of the ranked guesses, with the alternatives that there is time for."""
    others = []
    left = seconds_left()
    with nullcontext() if left is None else limited(Limit(seconds=max(_LEAST, left))):
        best = position.partition(ranked[0])
        for code in ranked[1 : alternatives + 1]:
            left = seconds_left()
            if left is not None and left <= 0:
                break
            others.append(position.partition(code))
        count = position.count()
    if sample is not None:
        candidates = max(count.value, sample.size)
        sample = sample._replace(candidates=candidates, agreement=_agreement(position, sample.size))
    return Hint(position, strategy.name, count, best, tuple(others), sample)


def _agreement(position: Position, size: int) -> float | None:
    """Return how far two walks agree on the candidates, if walks draw these and there is time; else None."""
    candidates = position.candidates
    if isinstance(candidates, EnumeratedCandidates) or not size:
        return None
    try:
        with share_of_limit(0.5):
            return cast("ConstraintCandidates", candidates).agreement()
    except LimitReached:
        return None


def _sampled(
    position: Position,
    strategy: Heuristic,
    alternatives: int,
    cost: Cost | None,
    limit: Limit,
    seed: int,
) -> Hint:
    """Return the best guess as far as a sample tells that fits the limit; with a cost, guesses are listed."""
    # A share of what is left is kept for the classes of the guesses that are named.
    allowed, listed = _rest_of(limit), cost is not None
    share = None if allowed.seconds is None else max(_LEAST, allowed.seconds * _SHARE)
    try:
        with limited(replace(allowed, seconds=share)):
            cost = cost or estimate(
                position, strategy=strategy, pairs=position.rules.size * position.listed().count().value
            )
            pairs = cost.pairs if share is None else min(cost.pairs, int(share * cost.speed))
            pairs = pairs if limit.pairs is None else min(pairs, limit.pairs)
            ranked, sample = strategy.rank_sampled(position, alternatives + 1, pairs, seed, listed=listed)
    except LimitReached:
        with share_of_limit(_SHARE):
            ranked, sample = strategy.rank_drawn(position, alternatives + 1, seed)
    return _hint(position, strategy, ranked, alternatives, sample)


def _near(position: Position, strategy: Strategy, seed: int) -> Hint:
    """Return a guess near to the rows, if no candidate was found in time."""
    rules = position.rules
    rows = [(zero_based(guess), *told) for guess, told in position.history]
    with limited(None):  # some milliseconds
        walk = Walk(rules, rows, seed)
        found = walk.first(_NEAR_MOVES)
    colors, errors = (found, 0) if found else walk.nearest()
    guess, fits = rules.spelled(to_code(colors)), not errors
    classes = {rules.win: 1} if fits else {}
    best = Partition(rules, guess, classes, fits, "sampled")
    count = position.count()
    return Hint(position, strategy.name, count, best, (), Sample(int(fits), count.value, _NEAR_MOVES))


def _drawn(position: Position, strategy: Strategy, seed: int) -> Hint:
    """Return a candidate drawn with the seed, in place of a guess that was not chosen in time."""
    with share_of_limit(_SHARE):
        found = position.candidates.sample(1, seed)
        if not found:
            position.check_possible()
    count = position.count().value
    return _hint(position, strategy, found, 0, Sample(1, count, 1))
