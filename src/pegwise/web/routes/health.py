"""The routes for a monitor: whether the server is well, and its numbers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from pegwise import __version__
from pegwise.web.limits.fair_queue import QUICK

router = APIRouter(tags=["server"])


class WorkersHealth(BaseModel):
    """The processes that work on questions."""

    all: int = Field(description="The number of workers")
    busy: int = Field(description="The number of workers that work now")
    trying: int = Field(
        description="The number of quick workers that work now; `all` and `busy` do not count them"
    )
    waiting: int = Field(description="The number of questions that wait for a worker")
    lost: int = Field(
        description="The number of workers that ended in the middle of a question since the start"
    )


class Health(BaseModel):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    workers: WorkersHealth
    games: int = Field(description="The number of games that the server keeps")


@router.get("/healthz", response_model=Health, summary="Whether the server is well")
async def healthz(request: Request) -> Health:
    """Report the state of the server. The process that handles requests answers; 200 means that it works."""
    workers, games = request.app.state.workers, request.app.state.games
    counted = WorkersHealth(
        all=workers.settings.workers,
        busy=workers.busy,
        trying=workers.working(QUICK),
        waiting=workers.waiting,
        lost=workers.lost,
    )
    return Health(status="ok", version=__version__, workers=counted, games=await games.do(games.count))


async def metrics(request: Request) -> Response:
    """Requests, seconds, workers, the line, refusals and games, in the text format of Prometheus."""
    state = request.app.state
    text = state.metrics.text(await state.games.do(state.games.count))
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
