"""The route for what each guess of a game lost."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import ReviewAsked
from pegwise.web.schemas.responses import ReviewAnswer

router = APIRouter(prefix="/review", tags=["games"])


@router.post(
    "",
    response_model=ReviewAnswer,
    responses=STREAMS,
    summary="What each guess of a game lost",
)
async def review(asked: ReviewAsked, request: Request) -> Response:
    """Review a game: the regret, luck, rank and best guess of each row.

    The figures are exact if the position is solved in time.
    """
    return await ask(request, "review", asked.model_dump(), asked.seconds)
