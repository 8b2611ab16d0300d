"""The routes for games that the server keeps: it holds the secret, and does not tell it before the end."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from pegwise.errors import LimitError
from pegwise.limit import Limit
from pegwise.play.codemakers import Adversary, random_secret
from pegwise.play.game_line import game_name, parse_game
from pegwise.play.played_game import now
from pegwise.play.record import Record
from pegwise.web.limits.refusals import MovedOn
from pegwise.web.limits.request_guard import CLIENT
from pegwise.web.limits.rules_bounds import bounded_rules
from pegwise.web.questions.games import turn
from pegwise.web.schemas.requests import GameAsked, GuessAsked
from pegwise.web.schemas.responses import GameAnswer

router = APIRouter(prefix="/games", tags=["games"])

_GAME: dict[str, Any] = {"response_model": GameAnswer, "response_model_exclude_unset": True}
_MOVED: dict[str, Any] = {**_GAME, "responses": {409: {"description": "The game has moved on"}}}
Name = Annotated[
    str, Path(description="The `id` of the game", max_length=64, examples=["kqY0mOZyQF9pVd1dFkYw7A"])
]


@router.post("", status_code=201, summary="Begin a game", **_GAME)
async def begin(asked: GameAsked, request: Request, response: Response) -> dict[str, Any]:
    """Begin a game. The server draws a secret, or is an adversary, and keeps the game for a time."""
    settings, games = request.app.state.settings, request.app.state.games
    rules = bounded_rules(asked.rules, settings)
    if asked.max_guesses > settings.rows:
        raise LimitError(f"{asked.max_guesses} rows: a game here has at most {settings.rows}")
    drawn = asked.codemaker == "random"
    record = Record(
        rules,
        secret=random_secret(rules) if drawn else None,
        max_guesses=asked.max_guesses,
        codemaker=asked.codemaker,
        started=now(),
    )
    name = await games.do(games.add, record, request.scope[CLIENT])
    response.headers["Location"] = f"{request.url.path}/{name}"
    return _told(name, game_name(record))


@router.get("/{name}", summary="A game", **_GAME)
async def look(name: Name, request: Request) -> dict[str, Any]:
    """Return the game as it stands."""
    games = request.app.state.games
    return dict(await games.do(_told, name, await games.do(games.get, name)))


@router.post("/{name}/rows", summary="Make a guess", **_MOVED)
async def guess(name: Name, made: GuessAsked, request: Request) -> dict[str, Any]:
    """Make a guess, and return the game with its feedback."""
    return await _moved(name, made, request)


@router.post("/{name}/resign", summary="Give up", **_MOVED)
async def resign(name: Name, request: Request) -> dict[str, Any]:
    """Give up, and return the game with its secret."""
    return await _moved(name, None, request)


@router.delete("/{name}", status_code=204, response_model=None, summary="Forget a game")
async def forget(name: Name, request: Request) -> None:
    """Delete the game from the server."""
    games = request.app.state.games
    await games.do(games.remove, name)


async def _moved(name: str, made: GuessAsked | None, request: Request) -> dict[str, Any]:
    """Return the game after a guess, or given up if there is none.

    An adversary goes through the codes, which is work for a worker. A secret is compared in the games' own
    thread: in the largest games that takes some hundredths of a second, and other requests are answered
    meanwhile.
    """
    state, games = request.app.state, request.app.state.games
    line = await games.do(games.get, name)
    record, code = await games.do(_move, line, made)
    if code is None and made is not None:
        return dict(await games.do(_told, name, line))
    asked = {"game": line, "guess": code}
    if record.codemaker == "adversary":
        client, seconds = request.scope[CLIENT], state.settings.most_seconds
        after = await state.workers.run("turn", asked, seconds=seconds, client=client)
    else:
        after = await games.do(turn, asked, Limit())
    await games.do(games.replace, name, line, after["game"])
    return dict(await games.do(_told, name, after["game"]))


def _move(line: str, made: GuessAsked | None) -> tuple[Record, str | None]:
    """Return a game and the guess to make, or None to give up, or if it was made under the same number."""
    record = parse_game(line)
    code, rows = None if made is None else record.rules.code(made.guess), record.rows
    if made is not None and made.number is not None and made.number != len(rows) + 1:
        if made.number <= len(rows) and rows[made.number - 1].guess == code:
            return record, None
        raise MovedOn(f"the game has {len(rows)} rows, so the next is not row {made.number}")
    if record.outcome != "unfinished":
        raise MovedOn(f"the game is over: it was {record.outcome}")
    return record, None if code is None else str(code)


def _told(name: str, line: str) -> dict[str, Any]:
    """Return what may be known of a game."""
    record = parse_game(line)
    shown = record.without_secret() if record.outcome == "unfinished" else record
    known = Adversary(record.rules).known if record.codemaker == "adversary" else "exact"
    return {"id": name, **shown.to_dict(), "known": known}
