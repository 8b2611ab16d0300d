"""The route for strategies side by side."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import CompareAsked
from pegwise.web.schemas.responses import ComparisonAnswer

router = APIRouter(prefix="/compare", tags=["strategies"])


@router.post(
    "",
    response_model=list[ComparisonAnswer],
    responses=STREAMS,
    summary="Strategies side by side",
)
async def compare(asked: CompareAsked, request: Request) -> Response:
    """Compare strategies: their figures and distributions.

    The figures are those of a sample of games if playing every secret would take too long.
    """
    return await ask(request, "compare", asked.model_dump(), asked.seconds)
