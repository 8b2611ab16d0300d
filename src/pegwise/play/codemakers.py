"""Who answers the guesses: a codemaker with a secret, or one that keeps its choice open."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING, ClassVar

from pegwise.candidates import ConstraintCandidates, is_enumerable
from pegwise.engine.space import to_code, zero_based
from pegwise.engine.unlimited.walk import Walk
from pegwise.errors import ContradictionError
from pegwise.limit import LimitReached, limited, share_of_limit, spend
from pegwise.notation import parse_rules
from pegwise.position import Position, parse_position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike
    from pegwise.evidence import Known
    from pegwise.notation import RulesLike
    from pegwise.position import PositionLike
    from pegwise.rules import Code, Feedback, Row

__all__ = ["Adversary", "Codemaker", "FixedCodemaker", "random_secret"]

_SAMPLE, _FEWEST = 2_000, 200
"""In games too large to enumerate: the codes an adversary keeps in mind at most, and how few are too few."""
_SHARE = 0.6
"""Of a limit, what counting may take before a sample has to do."""
_MOVES = 8_000_000
"""Changes tried in the walk that then looks for more: about a quarter of a second."""


class Codemaker(ABC):
    """Answers guesses; its answers are a function of the position, so that a game can be taken up again."""

    name: ClassVar[str] = ""

    @abstractmethod
    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback of ``guess`` in ``position``, a position of this codemaker's own answers."""

    @abstractmethod
    def reveal(self, position: PositionLike) -> Code:
        """Return the secret: a code that fits every row of ``position``."""


class FixedCodemaker(Codemaker):
    """A codemaker with a secret.

    Raises the errors of notation for a secret outside the rules.

    >>> maker = FixedCodemaker("4x6", "3632")
    >>> str(maker.feedback("4x6", "1122"))
    'B'
    """

    name = "fixed"

    def __init__(self, rules: RulesLike, secret: CodeLike) -> None:
        self.rules = parse_rules(rules)
        self.secret = self.rules.code(secret)

    def __repr__(self) -> str:
        return f"FixedCodemaker({str(self.rules)!r}, {str(self.secret)!r})"

    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback of ``guess`` against the secret."""
        return self.rules.feedback(self.secret, guess)

    def reveal(self, position: PositionLike) -> Code:
        """Return the secret."""
        return self.secret


class Adversary(Codemaker):
    """Has no secret: each answer is the one that leaves the most candidates, so some code always fits.

    Of equally large classes it takes the first in the order of Knuth's figure (fewest black hits, then most
    white), so it gives in only when one code is left. In games too large to enumerate it keeps a sample of
    the candidates in mind and counts those; :attr:`known` says which. A class it chooses has a code in it
    either way, and that code is its proof. Where a limit in force leaves no time to count, the class is the
    largest in a sample of the codes that fit, as many as are met by then.

    Source: the "devil" or "dynamic" codemaker of folklore; the static counterpart is Knuth's worst case.

    >>> maker, position = Adversary("4x6"), Position("4x6")
    >>> for guess in ("1122", "3344", "5566"):
    ...     position = position.after(guess, maker.feedback(position, guess))
    >>> print(*position.history)
    1122:W 3344:BW 5566:W
    >>> maker.reveal(position) in position, maker.known
    (True, 'exact')
    """

    name = "adversary"

    def __init__(self, rules: RulesLike) -> None:
        self.rules = parse_rules(rules)
        self._pools: dict[tuple[Row, ...], list[Code]] = {}
        self._hurried = False

    def __repr__(self) -> str:
        return f"Adversary({str(self.rules)!r})"

    @property
    def known(self) -> Known:
        """``exact`` where every candidate was counted each time, ``sampled`` where a sample of them was."""
        return "exact" if is_enumerable(self.rules) and not self._hurried else "sampled"

    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback whose class is largest.

        Raises :class:`~pegwise.errors.ContradictionError` if no code fits the position, and
        :class:`~pegwise.limit.LimitReached` where a limit in force leaves no time to meet a single one: in
        games too large to enumerate, after many rows.
        """
        position, guess = parse_position(position), self.rules.code(guess)
        sizes = dict.fromkeys(self.rules.feedbacks, 0)
        try:
            with share_of_limit(_SHARE):
                self._count(position, guess, sizes)
        except LimitReached:
            self._hurried = True
            sizes |= self._sampled(position, guess)
        return max(sizes, key=lambda feedback: sizes[feedback])

    def _count(self, position: Position, guess: Code, sizes: dict[Feedback, int]) -> None:
        """Count the classes of a guess: of all candidates, or of those kept in mind."""
        if is_enumerable(self.rules):
            position.check_possible()
            split = position.partition(guess)
            if split.known != "exact":
                raise LimitReached("there was no time to count all codes")
            sizes |= split.classes
            return
        for code in self._pool(position.history):
            spend(0)
            sizes[self.rules.feedback(code, guess)] += 1

    def _sampled(self, position: Position, guess: Code) -> dict[Feedback, int]:
        """The classes of the codes that are met in time; of one that is searched for, if it is none."""
        met = position.partition(guess).classes
        if met:
            return dict(met)
        with limited(None) if is_enumerable(self.rules) else nullcontext():
            code = ConstraintCandidates(self.rules, position.history).example()
        if code is None:
            raise ContradictionError(str(position.contradiction()))
        return {self.rules.feedback(code, guess): 1}

    def reveal(self, position: PositionLike) -> Code:
        """Return the lowest code it has in mind that fits all its answers.

        Raises :class:`~pegwise.errors.ContradictionError` if no code fits the position.
        """
        position = parse_position(position)
        if is_enumerable(self.rules):
            position.check_possible()
            return next(iter(position.candidates))
        return min(self._pool(position.history))

    def _pool(self, history: tuple[Row, ...]) -> list[Code]:
        """Candidates kept in mind after ``history``, at least one; a function of the history."""
        if history not in self._pools:
            self._pools[history] = self._draw(history)
        return self._pools[history]

    def _draw(self, history: tuple[Row, ...]) -> list[Code]:
        if not history:
            return sorted(set(ConstraintCandidates(self.rules, ()).sample(_SAMPLE, whole=True)))
        guess, told = history[-1]
        pool: set[Code] = set()
        for code in self._pool(history[:-1]):
            spend(0)
            if self.rules.feedback(code, guess) == told:
                pool.add(code)
        if len(pool) < _FEWEST:
            pool |= self._met(history)
        if not pool and (found := ConstraintCandidates(self.rules, history).example()):
            pool.add(found)
        if not pool:
            raise ContradictionError(str(Position(self.rules, history).contradiction()))
        return sorted(pool)

    def _met(self, history: tuple[Row, ...]) -> set[Code]:
        """Codes that fit, met by a walk."""
        rows = [(zero_based(guess), *told) for guess, told in history]
        met = Walk(self.rules, rows, "adversary").draw(_SAMPLE, _MOVES)
        return {self.rules.spelled(to_code(code)) for code in met}


def random_secret(rules: RulesLike = "4x6", *, seed: int | str | None = None) -> Code:
    """Draw a code at random, every one equally likely; the same for the same seed.

    >>> random_secret("4x6", seed=1) == random_secret("4x6", seed=1)
    True
    """
    rules = parse_rules(rules)
    rng = random.Random(None if seed is None else f"pegwise secret {seed}")
    colors = range(1, rules.colors + 1)
    if rules.repeats:
        return rules.spelled(rng.choice(colors) for _ in range(rules.pegs))
    return rules.spelled(rng.sample(colors, rules.pegs))
