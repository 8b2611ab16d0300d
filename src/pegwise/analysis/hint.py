"""The next guess, with the evidence for it."""

from __future__ import annotations

from contextlib import suppress
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.cost import Cost
    from pegwise.candidates import ConstraintCandidates
    from pegwise.evidence import Count, Known
    from pegwise.position import Position, PositionLike
    from pegwise.strategies import Strategy

__all__ = ["Hint", "hint"]

_SHARE = 0.6
"""Of the time that is left, what a sampled choice may take."""
_NEAR_MOVES = 100_000
"""Changes tried by the walk that looks for a code where no time is left: some milliseconds."""
_LEAST = 0.01
"""Seconds a sampled choice gets however little is left: enough for a few blocks of guesses."""


@dataclass(frozen=True, repr=False)
class Hint(Printable):
    """A strategy's next guess and how it splits the candidates; then the next best guesses."""

    position: Position
    strategy: str
    candidates: Count
    best: Partition
    alternatives: tuple[Partition, ...]
    sample: Sample | None = None
    """What the choice was based on, where not all guesses were weighed against all candidates."""

    @property
    def guess(self) -> Code:
        """The guess to make."""
        return self.best.guess

    @property
    def blind(self) -> bool:
        """Whether no code that fits was met in time: the guess is only near to the rows, and tells nothing
        of the codes that fit."""
        return self.best.total == 0

    @property
    def known(self) -> Known:
        """How choice and figures are known: as well as the least well known of them."""
        if self.sample is not None:
            return "sampled"
        return self.best.known if self.candidates.known == "exact" else self.candidates.known

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what ``pegwise hint --json`` prints."""
        best = self.best.to_dict()
        return {
            "rules": str(self.position.rules),
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
            **({"sample": self._sample()} if self.sample else {}),
        }

    def _sample(self) -> dict[str, Any]:
        sample = self.sample
        assert sample is not None  # noqa: S101 - asked for by to_dict alone
        agreement = {} if sample.agreement is None else {"agreement": round(sample.agreement, 3)}
        return {
            "size": sample.size,
            "guesses": sample.guesses,
            "error": round(sample.error, 6),
            **agreement,
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
    """Find the guess that ``strategy`` makes in ``position``, with the reasons, and its next best guesses.

    Where no strategy is named it is knuth, or large in games too large for it.

    Alternatives come from strategies that rank guesses; they differ in more than the names of colors that
    are alike so far. What cannot be exact within ``limit`` is chosen by a sample drawn with ``seed`` and
    tagged so, and classes that cannot be counted in time are those of a sample; where not one code that fits
    is met in time it is a guess near to the rows, see :attr:`Hint.blind`. Without a seed
    :class:`~pegwise.errors.LimitError` says what it would cost.
    Raises :class:`~pegwise.errors.ContradictionError` if no code fits,
    :class:`~pegwise.errors.MethodError` where the rules are too large for the strategy.

    >>> found = hint("4x6 1122:B 1344:W")
    >>> str(found.guess), found.best.worst, found.best.is_candidate
    ('3526', 7, True)
    """
    position = parse_position(position)
    chosen = make(strategy or advisor(position.rules), **options)
    if limit is None:
        position.check_possible()
        ranked, sample = chosen.ranked(position, alternatives + 1)
        return _hint(position, chosen, ranked, alternatives, sample)
    with limited(limit):
        return _within(position, chosen, alternatives, limit, seed)


def _within(
    position: Position, strategy: Strategy, alternatives: int, limit: Limit, seed: int | None
) -> Hint:
    """The hint of a strategy where a limit is in force."""
    cost, ranked, sample = None, list[Code](), None
    # An estimate may be wrong, and takes its time: a part of that is left for a sample.
    with suppress(LimitReached), share_of_limit(1.0 if seed is None else _SHARE):
        position.check_possible()
        if isinstance(strategy, Heuristic) and is_enumerable(position.rules):
            cost = estimate(position, strategy=strategy)
        if cost is None or cost.within(_rest_of(limit)):
            ranked, sample = strategy.ranked(position, alternatives + 1)
    if ranked:
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
    """The hint for the first of the ranked guesses; alternatives as far as there is time to count theirs."""
    others = []
    left = seconds_left()
    with limited(None if left is None else Limit(seconds=max(_LEAST, left))):
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
    """How far two walks agree on the candidates, where these are drawn by walks and there is time for it."""
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
    """The best guess as far as a sample tells that fits the limit; if there is a cost, guesses are listed."""
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
    """A guess near to the rows, where no code that fits them was met in time."""
    rules = position.rules
    rows = [(zero_based(guess), *told) for guess, told in position.history]
    with limited(None):  # some milliseconds
        walk = Walk(rules, rows, seed)
        found = walk.first(_NEAR_MOVES)
    colors, errors = (found, 0) if found else walk.nearest()
    guess, fits = rules.spelled(to_code(colors)), not errors
    classes = {rules.win: 1} if fits else {}
    best = Partition(guess, classes, fits, "sampled")
    count = position.count()
    return Hint(position, strategy.name, count, best, (), Sample(int(fits), count.value, _NEAR_MOVES))


def _drawn(position: Position, strategy: Strategy, seed: int) -> Hint:
    """A code that fits, drawn with the seed, in place of one that was not chosen in time."""
    with share_of_limit(_SHARE):
        found = position.candidates.sample(1, seed)
        if not found:
            position.check_possible()
    count = position.count().value
    return _hint(position, strategy, found, 0, Sample(1, count, 1))
