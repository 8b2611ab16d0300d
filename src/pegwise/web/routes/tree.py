"""One node of a strategy's tree."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.asking import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.answers import TreeAnswer
from pegwise.web.schemas.asked import TreeAsked

router = APIRouter(prefix="/tree", tags=["strategies"])


@router.post(
    "",
    response_model=TreeAnswer,
    responses=STREAMS,
    summary="One node of a strategy's tree",
)
async def tree(asked: TreeAsked, request: Request) -> Response:
    """What is guessed after these rows, what each answer leads to, and how Knuth's figure writes it."""
    return await ask(request, "tree", asked.model_dump(), asked.seconds)
