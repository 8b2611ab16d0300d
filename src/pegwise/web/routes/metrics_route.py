"""The route for the numbers that a monitoring system collects."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pegwise.web.metrics import MEDIA_TYPE

router = APIRouter(tags=["server"])


@router.get("/metrics", include_in_schema=False, summary="What the server does, in numbers")
async def metrics(request: Request) -> Response:
    """Requests, seconds, workers, the line, refusals and games, in the text format of Prometheus."""
    state = request.app.state
    return Response(state.metrics.text(await state.games.count()), media_type=MEDIA_TYPE)
