"""The route for the best next guess, and why."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.dispatch import ask
from pegwise.web.openapi import STREAMS
from pegwise.web.schemas.requests import HintAsked
from pegwise.web.schemas.responses import AdviceAnswer, HintAnswer

router = APIRouter(prefix="/hint", tags=["position"])


@router.post(
    "",
    response_model=HintAnswer | AdviceAnswer,
    responses=STREAMS,
    summary="The best next guess, and why",
)
async def hint(asked: HintAsked, request: Request) -> Response:
    """Find the best next guess, and explain it.

    The answer has the keys of `pegwise hint --json`; with `step` or `guess`, those of
    `pegwise hint --step 5 --json`.
    """
    return await ask(request, "hint", asked.model_dump(), asked.seconds)
