"""The route for the possible codes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import CandidatesAsked
from pegwise.web.schemas.responses import CandidatesAnswer

router = APIRouter(prefix="/candidates", tags=["position"])


@router.post("", response_model=CandidatesAnswer, responses=STREAMS, summary="The possible codes")
async def candidates(asked: CandidatesAsked, request: Request) -> Response:
    """Count the codes that are consistent with the rows, and list a page of them, the lowest first."""
    return await ask(request, "candidates", asked.model_dump(), asked.seconds)
