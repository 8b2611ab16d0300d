"""Which codes fit."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.asking import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.answers import CandidatesAnswer
from pegwise.web.schemas.asked import CandidatesAsked

router = APIRouter(prefix="/candidates", tags=["position"])


@router.post("", response_model=CandidatesAnswer, responses=STREAMS, summary="Which codes fit")
async def candidates(asked: CandidatesAsked, request: Request) -> Response:
    """How many codes fit the rows, and a page of them, lowest first."""
    return await ask(request, "candidates", asked.model_dump(), asked.seconds)
