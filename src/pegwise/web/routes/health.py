"""Whether the server is well, for whoever watches it."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pegwise import __version__
from pegwise.web.line import QUICK

router = APIRouter(tags=["server"])


class WorkersHealth(BaseModel):
    """The processes that work at questions."""

    all: int = Field(description="How many there are")
    busy: int = Field(description="How many work now")
    trying: int = Field(description="How many quick workers work now; `all` and `busy` do not count them")
    waiting: int = Field(description="Questions that wait for one")
    lost: int = Field(description="How many died in the middle of a question since the server began")


class Health(BaseModel):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    workers: WorkersHealth
    games: int = Field(description="Games kept")


@router.get("/healthz", response_model=Health, summary="Whether the server is well")
async def healthz(request: Request) -> Health:
    """Answered by the process that answers requests; 200 means that it does."""
    workers, games = request.app.state.workers, request.app.state.games
    counted = WorkersHealth(
        all=workers.settings.workers,
        busy=workers.busy,
        trying=workers.working(QUICK),
        waiting=workers.waiting,
        lost=workers.lost,
    )
    return Health(status="ok", version=__version__, workers=counted, games=await games.count())
