"""A game in progress: a codemaker, the rows so far, and how many there may be."""

from __future__ import annotations

from math import ceil, log2
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol

from pegwise.drawable import Drawable
from pegwise.errors import LimitError, StrategyError
from pegwise.limit import spend
from pegwise.notation import history_name, parse_rules
from pegwise.play.codemakers import Codemaker, FixedCodemaker
from pegwise.play.record import Record
from pegwise.position import Position
from pegwise.strategies import make
from pegwise.strategies.registry import advisor

if TYPE_CHECKING:
    from pegwise.codes import CodeLike, HistoryLike
    from pegwise.notation import RulesLike
    from pegwise.rules import Code, Row, Rules

__all__ = ["Game", "play_out", "usual_max_guesses"]

_GUESSES, _USUAL_CODES, _BITS = 10, 1 << 24, 4.3
"""The rows of a board; codes of a game up to which they are enough; and what a good guess tells, in bits."""


def usual_max_guesses(rules: Rules) -> int:
    """How many guesses a player has, unless said otherwise: ten, in large games twice what good play takes.

    >>> from pegwise.notation import history_name, parse_rules
    >>> [usual_max_guesses(parse_rules(name)) for name in ("4x6", "10x6", "20x20", "100x20")]
    [10, 20, 50, 210]
    """
    if rules.size <= _USUAL_CODES:
        return _GUESSES
    return _GUESSES * ceil(2 * (1 + log2(rules.size) / _BITS) / _GUESSES)


class Game(Drawable):
    """A game against a secret or another codemaker.

    ``max_guesses`` is how many guesses there are; None for as many as it takes. ``rows`` are those of a game
    taken up again. Raises :class:`~pegwise.errors.LimitError` for a game without any row.

    >>> game = Game("4x6", "3632")
    >>> str(game.guess("1122")), game.won
    ('1122:B', False)
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
        self.rules = parse_rules(rules)
        self.codemaker = secret if isinstance(secret, Codemaker) else FixedCodemaker(self.rules, secret)
        self.max_guesses, self.position = max_guesses, Position(self.rules, rows)

    @property
    def secret(self) -> Code:
        """The codemaker's secret; of an adversary, a code that fits all its answers."""
        return self.codemaker.reveal(self.position)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The guesses so far with their feedback."""
        return self.position.history

    @property
    def guesses_left(self) -> int | None:
        """How many guesses there are left; None for as many as it takes."""
        return None if self.max_guesses is None else self.max_guesses - len(self.rows)

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.rows) and self.rows[-1].feedback == self.rules.win

    @property
    def over(self) -> bool:
        """Whether the game is won or its rows are used up."""
        return self.won or (self.guesses_left is not None and self.guesses_left <= 0)

    def __repr__(self) -> str:
        allowed = "" if self.max_guesses is None else f", max_guesses={self.max_guesses}"
        rows = f", rows={history_name(self.rows)!r}" if self.rows else ""
        return f"Game({str(self.rules)!r}, {self.codemaker!r}{allowed}{rows})"

    @property
    def record(self) -> Record:
        """What is known of the game now; its secret only once it is over."""
        kept = self.codemaker.name if self.codemaker.name == "adversary" else "random"
        secret = self.secret if self.over else None
        return Record(self.rules, self.rows, secret=secret, max_guesses=self.max_guesses, codemaker=kept)

    def guess(self, code: CodeLike) -> Row:
        """Make a guess and get its feedback.

        Raises the errors of notation for a bad code, and :class:`~pegwise.errors.LimitError` once the game
        is over.
        """
        guess = self.rules.code(code)
        if self.over:
            raise LimitError("the game is over")
        self.position = self.position.after(guess, self.codemaker.feedback(self.position, guess))
        return self.rows[-1]

    def to_dict(self) -> dict[str, Any]:
        """The game as plain values."""
        return {
            "rules": str(self.rules),
            "secret": str(self.secret),
            "won": self.won,
            "guesses": len(self.rows),
            "rows": [{"guess": str(row.guess), "feedback": str(row.feedback)} for row in self.rows],
        }


class Player(Protocol):
    """Whoever chooses guesses: a strategy, or something that stands for one."""

    @property
    def name(self) -> str:
        """What it is called."""

    def choose(self, position: Position) -> Code:
        """Its next guess."""


def play_out(rules: RulesLike, secret: CodeLike | Codemaker, *, strategy: Player | str | None = None) -> Game:
    """Play the whole game of ``strategy`` against a secret or another codemaker.

    Where no strategy is named it is knuth, or large in games too large for it.
    Raises :class:`~pegwise.errors.StrategyError` if the strategy repeats a guess that tells it nothing.

    >>> from pegwise.play import Adversary
    >>> [len(play_out("4x6", secret, strategy="knuth").rows) for secret in ("3632", Adversary("4x6"))]
    [5, 5]
    """
    game = Game(rules, secret)
    player = make(strategy or advisor(game.rules)) if isinstance(strategy, (str, NoneType)) else strategy
    while not game.over:
        spend(0)  # a strategy may answer however little time is left
        guess = player.choose(game.position)
        if sum(row.guess == guess for row in game.rows) > 1:
            raise StrategyError(f"{player.name} makes the guess {guess} again and again, which tells nothing")
        game.guess(guess)
    return game
