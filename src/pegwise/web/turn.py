"""One move in a game that the server keeps: a line of text before, a line of text after."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from pegwise.limit import limited
from pegwise.play.line import game_name, parse_game
from pegwise.play.sitting import Sitting
from pegwise.play.symbols import parse_symbols

if TYPE_CHECKING:
    from pegwise.limit import Limit

__all__ = ["turn"]


def turn(game: str, guess: str | None, limit: Limit | None = None) -> str:
    """``game`` after ``guess``, or given up if that is None; both games as lines with their secret.

    An adversary chooses its answer here. Raises the errors of notation for a bad guess,
    :class:`~pegwise.errors.FileFormatError` for a game that is over, and
    :class:`~pegwise.limit.LimitReached` where the adversary meets no code that fits within ``limit``.

    >>> turn("4x6 secret=3632 max-guesses=10", "1122")
    '4x6 1122:B secret=3632 max-guesses=10'
    """
    record = parse_game(game)
    with nullcontext() if limit is None else limited(limit):
        sitting = Sitting(record)
        if guess is None:
            sitting.resign()
        else:
            sitting.guess(parse_symbols(guess, record.rules, record.blanks))
        return game_name(sitting.record)
