"""Questions about games: what each guess of one lost, and a guess against an adversary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis import review as reviews
from pegwise.errors import NotationError
from pegwise.play.game_line import game_name, parse_game
from pegwise.play.played_game import Sitting
from pegwise.play.record import Record
from pegwise.web.questions.request_reader import history_of, rest, rules_of

if TYPE_CHECKING:
    from pegwise.limit import Limit


def review(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return what each guess of a game lost: ``pegwise review --json``."""
    rules, line, rows = rules_of(asked), asked.get("line"), asked.get("rows")
    if (line is None) == (rows is None):
        raise NotationError("a game is given by its line or by its rows: one of them")
    if line is not None:
        record = parse_game(line, rules)
    else:
        record = Record(rules, history_of(rows or ""), secret=asked.get("secret"))
    return reviews.review(record, limit=rest(limit)).to_dict()


def turn(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return a game that the server keeps after a guess, or given up if that is None.

    Both games are lines with their secret. An adversary chooses its feedback here.

    Example:
        >>> from pegwise.limit import Limit
        >>> turn({"game": "4x6 secret=3632 max-guesses=10", "guess": "1122"}, Limit())
        {'game': '4x6 1122:B secret=3632 max-guesses=10'}
    """
    sitting = Sitting(parse_game(asked["game"]))
    if asked["guess"] is None:
        sitting.resign()
    else:
        sitting.guess(sitting.start.rules.code(asked["guess"]))
    return {"game": game_name(sitting.record)}
