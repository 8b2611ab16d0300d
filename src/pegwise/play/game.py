"""A game in progress: a codemaker, the rows so far, and how many guesses there may be."""

from __future__ import annotations

from math import ceil, log2
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol

from pegwise.drawable import Drawable
from pegwise.errors import LimitError, StrategyError
from pegwise.limit import spend
from pegwise.notation import RulesLike, history_name, read_codes
from pegwise.play.codemakers import Codemaker, FixedCodemaker
from pegwise.play.record import Record
from pegwise.position import Position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike, HistoryLike
    from pegwise.rules import Code, Row, Rules

_GUESSES, _USUAL_CODES, _BITS = 10, 1 << 24, 4.3
"""The usual guesses; codes of a game up to which they are enough; and the bits that a good guess gives."""


def usual_max_guesses(rules: Rules) -> int:
    """Return how many guesses a player has by default: ten, and in large games twice what good play takes.

    >>> from pegwise.notation import history_name, read_codes
    >>> from pegwise.notation import parse_rules
    >>> [usual_max_guesses(parse_rules(name)) for name in ("4x6", "10x6", "20x20", "100x20")]
    [10, 20, 50, 210]
    """
    if rules.size <= _USUAL_CODES:
        return _GUESSES
    return _GUESSES * ceil(2 * (1 + log2(rules.size) / _BITS) / _GUESSES)


class Game(Drawable):
    """A game in progress, against a secret or against another codemaker.

    Args:
        rules: The rules, or their text.
        secret: The secret, or a codemaker.
        max_guesses: The number of guesses that the player has; None for any number.
        rows: The rows of a game that is continued.

    Attributes:
        codemaker (Codemaker): Who gives the feedback.
        max_guesses (int | None): The number of guesses that the player has.
        position (Position): The rules and the rows so far.

    Raises:
        LimitError: If no guess is allowed.
        NotationError: If a text cannot be read.
        CodeError: If the secret or a guess is outside the rules.

    Example:
        >>> import pegwise
        >>> game = pegwise.Game("4x6", "3632")
        >>> str(game.guess("1122")), game.won, game.to_dict()["rows"]
        ('1122:B', False, [{'guess': '1122', 'feedback': 'B'}])
    """

    def __init__(
        self,
        rules: RulesLike,
        secret: CodeLike | Codemaker,
        *,
        max_guesses: int | None = None,
        rows: HistoryLike = (),
    ) -> None:
        if max_guesses is not None and max_guesses < 1:
            raise LimitError(f"a game needs at least one row, not {max_guesses}")
        self.max_guesses, self.position = max_guesses, Position(rules, rows)
        self.codemaker = secret if isinstance(secret, Codemaker) else FixedCodemaker(self.rules, secret)

    @property
    def rules(self) -> Rules:
        """The rules; their alphabet is that of the guesses."""
        return self.position.rules

    @property
    def secret(self) -> Code:
        """The secret of the codemaker; of an adversary, a code that is consistent with all its feedback."""
        return self.codemaker.reveal(self.position)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The guesses so far with their feedback."""
        return self.position.history

    @property
    def guesses_left(self) -> int | None:
        """The number of guesses that the player still has; None for any number."""
        return None if self.max_guesses is None else self.max_guesses - len(self.rows)

    @property
    def won(self) -> bool:
        """True if the last guess was the secret."""
        return bool(self.rows) and self.rows[-1].feedback == self.rules.win

    @property
    def over(self) -> bool:
        """True if the game is won or the player has no guess left."""
        return self.won or (self.guesses_left is not None and self.guesses_left <= 0)

    def __repr__(self) -> str:
        allowed = "" if self.max_guesses is None else f", max_guesses={self.max_guesses}"
        rows = f", rows={history_name(self.rows)!r}" if self.rows else ""
        return f"Game({str(self.rules)!r}, {self.codemaker!r}{allowed}{rows})"

    @property
    def record(self) -> Record:
        """What is known of the game now; its secret only once the game is over."""
        kept = self.codemaker.name if self.codemaker.name == "adversary" else "random"
        secret = self.secret if self.over else None
        return Record(self.rules, self.rows, secret=secret, max_guesses=self.max_guesses, codemaker=kept)

    def guess(self, code: CodeLike) -> Row:
        """Make a guess and get its feedback.

        Args:
            code: The guess.

        Returns:
            The guess with its feedback.

        Raises:
            LimitError: If the game is over.
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.

        Example:
            >>> import pegwise
            >>> str(pegwise.Game("4x6", "3632").guess("1344"))
            '1344:W'
        """
        _, (guess,) = read_codes([code], self.rules)
        if self.over:
            raise LimitError("the game is over")
        self.position = self.position.after(guess, self.codemaker.feedback(self.position, guess))
        return self.rows[-1]

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values.

        Returns:
            What :meth:`Record.to_dict` returns for :attr:`record`; the secret is None until the game is over.
        """
        return self.record.to_dict()


class Player(Protocol):
    """Whoever chooses guesses: a strategy, or something with the same two members.

    Example:
        >>> import pegwise
        >>> class Lowest:
        ...     name = "lowest"
        ...     def choose(self, position):
        ...         return position.candidates.first()
        >>> len(pegwise.play_out("4x6", "3632", strategy=Lowest()).rows)
        6
        >>> str(Lowest().choose(pegwise.Position("4x6")))
        '1111'
    """

    @property
    def name(self) -> str:
        """The name of the player."""

    def choose(self, position: Position) -> Code:
        """Return the next guess.

        Args:
            position: The position.

        Returns:
            The guess.
        """


def play_out(rules: RulesLike, secret: CodeLike | Codemaker, *, strategy: Player | str | None = None) -> Game:
    """Play a whole game with a strategy, against a secret or against another codemaker.

    Args:
        rules: The rules, or their text.
        secret: The secret, or a codemaker.
        strategy: The strategy, or its name. By default ``knuth``, or ``large`` in games too large for it.

    Returns:
        The game, which the strategy has won.

    Raises:
        StrategyError: If there is no such strategy, or it repeats a guess that tells it nothing.
        MethodError: If the rules are too large for the strategy.
        NotationError: If a text cannot be read.
        CodeError: If the secret is outside the rules.

    Example:
        >>> import pegwise
        >>> len(pegwise.play_out("4x6", "3632", strategy="knuth").rows)
        5
        >>> len(pegwise.play_out("4x6", pegwise.Adversary("4x6"), strategy="knuth").rows)
        5
    """
    from pegwise.strategies.registry import advisor, make  # a saved game needs none

    game = Game(rules, secret)
    player = make(strategy or advisor(game.rules)) if isinstance(strategy, (str, NoneType)) else strategy
    while not game.over:
        spend(0)  # a strategy may answer however little time is left
        guess = player.choose(game.position)
        if sum(row.guess == guess for row in game.rows) > 1:
            raise StrategyError(f"{player.name} makes the guess {guess} again and again, which tells nothing")
        game.guess(guess)
    return game
