"""One guess in a game that the server keeps: a line of text before, a line of text after."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from pegwise.limit import limited
from pegwise.play.game_line import game_name, parse_game
from pegwise.play.played_game import Sitting

if TYPE_CHECKING:
    from pegwise.limit import Limit

__all__ = ["turn"]


def turn(game: str, guess: str | None, limit: Limit | None = None) -> str:
    """Return ``game`` after ``guess``, or given up if that is None; both games are lines with their secret.

    An adversary chooses its feedback here.

    Raises:
        NotationError: If the guess cannot be read.
        CodeError: If the guess is outside the rules.
        FileFormatError: If the game is over.
        LimitReached: If the adversary finds no candidate within ``limit``.

    Example:
        >>> turn("4x6 secret=3632 max-guesses=10", "1122")
        '4x6 1122:B secret=3632 max-guesses=10'
    """
    record = parse_game(game)
    with nullcontext() if limit is None else limited(limit):
        sitting = Sitting(record)
        if guess is None:
            sitting.resign()
        else:
            sitting.guess(record.rules.code(guess))
        return game_name(sitting.record)
