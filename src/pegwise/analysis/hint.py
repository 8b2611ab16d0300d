"""The next guess, with the evidence for it."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pegwise.analysis.cost import estimate
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import history_name
from pegwise.strategies import Heuristic, make
from pegwise.strategies.registry import advisor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.cost import Cost
    from pegwise.evidence import Count, Known, Sample
    from pegwise.partition import Partition
    from pegwise.position import Position
    from pegwise.rules import Code
    from pegwise.strategies import Strategy

__all__ = ["Hint", "hint"]

_SHARE = 0.6
"""Of the time that is left, what a sampled choice may take."""
_LEAST = 0.01
"""Seconds a sampled choice gets however little is left: enough for a few blocks of guesses."""


@dataclass(frozen=True)
class Hint:
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
            **{key: best[key] for key in ("guess", "is_candidate", "worst", "expected", "bits", "parts")},
            "known": self.known,
            "classes": best["classes"],
            "alternatives": [partition.to_dict() for partition in self.alternatives],
            **({"sample": self._sample()} if self.sample else {}),
        }

    def _sample(self) -> dict[str, Any]:
        sample = self.sample
        assert sample is not None  # noqa: S101 - asked for by to_dict alone
        return {"size": sample.size, "guesses": sample.guesses, "error": round(sample.error, 6)}


def hint(
    position: Position,
    strategy: Strategy | str | None = None,
    alternatives: int = 3,
    *,
    limit: Limit | None = None,
    seed: int | None = None,
    **options: Any,
) -> Hint:
    """The guess ``strategy`` would make in ``position``, why, and its next best few.

    Where no strategy is named it is knuth, or counter in games too large for it.

    Alternatives come from strategies that rank guesses; they differ in more than the names of colors that
    are alike so far. What cannot be exact within ``limit`` is chosen by a sample drawn with ``seed`` and
    tagged so; without a seed :class:`~pegwise.errors.LimitError` says what it would cost.
    Raises :class:`~pegwise.errors.ContradictionError` if no code fits,
    :class:`~pegwise.errors.MethodError` where the rules are too large for the strategy.

    >>> from pegwise.position import Position
    >>> found = hint(Position("4x6", "1122:B 1344:W"))
    >>> str(found.guess), found.best.worst, found.best.is_candidate
    ('3526', 7, True)
    """
    chosen = make(strategy or advisor(position.rules), **options)
    started = time.perf_counter()
    position.check_possible()
    if limit is not None and isinstance(chosen, Heuristic):
        cost = None
        # An estimate may be wrong, and takes its time: a part of that is left for a sample.
        with suppress(LimitReached), limited(_share(limit, seed)):
            cost = estimate(position, chosen)
            if cost.within(limit):
                return _exact(position, chosen, alternatives)
        listed = cost is not None
        cost = cost or estimate(position, chosen, position.rules.size * position.count().value)
        return _sampled(position, chosen, alternatives, cost, limit, seed, started, listed=listed)
    with limited(limit):
        return _exact(position, chosen, alternatives)


def _share(limit: Limit, seed: int | None) -> Limit:
    """What an exact choice may take; all of it where no sample may follow."""
    if seed is None or limit.seconds is None:
        return limit
    return replace(limit, seconds=limit.seconds * _SHARE)


def _exact(position: Position, strategy: Strategy, alternatives: int) -> Hint:
    guess = strategy.choose(position)
    ranked = strategy.rank(position, alternatives + 1) if alternatives else []
    return _hint(position, strategy, [guess, *(code for code in ranked if code != guess)], alternatives)


def _hint(
    position: Position,
    strategy: Strategy,
    ranked: Sequence[Code],
    alternatives: int,
    sample: Sample | None = None,
    until: float = math.inf,
) -> Hint:
    """The hint for the first of the ranked guesses; alternatives as far as there is time to count theirs."""
    others = []
    with limited(None):  # nothing would be of use without it
        best = position.partition(ranked[0])
    for code in ranked[1 : alternatives + 1]:
        if time.perf_counter() > until:
            break
        others.append(position.partition(code))
    return Hint(position, strategy.name, position.count(), best, tuple(others), sample)


def _sampled(
    position: Position,
    strategy: Heuristic,
    alternatives: int,
    cost: Cost,
    limit: Limit,
    seed: int | None,
    started: float,
    listed: bool = True,
) -> Hint:
    """The best guess as far as a sample tells that fits the limit; if guesses are ``listed``, of them."""
    if seed is None:
        raise LimitError(f"an exact answer would take {cost}; a seed allows a sampled one", cost)
    pairs = cost.pairs if limit.pairs is None else min(cost.pairs, limit.pairs)
    left = None if limit.seconds is None else limit.seconds - (time.perf_counter() - started)
    if left is not None:
        # A share of what is left is kept for the classes of the guesses that are named.
        left = max(_LEAST, left * _SHARE)
        pairs = min(pairs, int(left * cost.speed))
    with limited(Limit(left, limit.pairs)):
        ranked, sample = strategy.rank_sampled(position, alternatives + 1, pairs, seed, listed=listed)
    until = started + (math.inf if limit.seconds is None else limit.seconds)
    return _hint(position, strategy, ranked, alternatives, sample, until)
