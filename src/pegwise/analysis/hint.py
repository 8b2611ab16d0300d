"""Finds the next guess, with the evidence for it."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from pegwise.candidates import EnumeratedCandidates
from pegwise.drawable import Printable
from pegwise.limit import Limit, LimitReached, limited, seconds_left, share_of_limit
from pegwise.notation import history_name
from pegwise.position import Position, PositionLike, parse_position
from pegwise.strategies import Strategy, make
from pegwise.strategies.limited_choice import rank_within
from pegwise.strategies.registry import advisor

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from pegwise.candidates.unlisted import ConstraintCandidates
    from pegwise.exactness import Count, Known, Sample
    from pegwise.partition import Partition
    from pegwise.rules import Code

_CHECKING = 0.6
"""Of a limit, the share in which contradictions are looked for, before there is a choice."""
_LEAST = 0.01
"""Seconds that there are at least to say how guesses split the candidates."""


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
    around = None if limit is None else replace(limit, steady=False, pairs=None)
    with _within(around):
        with suppress(LimitReached), share_of_limit(_CHECKING), _within(limit):
            position.check_possible()  # in games too large to list, strategies do not look for contradictions
        ranked = rank_within(chosen, position, alternatives + 1, limit, seed)
        sample = ranked.sample
        splits: list[Partition] = []
        left = seconds_left()
        with _within(None if left is None else Limit(seconds=max(_LEAST, left))):
            for guess in ranked.guesses[: max(0, alternatives) + 1]:
                splits.append(position.partition(guess))
                left = seconds_left()
                if left is not None and left <= 0:
                    break
            count = position.count()
        best, *others = splits
        if sample is not None:
            candidates = max(count.value, sample.size)
            sample = sample._replace(candidates=candidates, agreement=_agreement(position, sample.size))
        return Hint(position, chosen.name, count, best, tuple(others), sample)


def _within(limit: Limit | None) -> AbstractContextManager[None]:
    """Limit the work inside the ``with``; None leaves the limit in force as it is."""
    return nullcontext() if limit is None else limited(limit)


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
