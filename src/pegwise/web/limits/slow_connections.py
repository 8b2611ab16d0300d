"""HTTP as uvicorn speaks it, with bounds that uvicorn lacks: on connections, slow heads and slow readers."""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pegwise.web.headers import HEADERS
from pegwise.web.limits.client_address import is_trusted, name_of
from pegwise.web.limits.connections import Connections
from pegwise.web.problems import respond

if TYPE_CHECKING:
    import asyncio

    from pegwise.web.limits.refusals import Refusal
    from pegwise.web.limits.settings import Settings

__all__ = ["protocol"]

_FAREWELL = 1.0
"""Seconds in which a refused client may read why."""
_LEAVING = 64
"""Refused clients that may do so at a time; more are cut off."""


def protocol(settings: Settings, connections: Connections | None = None) -> type[H11Protocol]:
    """Make the protocol of a server with these settings, whose connections are counted there."""
    held = Connections(settings) if connections is None else connections
    return type("Bounded", (_Bounded,), {"settings": settings, "held": held, "leaving": set()})


class _Bounded(H11Protocol):
    """A connection that waits for its sender, is answered, or was refused and is on its way out."""

    settings: ClassVar[Settings]
    held: ClassVar[Connections]
    leaving: ClassVar[set[H11Protocol]]
    owner, shared, refused, since = "", False, False, 0.0
    head: asyncio.TimerHandle | None = None
    reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        peer = self.client[0] if self.client else None
        self.owner, self.shared = name_of(peer), is_trusted(peer, self.settings.proxies)
        self.since = time.monotonic()
        refusal = self.held.add(self)
        if refusal is None:
            self._watch()
        else:
            self._refuse(refusal)

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        idle = self.conn.their_state is h11.IDLE
        super().data_received(data)
        if idle and self.conn.their_state is not h11.IDLE:
            self.since = time.monotonic()
        self._watch()

    def on_response_complete(self) -> None:
        self.since = time.monotonic()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.held.remove(self)
        self.leaving.discard(self)
        self._forget()
        self._stop_reading_timer()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading = self.loop.call_later(self.settings.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_reading_timer()

    @property
    def waiting(self) -> bool:
        state = self.conn.their_state
        return state is h11.IDLE or state is h11.SEND_BODY or self.transport.is_closing()

    def displace(self) -> None:
        self.transport.abort()

    def _refuse(self, refusal: Refusal) -> None:
        """Say why, and close once the client had time to read it: it may still be sending."""
        self.refused = True
        if len(self.leaving) >= _LEAVING:
            self.transport.abort()
            return
        self.leaving.add(self)
        self.transport.write(_as_bytes(refusal))
        self.transport.write_eof()
        self.loop.call_later(_FAREWELL, self.transport.abort)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            self._forget()
        elif self.head is None:
            self.head = self.loop.call_later(self.settings.header_seconds, self.transport.abort)

    def _forget(self) -> None:
        if self.head is not None:
            self.head.cancel()
            self.head = None

    def _stop_reading_timer(self) -> None:
        if self.reading is not None:
            self.reading.cancel()
            self.reading = None


def _as_bytes(refusal: Refusal) -> bytes:
    """Write the whole answer to a connection that is refused before it has asked anything."""
    answer = respond(refusal)
    headers = {**HEADERS, **answer.headers, "connection": "close"}
    status = HTTPStatus(answer.status_code)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{key}: {text}" for key, text in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + bytes(answer.body)
