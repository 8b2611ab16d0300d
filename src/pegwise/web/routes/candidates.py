"""The route for the possible codes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.asking import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.answers import CandidatesAnswer
from pegwise.web.schemas.asked import CandidatesAsked

router = APIRouter(prefix="/candidates", tags=["position"])


@router.post("", response_model=CandidatesAnswer, responses=STREAMS, summary="The possible codes")
async def candidates(asked: CandidatesAsked, request: Request) -> Response:
    """Count the codes that are consistent with the rows, and list a page of them, the lowest first."""
    return await ask(request, "candidates", asked.model_dump(), asked.seconds)
