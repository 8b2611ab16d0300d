"""The routes for games that the server keeps: it holds the secret, and does not tell it before the end."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Path, Request, Response

from pegwise.errors import LimitError
from pegwise.play.codemakers import Adversary, random_secret
from pegwise.play.game_line import game_name, parse_game
from pegwise.play.played_game import now
from pegwise.play.record import Record
from pegwise.web.game_turn import turn
from pegwise.web.limits.refusals import MovedOn
from pegwise.web.limits.request_guard import CLIENT
from pegwise.web.limits.rules_bounds import bounded_rules
from pegwise.web.schemas.requests import GameAsked, GuessAsked
from pegwise.web.schemas.responses import GameAnswer

router = APIRouter(prefix="/games", tags=["games"])

_MOVED: dict[int | str, dict[str, Any]] = {409: {"description": "The game has moved on"}}
Name = Annotated[
    str, Path(description="The `id` of the game", max_length=64, examples=["kqY0mOZyQF9pVd1dFkYw7A"])
]


@router.post(
    "", status_code=201, response_model=GameAnswer, response_model_exclude_unset=True, summary="Begin a game"
)
async def begin(asked: GameAsked, request: Request, response: Response) -> dict[str, Any]:
    """Begin a game. The server draws a secret, or is an adversary, and keeps the game for a time."""
    settings = request.app.state.settings
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
    name = await request.app.state.games.add(record, request.scope[CLIENT])
    response.headers["Location"] = f"{request.url.path}/{name}"
    return _told(name, game_name(record))


@router.get("/{name}", response_model=GameAnswer, response_model_exclude_unset=True, summary="A game")
async def look(name: Name, request: Request) -> dict[str, Any]:
    """Return the game as it stands."""
    games = request.app.state.games
    return dict(await games.do(_told, name, await games.get(name)))


@router.post(
    "/{name}/rows",
    response_model=GameAnswer,
    response_model_exclude_unset=True,
    responses=_MOVED,
    summary="Make a guess",
)
async def guess(name: Name, made: GuessAsked, request: Request) -> dict[str, Any]:
    """Make a guess, and return the game with its feedback."""
    games = request.app.state.games
    line = await games.get(name)
    move = await games.do(_guessed, line, made)
    if move is None:
        return dict(await games.do(_told, name, line))
    return await _moved(name, line, move, request)


@router.post(
    "/{name}/resign",
    response_model=GameAnswer,
    response_model_exclude_unset=True,
    responses=_MOVED,
    summary="Give up",
)
async def resign(name: Name, request: Request) -> dict[str, Any]:
    """Give up, and return the game with its secret."""
    games = request.app.state.games
    line = await games.get(name)
    return await _moved(name, line, await games.do(_given_up, line), request)


@router.delete("/{name}", status_code=204, response_model=None, summary="Forget a game")
async def forget(name: Name, request: Request) -> None:
    """Delete the game from the server."""
    await request.app.state.games.remove(name)


class _Move(NamedTuple):
    """A guess as text, or None to resign; and True if an adversary gives the feedback."""

    code: str | None
    adversary: bool


def _guessed(line: str, made: GuessAsked) -> _Move | None:
    """Return the guess to make; None if it was made before, under the same number."""
    record = parse_game(line)
    code = record.rules.code(made.guess)
    rows = record.rows
    if made.number is not None and made.number != len(rows) + 1:
        if made.number <= len(rows) and rows[made.number - 1].guess == code:
            return None
        raise MovedOn(f"the game has {len(rows)} rows, so the next is not row {made.number}")
    return _move(record, str(code))


def _given_up(line: str) -> _Move:
    return _move(parse_game(line), None)


def _move(record: Record, code: str | None) -> _Move:
    if record.outcome != "unfinished":
        raise MovedOn(f"the game is over: it was {record.outcome}")
    return _Move(code, record.codemaker == "adversary")


async def _moved(name: str, line: str, move: _Move, request: Request) -> dict[str, Any]:
    """Return the game after a guess.

    An adversary goes through the codes, which is work for a worker. A secret is compared in the games' own
    thread: in the largest games that takes some hundredths of a second, and other requests are answered
    meanwhile.
    """
    state = request.app.state
    if move.adversary:
        asked = {"game": line, "guess": move.code}
        client, seconds = request.scope[CLIENT], state.settings.most_seconds
        after = (await state.workers.run("turn", asked, seconds=seconds, client=client))["game"]
    else:
        after = await state.games.do(turn, line, move.code)
    await state.games.replace(name, line, after)
    return dict(await state.games.do(_told, name, after))


def _told(name: str, line: str) -> dict[str, Any]:
    """Return what may be known of a game."""
    record = parse_game(line)
    shown = record.without_secret() if record.outcome == "unfinished" else record
    known = Adversary(record.rules).known if record.codemaker == "adversary" else "exact"
    return {"id": name, **shown.to_dict(), "known": known}
