"""A game as a person plays it: saved row by row, with hints, perhaps as a race, and continued later."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pegwise.errors import FileFormatError, PegwiseError
from pegwise.limit import USUAL, seconds_left
from pegwise.play.codemakers import Adversary, Codemaker, FixedCodemaker
from pegwise.play.game import Game
from pegwise.strategies import Strategy, make
from pegwise.strategies.limited_choice import choose_within

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.play.record import Record
    from pegwise.play.saved_games import SavedGames
    from pegwise.rules import Code, Row, Rules


class Race:
    """A race: a strategy tries to find the same secret, a guess for each guess of the player.

    Its guesses are its own business until the race is over.

    Raises what the strategy raises if it cannot play these rules.

    >>> from pegwise.rules import Rules
    >>> from pegwise.strategies import make
    >>> race = Race(Rules(4, 6), "3632", make("knuth"))
    >>> str(race.step()), str(race.step())
    ('1122:B', '1344:W')
    """

    def __init__(self, rules: Rules, secret: Code | str, strategy: Strategy) -> None:
        self.game, self.strategy = Game(rules, secret), strategy
        self._first = self._choice()

    def step(self) -> Row | None:
        """The strategy's next guess and its feedback; None once it has found the code."""
        if self.game.won:
            return None
        return self.game.guess(self._choice() if self.game.rows else self._first)

    def _choice(self) -> Code:
        """The strategy's guess, for which a player waits no longer than usual, whatever limit is in force."""
        if seconds_left() is not None:
            return self.strategy.choose(self.game.position)
        return choose_within(self.strategy, self.game.position, USUAL).guess


@dataclass
class Sitting:
    """One game in progress, from a record: a new one, or one that was left.

    ``games`` is where it is saved, under ``number``; None for a game that is not. If saving fails the game
    goes on unsaved, and if the other cannot play on the race is off; ``trouble`` says why. Raises
    :class:`~pegwise.errors.FileFormatError` for a record that cannot be played: it is over, or has no secret.

    >>> from pegwise.play.game_line import parse_game
    >>> sitting = Sitting(parse_game("4x6 secret=3632 max-guesses=10"))
    >>> str(sitting.guess("1122")), sitting.record.outcome
    ('1122:B', 'unfinished')
    """

    start: Record
    games: SavedGames | None = None
    number: int | None = None
    opener: Callable[[str], Strategy] = make
    """Makes the strategy to race against from its name."""
    trouble: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        record = self.start
        if record.outcome != "unfinished":
            raise FileFormatError(f"this game is over: it was {record.outcome}")
        self.game = Game(record.rules, self._codemaker(), max_guesses=record.max_guesses, rows=record.rows)
        self.hints, self.resigned = record.hints, False
        self.race: Race | None = None
        if record.race is not None:
            self.race = Race(record.rules, self.game.secret, self.opener(record.race))
            for _ in record.rows:
                self._race()
        if self.number is None:
            self._save(lambda games: setattr(self, "number", games.add(self.record)))

    def _codemaker(self) -> Codemaker:
        record = self.start
        if record.codemaker == "adversary":
            if record.race is not None:
                raise FileFormatError("a race needs a secret, and an adversary has none")
            return Adversary(record.rules)
        if record.secret is None:
            raise FileFormatError("this game has no secret, so it cannot be played on")
        return FixedCodemaker(record.rules, record.secret)

    @property
    def over(self) -> bool:
        """True if there is nothing more to guess."""
        return self.resigned or self.game.over

    @property
    def record(self) -> Record:
        """The game as it stands. An adversary's secret is told only once the game is over."""
        open_still = self.start.codemaker == "adversary" and not self.over
        return replace(
            self.start,
            rows=self.game.rows,
            secret=None if open_still else self.game.secret,
            hints=self.hints,
            resigned=self.resigned,
        )

    def guess(self, code: Code | str) -> Row:
        """Make a guess; its row is saved when this returns. Raises as :meth:`Game.guess` does."""
        row = self.game.guess(code)
        self._save(lambda games: games.add_row(self.number or 0, len(self.game.rows), row))
        self._race()
        if self.over:
            self._update()
        return row

    def _race(self, to_the_end: bool = False) -> None:
        """Let the other make a guess, or all of them; one that cannot go on leaves the race."""
        if self.race is None:
            return
        try:
            while self.race.step() is not None and to_the_end:
                pass
        except PegwiseError as error:
            self.trouble, self.race = f"{self.race.strategy.name} leaves the race: {error}", None

    def finished_race(self) -> Race | None:
        """The other's whole game, if there is a race."""
        self._race(to_the_end=True)
        return self.race

    def hinted(self) -> None:
        """Count a step of a hint."""
        self.hints += 1
        self._update()

    def resign(self) -> None:
        """Give up."""
        self.resigned = True
        self._update()

    def _update(self) -> None:
        self._save(lambda games: games.update(self.number or 0, self.record))

    def _save(self, write: Callable[[SavedGames], None]) -> None:
        if self.games is None:
            return
        try:
            write(self.games)
        except FileFormatError as error:
            self.games, self.trouble = None, f"no longer saved: {error}"


def now() -> datetime:
    """The time a game is said to have started: UTC, whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)
