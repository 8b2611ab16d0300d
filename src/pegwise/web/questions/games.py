"""Questions about games: what each guess of one lost, and a guess against an adversary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis import review as reviews
from pegwise.errors import NotationError
from pegwise.play.game_line import parse_game
from pegwise.play.record import Record
from pegwise.web import game_turn as turns
from pegwise.web.questions.request_reader import history_of, rest, rules_of

if TYPE_CHECKING:
    from pegwise.limit import Limit

__all__ = ["review", "turn"]


def review(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return what each guess of a game lost: ``pegwise review --json``."""
    record = _record(asked)
    return reviews.review(record, limit=rest(limit)).to_dict()


def _record(asked: dict[str, Any]) -> Record:
    rules = rules_of(asked)
    line, rows, secret = asked.get("line"), asked.get("rows"), asked.get("secret")
    if (line is None) == (rows is None):
        raise NotationError("a game is given by its line or by its rows: one of them")
    if line is not None:
        return parse_game(line, rules)
    return Record(rules, history_of(rows or ""), secret=secret)


def turn(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Make a guess in a game that the server keeps."""
    return {"game": turns.turn(asked["game"], asked["guess"])}
