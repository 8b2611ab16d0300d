"""A hint in steps, each of which tells more, so that a person can choose how much to be told."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pegwise.analysis.certain_facts import Certain, certain
from pegwise.analysis.contradicted_row import ContradictedRow, contradicted_row
from pegwise.analysis.hint import Hint, hint
from pegwise.drawable import Printable
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited, seconds_left, share_of_limit
from pegwise.notation import history_name
from pegwise.position import parse_position
from pegwise.strategies.registry import advisor
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise import Code, CodeLike, Count, Partition, Position, PositionLike, Strategy

_SHARE, _MOST = 0.4, 0.8
"""The share of a limit that a deduction takes, and the share of the rest that the guess takes."""
_LEAST = 0.01
"""Seconds that a guess has at least."""

STEPS = ("check", "count", "certain", "guess", "why")
"""The steps of a hint.

They tell whether a guess of one's own can be the secret, how many codes are possible, what is certain, a good
guess, and why it is good.
"""


@dataclass(frozen=True, repr=False)
class Advice(Printable):
    """A hint up to a step, from 1 to 5. What belongs to later steps is None.

    Attributes:
        position: The position.
        step: The last step, from 1 to 5.
        own_guess: The guess that the person wants to make; None if there is none.
        contradicts: The first row that this guess contradicts; None if it can be the secret.
        candidates: The number of candidates (step 2).
        certain: What all candidates have in common (step 3).
        hint: A good guess (step 4).
        beside: How the person's own guess splits the candidates (step 5).

    Example:
        >>> import pegwise
        >>> advice = pegwise.advise("4x6 1122:B 1344:W", own_guess="1135", step=2)
        >>> print(advice.lines[1])
        44 codes are possible.
        >>> advice.to_dict()["candidates"]
        44
    """

    position: Position
    step: int
    own_guess: Code | None
    contradicts: ContradictedRow | None
    candidates: Count | None = None
    certain: Certain | None = None
    hint: Hint | None = None
    beside: Partition | None = None

    @property
    def lines(self) -> list[str]:
        """The sentences of the first three steps."""
        said = (
            [] if self.own_guess is None else [check_text(self.position, self.own_guess, str(self.own_guess))]
        )
        said += [] if self.candidates is None else [count_text(self.candidates)]
        return said + ([] if self.certain is None else [str(self.certain)])

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as plain values.

        Returns:
            What ``pegwise hint --step 5 --json`` prints.
        """
        rules, own, row = self.position.rules, self.own_guess, self.contradicts
        check = own and {
            "consistent": row is None and rules.is_secret(own),
            "contradicts": row and row.number,
            "feedback": row and str(row.row.feedback),
            "own_feedback": row and str(row.own_feedback),
        }
        told: dict[str, Any] = {
            **rules.told(),
            "history": history_name(self.position.history),
            "step": self.step,
            "own_guess": own and str(own),
            "check": check,
        }
        if self.candidates is not None:
            count = self.candidates
            told |= {"candidates": count.value, "known": count.known, **count.interval}
        if self.certain is not None:
            told["certain"] = self.certain.to_dict()
        if self.hint is not None:
            told["guess"] = self.hint.to_dict()
        if self.step == len(STEPS):
            told["why"] = None if self.beside is None else self.beside.to_dict()
        return told


def check_text(position: Position, own: Code, name: str) -> str:
    """Say whether a guess, called ``name``, can be the secret; if not, which row it contradicts and how.

    >>> from pegwise import Position, parse_code
    >>> position = Position("4x6", "1122:B 1344:W")
    >>> check_text(position, parse_code("1135", position.rules), "1135")
    '1135 is not the secret: otherwise row 1 would have feedback BB, not B.'
    """
    contradicts = contradicted_row(position, own)
    if contradicts is not None:
        said = hits_name(contradicts.row.feedback, position.rules)
        return (
            f"{name} is not the secret: otherwise row {contradicts.number} would have feedback "
            f"{hits_name(contradicts.own_feedback, position.rules)}, not {said}."
        )
    if not position.rules.is_secret(own):
        return f"{name} is not the secret: it is a guess of this game that no secret is."
    why = ": it is consistent with every row" if position.history else ""
    return f"{name} can be the secret{why}."


def count_text(count: Count) -> str:
    """Say how many codes are possible.

    >>> from pegwise import Count
    >>> count_text(Count(1, "exact")), count_text(Count(5000, "upper"))
    ('1 code is possible.', 'At most 5000 codes are possible.')
    """
    said = f"{count} {'code is' if count.value == 1 else 'codes are'} possible."
    return said[0].upper() + said[1:]


def advise(
    position: PositionLike,
    *,
    own_guess: CodeLike | None = None,
    step: int = 5,
    strategy: Strategy | str | None = None,
    limit: Limit | None = None,
    seed: int | None = 0,
) -> Advice:
    """Give a hint up to a step, beside a guess of one's own.

    Args:
        position: The position, rules, or their text.
        own_guess: The guess that the person wants to make; None if there is none.
        step: The last step of the hint, from 1 to 5; see :data:`STEPS`.
        strategy: The strategy that chooses the good guess, or its name. By default ``knuth``, or ``large`` in
            games too large for it.
        limit: The most work allowed; None for any amount. A deduction takes a share of it.
        seed: The random seed of a sample; None to allow no sample.

    Returns:
        The hint, with None for what belongs to later steps.

    Raises:
        LimitError: If there is no such step, or the work takes more than the limit and there is no seed.
        ContradictionError: If no code is consistent with the rows.
        MethodError: If the rules are too large for the strategy.
        NotationError: If a text cannot be read.
        CodeError: If a code is outside the rules.

    Example:
        >>> import pegwise
        >>> for line in pegwise.advise("4x6 1122:B 1344:W", own_guess="1135", step=3).lines:
        ...     print(line)
        1135 is not the secret: otherwise row 1 would have feedback BB, not B.
        44 codes are possible.
        Nothing is certain yet.
    """
    if not 1 <= step <= len(STEPS):
        raise LimitError(f"step {step}: a hint has steps 1 to {len(STEPS)}")
    position = parse_position(position)
    mine = None if own_guess is None else position.rules.code(own_guess)
    contradicts = None if mine is None else contradicted_row(position, mine)
    begun = Advice(position, step, mine, contradicts)
    if step == 1:
        return begun
    with nullcontext() if limit is None else limited(limit):  # each step takes a share
        with suppress(LimitReached), share_of_limit(_SHARE):
            position.check_possible()
        count = position.count()
        sure = found = beside = None
        if step >= 3:
            with share_of_limit(_SHARE):
                sure = certain(position)
        if step >= 4:
            left, chosen = seconds_left(), strategy or advisor(position.rules)
            if limit is not None and left is not None:
                limit = replace(limit, seconds=max(_LEAST, left * _MOST))
            found = hint(position, strategy=chosen, alternatives=0, limit=limit, seed=seed)
        if step == len(STEPS) and mine is not None:
            beside = position.partition(mine)
        return replace(begun, candidates=count, certain=sure, hint=found, beside=beside)
