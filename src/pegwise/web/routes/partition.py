"""The route for how guesses split the candidates."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import PartitionAsked
from pegwise.web.schemas.responses import PartitionAnswer, TogetherAnswer

router = APIRouter(prefix="/partition", tags=["position"])


@router.post(
    "",
    response_model=PartitionAnswer | TogetherAnswer,
    responses=STREAMS,
    summary="How guesses split the candidates",
)
async def partition(asked: PartitionAsked, request: Request) -> Response:
    """Split the possible codes by each of some guesses, and return the class sizes side by side.

    With `together`, split them by all guesses together, and return the joint classes.
    """
    return await ask(request, "partition", asked.model_dump(), asked.seconds)
