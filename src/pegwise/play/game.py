"""A game in progress: a codemaker's secret, the rows so far, and how many there may be."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable
from pegwise.errors import LimitError, StrategyError
from pegwise.notation import as_code
from pegwise.position import Position
from pegwise.rules import Code, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Rules
    from pegwise.strategies import Strategy

__all__ = ["Game", "play_out", "random_secret"]


class Game(Drawable):
    """A game against a fixed secret.

    ``rows_allowed`` is how many guesses there are; None for as many as it takes.

    >>> from pegwise.rules import Rules
    >>> game = Game(Rules(4, 6), "3632")
    >>> str(game.guess("1122")), game.won
    ('1122:B', False)
    """

    def __init__(self, rules: Rules, secret: Code | str, rows_allowed: int | None = None) -> None:
        if rows_allowed is not None and rows_allowed < 1:
            raise LimitError(f"a game needs at least one row, not {rows_allowed}")
        self.rules, self.secret = rules, as_code(secret, rules)
        self.rows_allowed, self.position = rows_allowed, Position(rules)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The guesses so far with their feedback."""
        return self.position.history

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.rows) and self.rows[-1].feedback == self.rules.win

    @property
    def over(self) -> bool:
        """Whether the game is won or its rows are used up."""
        return self.won or (self.rows_allowed is not None and len(self.rows) >= self.rows_allowed)

    def guess(self, code: Sequence[int] | str) -> Row:
        """Make a guess and get its feedback.

        Raises the errors of notation for a bad code, and :class:`~pegwise.errors.LimitError` once the game
        is over.
        """
        guess = as_code(code, self.rules)
        if self.over:
            raise LimitError("the game is over")
        self.position = self.position.after(guess, self.rules.feedback(self.secret, guess))
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


def random_secret(rules: Rules, seed: int | str | None = None) -> Code:
    """A code drawn at random, every one equally likely; the same for the same seed.

    >>> from pegwise.rules import Rules
    >>> random_secret(Rules(4, 6), seed=1) == random_secret(Rules(4, 6), seed=1)
    True
    """
    rng = random.Random(None if seed is None else f"pegwise secret {seed}")
    colors = range(1, rules.colors + 1)
    if rules.repeats:
        return Code(rng.choice(colors) for _ in range(rules.pegs))
    return Code(rng.sample(colors, rules.pegs))


def play_out(strategy: Strategy, secret: Code | str, rules: Rules) -> Game:
    """The whole game of ``strategy`` against ``secret``.

    Raises :class:`~pegwise.errors.StrategyError` if the strategy repeats a guess that tells it nothing.
    """
    game = Game(rules, secret)
    while not game.over:
        guess = strategy.choose(game.position)
        if sum(row.guess == guess for row in game.rows) > 1:
            raise StrategyError(
                f"{strategy.name} makes the guess {guess} again and again, which tells nothing"
            )
        game.guess(guess)
    return game
