"""Applications just large enough to stand behind the guard in tests."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.responses import JSONResponse

from pegwise.web.limits.connections import protocol
from pegwise.web.limits.request_guard import Guard
from pegwise.web.limits.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

    from pegwise.web.limits.refusals import Refusal


def refuse(refusal: Refusal) -> JSONResponse:
    body = {"type": refusal.kind, "title": refusal.title, "detail": str(refusal), **refusal.members}
    return JSONResponse(body, refusal.status, refusal.headers)


class Echo:
    """Tells what it was sent; ``/slow`` takes its time, ``/broken`` fails; ``cancelled`` counts who went."""

    def __init__(self) -> None:
        self.seen, self.running, self.cancelled = 0, 0, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            while (message := await receive())["type"] != "lifespan.shutdown":
                await send({"type": message["type"] + ".complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        self.seen += 1
        self.running += 1
        try:
            message = await receive()
            if scope["path"].endswith("/slow"):
                await asyncio.sleep(30)
            if scope["path"] == "/broken":
                raise ZeroDivisionError("a mistake")
            await JSONResponse({"bytes": len(message["body"])})(scope, receive, send)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.running -= 1


def guarded(settings: Settings | None = None, app: ASGIApp | None = None) -> Guard:
    return Guard(app or Echo(), settings or Settings(), refuse)


@contextlib.contextmanager
def served(
    app: Any, settings: Settings | None = None, port: int = 0, http: type[Any] | None = None
) -> Iterator[int]:
    """The port of ``app``, served by a thread as ``pegwise serve`` serves."""
    settings = settings or Settings()
    config = uvicorn.Config(
        app,
        port=port,
        http=http or protocol(settings),
        ws="none",
        log_config=None,
        access_log=False,
        timeout_keep_alive=settings.idle_seconds,  # type: ignore[arg-type]
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
