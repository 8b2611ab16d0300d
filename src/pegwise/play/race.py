"""A race: a strategy tries to find the same secret, a guess for each guess of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.limit import USUAL, seconds_left
from pegwise.play.game import Game
from pegwise.strategies.limited_choice import choose_within

if TYPE_CHECKING:
    from pegwise.rules import Code, Row, Rules
    from pegwise.strategies import Strategy

__all__ = ["Race"]


class Race:
    """The other's board. Its guesses are its own business until the race is over.

    Raises what the strategy raises if it cannot play these rules.

    >>> from pegwise.rules import Rules
    >>> from pegwise.strategies import make
    >>> race = Race(Rules(4, 6), "3632", make("knuth"))
    >>> str(race.step()), race.finish()
    ('1122:B', 5)
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

    def finish(self) -> int:
        """Let the strategy play to the end; in how many guesses it finds the code."""
        while self.step() is not None:
            pass
        return len(self.game.rows)
