"""From a request to a worker and back: checks bounds, allows time, and answers as JSON or as events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from pegwise.web import stream
from pegwise.web.limits.request_guard import CLIENT, PROBLEM
from pegwise.web.limits.rules_bounds import check_bounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

__all__ = ["ask"]


async def ask(request: Request, question: str, arguments: dict[str, Any], seconds: float | None) -> Response:
    """Have a worker answer ``question``; as a stream if that is what the client accepts.

    Raises the errors of the library and the refusals of the server.
    """
    state = request.app.state
    check_bounds(arguments, state.settings)
    allowed = state.settings.allowed(seconds)

    async def work(report: Callable[[str, int, int], None] | None = None) -> Any:
        return await state.workers.run(
            question, arguments, seconds=allowed, client=request.scope[CLIENT], report=report
        )

    if stream.MEDIA_TYPE in request.headers.get("accept", ""):
        return await stream.streamed(work, lambda kind: request.scope.__setitem__(PROBLEM, kind))
    return JSONResponse(await work())
