"""The record of a game: everything about it that can be saved and shared."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING, Any, Literal

from pegwise.drawable import Printable, plain_values
from pegwise.errors import FeedbackError, LimitError, NotationError, RulesError
from pegwise.notation import RulesLike, parse_rules, read_history, spelled_rows

if TYPE_CHECKING:
    from datetime import datetime

    from pegwise.codes import CodeLike, HistoryLike
    from pegwise.rules import Code, Row, Rules

CODEMAKERS = ("random", "adversary", "fixed")
"""Who holds the secret: chance (``random``), an ``adversary`` without one, or a person (``fixed``)."""

_LARGEST = 1000
"""Pegs and colors that the rules of a game may have: no board is larger."""

Outcome = Literal["won", "lost", "resigned", "unfinished"]


@dataclass(frozen=True)
class Record(Printable):
    """What is known of a game, finished or not. It can be written as one line of text.

    Attributes:
        rules: The rules; their text may be given.
        rows: The rows; their text may be given.
        secret: The secret, or None if it is not told; its text may be given.
        max_guesses: The number of guesses that the player had; None for any number.
        guessed: True if one more guess, which the record leaves out to spoil nothing, won the game.
        resigned: True if the player gave up.
        hints: The number of steps of hints that the player took.
        codemaker: Who held the secret: ``random``, ``adversary`` or ``fixed``.
        race: The name of the strategy that the player raced against; None if there was no race.
        started: When the game began, in UTC and whole seconds.

    Raises:
        NotationError: If a row follows the winning row, the game is both won and resigned, or a text cannot
            be read.
        RulesError: If there are more than 1000 pegs or colors.
        CodeError: If a code is outside the rules.
        FeedbackError: If the secret contradicts a row, or these rules can never give some feedback.
        LimitError: If there are more guesses than were allowed, or a number is negative.

    Example:
        >>> import pegwise
        >>> record = pegwise.Record("4x6", "1122:B 1344:W 3632:BBBB", max_guesses=10)
        >>> record.outcome, record.guesses, str(record.secret)
        ('won', 3, '3632')
        >>> record.without_secret().rows == record.rows[:2], record.to_dict()["won"]
        (True, True)
    """

    rules: Rules
    rows: tuple[Row, ...] = ()
    _: KW_ONLY
    secret: Code | None = None
    max_guesses: int | None = None
    guessed: bool = False
    resigned: bool = False
    hints: int = 0
    codemaker: str = "random"
    race: str | None = None
    started: datetime | None = None

    if TYPE_CHECKING:  # what may be given; the fields are what becomes of it

        def __init__(
            self,
            rules: RulesLike,
            rows: HistoryLike = (),
            *,
            secret: CodeLike | None = None,
            max_guesses: int | None = None,
            guessed: bool = False,
            resigned: bool = False,
            hints: int = 0,
            codemaker: str = "random",
            race: str | None = None,
            started: datetime | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        secrets = () if self.secret is None else (self.secret,)
        rules, rows = read_history(self.rows, parse_rules(self.rules), secrets)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "rows", spelled_rows(rows, rules))
        if self.secret is not None:
            object.__setattr__(self, "secret", rules.decided(self.secret))
        if self._last_row_wins and self.secret is None:
            object.__setattr__(self, "secret", self.rows[-1].guess)
        if self.started is not None:
            whole = self.started.astimezone(UTC).replace(microsecond=0)
            object.__setattr__(self, "started", whole)
        self._check_course()
        self._check_secret()
        self._check_words()

    def _check_course(self) -> None:
        wins = [number for number, row in enumerate(self.rows, 1) if row.feedback == self.rules.win]
        if wins and wins[0] < len(self.rows):
            raise NotationError(f"row {wins[0]} wins the game, but there is a row after it")
        if self.guessed and (wins or self.secret is not None):
            raise NotationError("a game won by a guess that is left out has no winning row and no secret")
        if self.resigned and self.won:
            raise NotationError("a game cannot be both won and resigned")
        if self.max_guesses is not None and not 1 <= max(1, self.guesses) <= self.max_guesses:
            raise LimitError(f"{self.guesses} guesses do not fit in {self.max_guesses} rows")

    def _check_secret(self) -> None:
        if self.secret is None:
            return
        for number, (guess, told) in enumerate(self.rows, 1):
            right = self.rules.feedback(self.secret, guess)
            if right != told:
                raise FeedbackError(
                    f"row {number} ({guess}:{told}) does not fit the secret {self.secret}: that gives {right}"
                )

    def _check_words(self) -> None:
        if self.hints < 0:
            raise LimitError(f"{self.hints} hints: they are counted from 0")
        if self.codemaker not in CODEMAKERS:
            raise NotationError(f"codemaker {self.codemaker!r}: the codemakers are {', '.join(CODEMAKERS)}")
        if self.race is not None and (not self.race or self.race != "".join(self.race.split())):
            raise NotationError(f"race {self.race!r}: expected a name without spaces")
        if max(self.rules.pegs, self.rules.named_colors) > _LARGEST:
            raise RulesError(f"rules {str(self.rules)!r}: a game has at most {_LARGEST} pegs and colors")

    @property
    def _last_row_wins(self) -> bool:
        return bool(self.rows) and self.rows[-1].feedback == self.rules.win

    @property
    def won(self) -> bool:
        """True if the player found the secret."""
        return self.guessed or self._last_row_wins

    @property
    def guesses(self) -> int:
        """The number of guesses that the player made."""
        return len(self.rows) + self.guessed

    @property
    def outcome(self) -> Outcome:
        """``won``, ``lost``, ``resigned`` or ``unfinished``."""
        if self.won:
            return "won"
        if self.resigned:
            return "resigned"
        return "lost" if self.max_guesses == len(self.rows) else "unfinished"

    def without_secret(self) -> Record:
        """Return the game for somebody who has yet to find the secret: without secret and winning row.

        Returns:
            A new record; this one does not change.
        """
        if not self._last_row_wins:
            return replace(self, secret=None)
        return replace(self, rows=self.rows[:-1], secret=None, guessed=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values.

        Returns:
            What ``pegwise play --json`` prints.
        """
        return {
            **self.rules.told(),
            **plain_values(
                self,
                "codemaker secret outcome won resigned guesses max_guesses hints race started rows",
                started=None if self.started is None else self.started.isoformat(),
            ),
        }
