"""The route for one node of a strategy's tree."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import TreeAsked
from pegwise.web.schemas.responses import TreeAnswer

router = APIRouter(prefix="/tree", tags=["strategies"])


@router.post(
    "",
    response_model=TreeAnswer,
    responses=STREAMS,
    summary="One node of a strategy's tree",
)
async def tree(asked: TreeAsked, request: Request) -> Response:
    """Look up a node of a strategy's tree: the guess after these rows, and what each feedback leads to.

    The answer also has the figure of the node in Knuth's notation.
    """
    return await ask(request, "tree", asked.model_dump(), asked.seconds)
