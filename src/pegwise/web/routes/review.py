"""What each guess of a game cost."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.asking import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.answers import ReviewAnswer
from pegwise.web.schemas.asked import ReviewAsked

router = APIRouter(prefix="/review", tags=["games"])


@router.post(
    "",
    response_model=ReviewAnswer,
    responses=STREAMS,
    summary="What each guess of a game cost",
)
async def review(asked: ReviewAsked, request: Request) -> Response:
    """Regret, luck, rank and the better guess, exact where the position is solved in time."""
    return await ask(request, "review", asked.model_dump(), asked.seconds)
