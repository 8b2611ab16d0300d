"""What stands before the application: who may ask, how much, for how long; what every answer carries."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.middleware.cors import CORSMiddleware

from pegwise.late_pattern import late_pattern
from pegwise.web.headers import HEADERS
from pegwise.web.limits.client_address import client_of
from pegwise.web.limits.refusals import (
    BodyTooLarge,
    BodyTooSlow,
    Failed,
    NotJson,
    Refusal,
    TooManyConnections,
)
from pegwise.web.limits.request_checks import check_json, check_sender
from pegwise.web.log import note

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from pegwise.web.limits.settings import Settings
    from pegwise.web.metrics import Metrics

API = "/api/v1"
"""Where the API is."""
TREE = f"{API}/tree"
"""Where a request may hold a file."""
_LISTED = frozenset(
    f"{API}/{question}" for question in ("candidates", "hint", "partition", "review", "compare")
)
"""Questions that may hold the lists of a word game."""

CLIENT, PROBLEM = "pegwise.client", "pegwise.problem"
"""Keys of a request's scope: who asks (``client_address``), and the kind of problem it came to."""

_DRAINED = 64
"""A refused body is read on for so many times its limit at most, and a second: else its sender, who still
writes, would lose the answer."""
_GONE = 499
"""The status in the log where the client went away first; nothing is sent."""


_GAME = late_pattern(r"(/games/)[^/]+")
"""The name of a game in the path of a request that is refused before it is known what it asks for."""


def largest_body(path: str, settings: Settings) -> int:
    """Return how many bytes the body of a request to this path may have."""
    if path == TREE:
        return settings.file
    return max(settings.lists, settings.body) if path in _LISTED else settings.body


class _Away(Exception):  # noqa: N818 - an event
    """The client went away."""


class Guard:
    """ASGI middleware, to be the outermost; ``refuse`` makes the answer to a refusal.

    The body is read before the application sees the request, so that a slow sender holds nothing but its
    connection. When the client goes away, the task that answers it is cancelled, whatever it is doing.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        refuse: Callable[[Refusal], Response],
        metrics: Metrics | None = None,
    ) -> None:
        if settings.allow_origins:
            methods = ["GET", "POST", "DELETE"]
            app = CORSMiddleware(
                app, settings.allow_origins, allow_methods=methods, allow_headers=["content-type"]
            )
        self.app, self.settings, self.refuse, self.metrics = app, settings, refuse, metrics
        self.current: Counter[str] = Counter()
        """Requests to the API that are in progress, by client."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await _Request(self, scope, receive, send).answer()
        else:
            await send({"type": "websocket.close", "code": 1008})


class _Request:
    """One request on its way through the guard."""

    def __init__(self, guard: Guard, scope: Scope, receive: Receive, send: Send) -> None:
        self.guard, self.scope, self.receive, self._send = guard, scope, receive, send
        self.settings = guard.settings
        peer = scope.get("client")
        self.client = client_of(peer and peer[0], scope["headers"], self.settings.proxies)
        scope[CLIENT] = self.client
        self.id, self.status, self.sent, self.started = secrets.token_hex(8), 0, 0, time.perf_counter()
        self.answered = False
        """Whether all of the answer is sent: from then on nobody is waited for, and none can go away."""

    async def answer(self) -> None:
        """Answer it, and log what came of it."""
        counted = self.scope["path"].startswith("/api/")
        self.guard.current[self.client] += counted
        try:
            await self._answer()
        except _Away:
            self.status = _GONE
        except Refusal as refusal:
            await self._refuse(refusal)
        except Exception as error:
            note("error", logging.ERROR, error=error, id=self.id)
            await self._refuse(Failed(f"the server made a mistake; its log describes it under {self.id}"))
        finally:
            self.guard.current[self.client] -= counted
            self.guard.current += Counter()  # forgets the clients that have none
            self._log()

    async def _answer(self) -> None:
        scope, settings = self.scope, self.settings
        check_sender(scope["method"], scope["path"], scope["headers"], settings)
        if self.guard.current[self.client] > settings.client_connections:
            most = f"{settings.client_connections} requests of yours are in progress"
            raise TooManyConnections(most, {"Retry-After": "1"})
        body = await self._body()
        if body:
            if self._header(b"content-type").partition(b";")[0].strip().lower() != b"application/json":
                raise NotJson("send the body with the header Content-Type: application/json")
            check_json(body, settings.depth)
        await self._handed_on(body)

    def _header(self, name: bytes) -> bytes:
        return next((value for key, value in self.scope["headers"] if key == name), b"")

    async def _body(self) -> bytes:
        """The whole body, if it is small enough and comes in time."""
        length = self._header(b"content-length")
        most = largest_body(self.scope["path"], self.settings)
        too_large = BodyTooLarge(f"at most {most} bytes are read", {"Connection": "close"}, limit=most)
        if length.isdigit() and int(length[:20]) > most:
            await self._drain()
            raise too_large
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                parts = bytearray()
                async for part in self._parts():
                    parts += part
                    if len(parts) > most:
                        break
        except TimeoutError:
            late = f"the body did not arrive within {self.settings.body_seconds:g} s"
            raise BodyTooSlow(late, {"Connection": "close"}) from None
        if len(parts) > most:
            await self._drain()
            raise too_large
        return bytes(parts)

    async def _parts(self) -> Any:
        more = True
        while more:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise _Away
            yield message.get("body", b"")
            more = message.get("more_body", False)

    async def _drain(self) -> None:
        """Read on for a moment, so that the sender is still there for the answer."""
        left = _DRAINED * self.settings.body
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                async for part in self._parts():
                    left -= len(part)
                    if left < 0:
                        break

    async def _handed_on(self, body: bytes) -> None:
        """Have the application answer, as long as the client is there."""
        away = asyncio.create_task(self._client_away())
        given = False

        async def receive() -> Message:
            nonlocal given
            if not given:
                given = True
                return {"type": "http.request", "body": body, "more_body": False}
            await asyncio.shield(away)
            return {"type": "http.disconnect"}

        async def application() -> None:
            await self.guard.app(self.scope, receive, self._sending)

        work = asyncio.create_task(application())
        try:
            await asyncio.wait({away, work}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and not self.answered:
                raise _Away
            await work
        finally:
            for task in (work, away):
                task.cancel()
            await asyncio.gather(work, away, return_exceptions=True)

    async def _client_away(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def _sending(self, message: Message) -> None:
        """Send what every answer carries along with it."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = {key.lower() for key, _ in message["headers"]}
            extra = {**HEADERS, "X-Request-Id": self.id}
            if self.scope["path"].startswith("/api/"):
                extra["Cache-Control"] = "no-store"
            added = [
                (name.lower().encode(), value.encode())
                for name, value in extra.items()
                if name.lower().encode() not in headers
            ]
            message = {**message, "headers": [*message["headers"], *added]}
        else:
            self.sent += len(message.get("body", b""))
            self.answered = not message.get("more_body", False)
        await self._send(message)

    async def _refuse(self, refusal: Refusal) -> None:
        self.scope[PROBLEM] = refusal.kind
        if not self.status:
            await self.guard.refuse(refusal)(self.scope, self.receive, self._sending)

    def _pattern(self) -> str | None:
        """The pattern of the path, if there is anything at it: ``/api/v1/games/{name}``."""
        pattern = getattr(self.scope.get("route"), "path", None)
        if pattern is None:
            return None
        inside = self.scope["path"].startswith(API) and not pattern.startswith(API)
        return API + pattern if inside else str(pattern)

    def _log(self) -> None:
        seconds, problem = time.perf_counter() - self.started, self.scope.get(PROBLEM)
        pattern = self._pattern()
        if self.guard.metrics is not None:
            route = pattern or ("other" if self.scope["path"].startswith("/api/") else "page")
            self.guard.metrics.request(self.scope["method"], route, self.status, seconds)
            if problem is not None:
                self.guard.metrics.refused(problem)
        note(
            "request",
            id=self.id,
            client=self.client,
            method=self.scope["method"],
            # Without what a route takes from it: who knows the name of a game may play it.
            path=pattern or _GAME.sub(r"\1{name}", self.scope["path"])[:200],
            status=self.status,
            ms=round(1000 * seconds, 1),
            bytes=self.sent,
            **({} if problem is None else {"problem": problem}),
        )
