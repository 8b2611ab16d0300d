"""The same answers as server-sent events: how far the work is, and in the end the answer or the problem.

Events: ``progress`` {what, done, total}, at most ten a second; then ``result`` with the answer, or
``problem`` with problem details. Closing the connection ends the work.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from starlette.responses import Response, StreamingResponse

from pegwise.errors import PegwiseError
from pegwise.web.limits.refusals import Failed, Refusal
from pegwise.web.log import note
from pegwise.web.problems import Problem, problem_of, respond

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    Work = Callable[[Callable[[str, int, int], None]], Awaitable[Any]]

MEDIA_TYPE = "text/event-stream"
_LAST = ("result", "problem")


async def streamed(work: Work, failed: Callable[[str], None] = lambda kind: None) -> Response:
    """The response to a client that listens: a stream, or a problem that came before there was any.

    ``work`` is handed a function to report progress to. ``failed`` hears the kind of a problem.
    """
    events = _events(work, failed)
    name, first = await anext(events)
    if name == "problem":
        await events.aclose()
        return respond(first)
    return StreamingResponse(_lines(name, first, events), media_type=MEDIA_TYPE)


async def _events(work: Work, failed: Callable[[str], None]) -> AsyncGenerator[tuple[str, Any]]:
    """What happens, in turn; the last is ``result`` or ``problem``."""
    heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    def report(what: str, done: int, total: int) -> None:
        heard.put_nowait(("progress", {"what": what, "done": done, "total": total}))

    async def outcome() -> None:
        try:
            heard.put_nowait(("result", await work(report)))
        except (PegwiseError, Refusal) as error:
            heard.put_nowait(("problem", problem_of(error)))
        except Exception as error:
            mistake = secrets.token_hex(8)
            note("error", logging.ERROR, error=error, id=mistake)
            failed = Failed(f"the server made a mistake; its log describes it under {mistake}")
            heard.put_nowait(("problem", problem_of(failed)))

    task = asyncio.create_task(outcome())
    try:
        while True:
            event = await heard.get()
            if event[0] == "problem":
                failed(event[1].kind.name)
            yield event
            if event[0] in _LAST:
                return
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _lines(name: str, said: Any, events: AsyncGenerator[tuple[str, Any]]) -> AsyncGenerator[bytes]:
    async with aclosing(events):
        while True:
            value = said.to_dict() if isinstance(said, Problem) else said
            yield f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n".encode()
            if name in _LAST:
                return
            name, said = await anext(events)
