"""Games that the server keeps: it holds the secret, and does not tell it before the end."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pegwise.errors import LimitError
from pegwise.play.codemakers import Adversary, random_secret
from pegwise.play.line import parse_game
from pegwise.play.record import Record
from pegwise.play.sitting import now
from pegwise.play.symbols import code_symbols, parse_symbols
from pegwise.web.bounds import bounded_rules
from pegwise.web.refusals import MovedOn
from pegwise.web.turn import turn

router = APIRouter(prefix="/games", tags=["games"])

Name = Annotated[
    str, Path(description="The `id` of the game", max_length=64, examples=["kqY0mOZyQF9pVd1dFkYw7A"])
]


class NewGame(BaseModel):
    """A game to begin."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"rules": "4x6"}, {"rules": "5x8", "codemaker": "adversary"}]},
    )
    rules: str = Field("4x6", max_length=64, description="As `4x6`, `4x10-distinct`, `4x6-blanks`")
    codemaker: Literal["honest", "adversary"] = Field(
        "honest", description="`adversary` keeps its choice open as long as it can"
    )
    rows_allowed: int = Field(10, ge=1, description="Guesses there are")


class Guess(BaseModel):
    """A guess to make."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"guess": "1122", "number": 1}]}
    )
    guess: str = Field(max_length=4096, description="A code, as `1122`, `1-12-3-4`, `AABB`")
    number: int | None = Field(
        None, ge=1, description="Which row it is, counted from 1: sent again, the same guess is made once"
    )


class GameRow(BaseModel):
    """A guess with its answer."""

    guess: str
    feedback: str


class Game(BaseModel):
    """A game: the keys of `pegwise play --json`, and `id`."""

    id: str = Field(description="Its name in the API; who has it may play")
    rules: str
    codemaker: Literal["honest", "adversary", "fixed"]
    known: Literal["exact", "sampled"] = Field(description="How an adversary counts; `exact` for any other")
    secret: str | None = Field(description="Null until the game is over")
    outcome: Literal["won", "lost", "resigned", "unfinished"]
    won: bool
    resigned: bool
    guesses: int
    rows_allowed: int | None
    hints: int
    race: str | None
    started: str | None
    rows: list[GameRow]


@router.post("", status_code=201, response_model=Game, summary="Begin a game")
async def begin(new: NewGame, request: Request, response: Response) -> dict[str, Any]:
    """The server draws a secret, or keeps its choice open, and keeps the game for a time."""
    settings = request.app.state.settings
    rules, blanks = bounded_rules(new.rules, settings)
    if new.rows_allowed > settings.rows:
        raise LimitError(f"{new.rows_allowed} rows: a game here has at most {settings.rows}")
    honest = new.codemaker == "honest"
    record = Record(
        rules,
        secret=random_secret(rules) if honest else None,
        rows_allowed=new.rows_allowed,
        codemaker=new.codemaker,
        blanks=blanks,
        started=now(),
    )
    name = await request.app.state.games.add(record)
    response.headers["Location"] = f"{request.url.path}/{name}"
    return _told(name, record)


@router.get("/{name}", response_model=Game, summary="A game")
async def look(name: Name, request: Request) -> dict[str, Any]:
    """The game as it stands."""
    return _told(name, parse_game(await request.app.state.games.get(name)))


@router.post("/{name}/rows", response_model=Game, summary="Make a guess")
async def guess(name: Name, made: Guess, request: Request) -> dict[str, Any]:
    """Make a guess; the game with its answer."""
    line = await request.app.state.games.get(name)
    record = parse_game(line)
    code = parse_symbols(made.guess, record.rules, record.blanks)
    shown = code_symbols(code, record.rules, record.blanks)
    if made.number is not None and made.number != len(record.rows) + 1:
        if made.number <= len(record.rows) and record.rows[made.number - 1].guess == code:
            return _told(name, record)
        raise MovedOn(f"the game has {len(record.rows)} rows, so the next is not row {made.number}")
    return await _moved(name, line, record, shown, request)


@router.post("/{name}/resign", response_model=Game, summary="Give up")
async def resign(name: Name, request: Request) -> dict[str, Any]:
    """Give up; the game with its secret."""
    line = await request.app.state.games.get(name)
    return await _moved(name, line, parse_game(line), None, request)


@router.delete("/{name}", status_code=204, summary="Forget a game")
async def forget(name: Name, request: Request) -> None:
    """Have the server forget the game."""
    await request.app.state.games.remove(name)


async def _moved(name: str, line: str, record: Record, code: str | None, request: Request) -> dict[str, Any]:
    """The game after a move. An adversary goes through the codes, which is work for a worker."""
    state = request.app.state
    if record.outcome != "unfinished":
        raise MovedOn(f"the game is over: it was {record.outcome}")
    if record.codemaker == "adversary":
        asked = {"game": line, "guess": code}
        after = (await state.workers.run("turn", asked, seconds=state.settings.most_seconds))["game"]
    else:
        after = turn(line, code)
    await state.games.replace(name, line, after)
    return _told(name, parse_game(after))


def _told(name: str, record: Record) -> dict[str, Any]:
    """What may be known of a game."""
    shown = record.without_secret() if record.outcome == "unfinished" else record
    known = Adversary(record.rules).known if record.codemaker == "adversary" else "exact"
    return {"id": name, **shown.to_dict(), "known": known}
