"""Codemakers: one with a secret, one who errs now and then, and one that keeps its choice open."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING, ClassVar

from pegwise.candidates import candidates_by_search, is_enumerable
from pegwise.engine.code_space import rows_of, to_code
from pegwise.errors import CodeError, ContradictionError, LimitError
from pegwise.limit import LimitReached, limited, share_of_limit, spend
from pegwise.notation import RulesLike, parse_rules, plain_history
from pegwise.position import Position, PositionLike, parse_position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike
    from pegwise.exactness import Known
    from pegwise.rules import Code, Feedback, Row

_OFTEN = 1 / 3
"""How likely a row of a codemaker who errs is false, as long as one may be."""
_SAMPLE, _FEWEST = 2_000, 200
"""In games too large to list: the codes that an adversary remembers at most, and how few are too few."""
_SHARE = 0.6
"""The share of a limit that counting may take before a sample has to do."""
_MOVES = 8_000_000
"""Changes tried in the walk that then looks for more, which takes about a quarter of a second."""


class Codemaker(ABC):
    """The player who holds the secret and gives feedback about the guesses.

    A codemaker of your own is a subclass with the methods :meth:`feedback` and :meth:`reveal`. The feedback
    must be a function of the position and the guess, so that a saved game can be continued.

    Attributes:
        name: The name of the codemaker.

    Example:
        >>> import pegwise
        >>> class Honest(pegwise.Codemaker):
        ...     name = "honest"
        ...     def feedback(self, position, guess):
        ...         return pegwise.parse_position(position).rules.feedback("3632", guess)
        ...     def reveal(self, position):
        ...         return pegwise.parse_position(position).rules.code("3632")
        >>> str(Honest().feedback("4x6", "1122")), str(Honest().reveal("4x6"))
        ('B', '3632')
    """

    name: ClassVar[str] = ""

    @abstractmethod
    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback of a guess.

        Args:
            position: The position before the guess, whose rows have feedback of this codemaker.
            guess: The guess.

        Returns:
            The feedback.
        """

    @abstractmethod
    def reveal(self, position: PositionLike) -> Code:
        """Return the secret.

        Args:
            position: The position, whose rows have feedback of this codemaker.

        Returns:
            A code that is consistent with every row.
        """


class FixedCodemaker(Codemaker):
    """A codemaker with a secret.

    Args:
        rules: The rules, or their text.
        secret: The secret.

    Attributes:
        rules (Rules): The rules.
        secret (Code): The secret.

    Raises:
        NotationError: If a text cannot be read.
        CodeError: If the secret is outside the rules.

    Example:
        >>> import pegwise
        >>> maker = pegwise.FixedCodemaker("4x6", "3632")
        >>> str(maker.feedback("4x6", "1122")), str(maker.reveal("4x6"))
        ('B', '3632')
    """

    name = "fixed"

    def __init__(self, rules: RulesLike, secret: CodeLike) -> None:
        self.rules = parse_rules(rules)
        self.secret = self.rules.code(secret)
        if not self.rules.is_secret(self.secret):
            raise CodeError(f"{self.secret} cannot be the secret of {self.rules}")

    def __repr__(self) -> str:
        return f"FixedCodemaker({str(self.rules)!r}, {str(self.secret)!r})"

    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback of a guess against the secret.

        Args:
            position: The position before the guess; it changes nothing.
            guess: The guess.

        Returns:
            The feedback.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.
        """
        return self.rules.feedback(self.secret, guess)

    def reveal(self, position: PositionLike) -> Code:
        """Return the secret.

        Args:
            position: The position; it changes nothing.

        Returns:
            The secret.
        """
        return self.secret


class ErringCodemaker(FixedCodemaker):
    """A codemaker with a secret, who gives wrong feedback in some rows; a win is always told.

    Args:
        rules: The rules, or their text.
        secret: The secret.
        false_rows: The most rows whose feedback is wrong.
        seed: The random seed: the same seed errs in the same way.

    Attributes:
        rules (Rules): The rules.
        secret (Code): The secret.

    Raises:
        NotationError: If a text cannot be read.
        CodeError: If the secret is outside the rules.
        LimitError: If ``false_rows`` is below 0.

    Example:
        >>> import pegwise
        >>> maker = pegwise.ErringCodemaker("4x6", "3632", false_rows=1, seed=3)
        >>> game = pegwise.Position("4x6", false_rows=1)
        >>> for guess in ("1122", "3344", "3535"):
        ...     game = game.after(guess, maker.feedback(game, guess))
        >>> "3632" in game
        True
    """

    name = "erring"

    def __init__(self, rules: RulesLike, secret: CodeLike, false_rows: int, seed: int = 0) -> None:
        super().__init__(rules, secret)
        if false_rows < 0:
            raise LimitError(f"false_rows is at least 0, not {false_rows}")
        self._false_rows, self._seed = false_rows, seed

    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback of a guess, which may be wrong.

        Args:
            position: The position before the guess, whose rows have feedback of this codemaker.
            guess: The guess.

        Returns:
            The feedback.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.
        """
        right = self.rules.feedback(self.secret, guess)
        history = parse_position(position).history
        erred = sum(self.rules.feedback(self.secret, row.guess) != row.feedback for row in history)
        rng = random.Random(f"pegwise erring {self._seed} {plain_history(history)} {self.rules.code(guess)}")
        if right == self.rules.win or erred >= self._false_rows or rng.random() >= _OFTEN:
            return right
        wrong = [told for told in self.rules.feedbacks if told not in (right, self.rules.win)]
        return rng.choice(wrong) if wrong else right


class Adversary(Codemaker):
    """A codemaker without a secret, whose feedback leaves the most candidates.

    Some code is always consistent with its feedback. Of equally large classes it takes the first in the order
    of Knuth's Figure 1 (fewest black hits, then most white hits), so it lets the codebreaker win only when
    one code is left. In games too large to list it remembers a sample of the candidates and counts these. If
    a limit in force leaves no time to count, it counts the candidates that a search finds by then. Either
    way, it knows a candidate in each class that it chooses.

    Source: the "devil" or "dynamic" codemaker of folklore; the static counterpart is Knuth's worst case.

    Args:
        rules: The rules, or their text.

    Attributes:
        rules (Rules): The rules.

    Raises:
        NotationError: If the text cannot be read.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> maker, position = pegwise.Adversary("4x6"), pegwise.Position("4x6")
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
        """``exact`` if it counted every candidate each time, ``sampled`` if it counted a sample of them."""
        return "exact" if is_enumerable(self.rules) and not self._hurried else "sampled"

    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback with the largest class.

        Args:
            position: The position before the guess, whose rows have feedback of this adversary.
            guess: The guess.

        Returns:
            The feedback that leaves the most candidates.

        Raises:
            ContradictionError: If no code is consistent with the rows.
            LimitReached: If a limit in force leaves no time to find a single candidate, in a game too large
                to list with many rows.
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
        """Count the classes of a guess: of all candidates, or of those that are remembered."""
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
        """Return the classes of the candidates found in time, or of one candidate that is searched for."""
        met = position.partition(guess).classes
        if met:
            return dict(met)
        with limited(None) if is_enumerable(self.rules) else nullcontext():
            code = candidates_by_search(self.rules, position.history).example()
        if code is None:
            raise ContradictionError(str(position.contradiction()))
        return {self.rules.feedback(code, guess): 1}

    def reveal(self, position: PositionLike) -> Code:
        """Return the lowest code that it knows to be consistent with all its feedback.

        Args:
            position: The position, whose rows have feedback of this adversary.

        Returns:
            A candidate.

        Raises:
            ContradictionError: If no code is consistent with the rows.
        """
        position = parse_position(position)
        if is_enumerable(self.rules):
            position.check_possible()
            return next(iter(position.candidates))
        return min(self._pool(position.history))

    def _pool(self, history: tuple[Row, ...]) -> list[Code]:
        """Return the candidates remembered after ``history``, at least one; a function of the history."""
        if history not in self._pools:
            self._pools[history] = self._draw(history)
        return self._pools[history]

    def _draw(self, history: tuple[Row, ...]) -> list[Code]:
        from pegwise.candidates.unlisted import ConstraintCandidates  # few games need it

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
        """Return candidates that a walk finds."""
        from pegwise.engine.unlimited.walk import Walk

        rows = rows_of(history)
        met = Walk(self.rules, rows, "adversary").draw(_SAMPLE, _MOVES)
        return {self.rules.spelled(to_code(code)) for code in met}


def random_secret(rules: RulesLike = "4x6", *, seed: int | str | None = None) -> Code:
    """Draw a secret at random; every code is equally likely, or as likely as its weight says.

    Args:
        rules: The rules, or their text.
        seed: The random seed: the same seed draws the same code. None for a new code each time.

    Returns:
        The code.

    Raises:
        NotationError: If the text cannot be read.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> pegwise.random_secret("4x6", seed=1) == pegwise.random_secret("4x6", seed=1)
        True
    """
    rules = parse_rules(rules)
    rng = random.Random(None if seed is None else f"pegwise secret {seed}")
    return rules.drawn_secret(rng)
