"""The route for puzzles."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import CodeText, Level, RulesText
from pegwise.web.schemas.responses import PuzzleAnswer

router = APIRouter(prefix="/puzzle", tags=["puzzle"])


def _day(text: str) -> datetime.date:
    """Read a day as ISO 8601 writes it, and not as seconds since 1970."""
    return datetime.datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=datetime.UTC).date()


class PuzzleAsked(BaseModel):
    """The puzzle that is asked for."""

    model_config = ConfigDict(extra="forbid")
    rules: RulesText = "4x6"
    seed: int | None = Field(
        None, ge=0, lt=2**63, description="The seed; random if neither it nor a day is given"
    )
    level: Level | None = None
    rows: int | None = Field(None, ge=1, le=64, description="The number of rows")
    daily: bool = Field(
        False, description="True for the puzzle of today (UTC), which is the same for everybody"
    )
    date: Annotated[datetime.date, BeforeValidator(_day)] | None = Field(
        None, description="For the puzzle of another day", examples=["2026-01-31"]
    )
    candidates: int | None = Field(
        None,
        ge=2,
        le=100,
        description="For a one-guess puzzle, the number of possible codes that a guess has to tell apart",
    )
    solution: bool = Field(False, description="True to add the solution, step by step")
    answer: CodeText | None = Field(None, description="Your solution, to be checked")
    seconds: float | None = Field(None, gt=0, allow_inf_nan=False)


@router.get("", response_model=PuzzleAnswer, responses=STREAMS, summary="A puzzle")
async def puzzle(asked: Annotated[PuzzleAsked, Query()], request: Request) -> Response:
    """Make a puzzle: rows that exactly one code is consistent with, and all of them are needed.

    The answer has the solution only if it is asked for.
    """
    return await ask(request, "puzzle", asked.model_dump(mode="json"), asked.seconds)
