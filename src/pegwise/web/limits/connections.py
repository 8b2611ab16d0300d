"""Which connections are held: bounded for each client and for all, so that none keeps the others out.

A connection waits for its sender while it is idle or a request is still arriving. At a limit, the connection
that has waited longest makes room; one whose request is being answered never does. A client makes room for
its own new connections only with those that have waited for a second: to refuse a client that connects again
and again costs less than to begin its requests and end them.

The protocol is HTTP as uvicorn speaks it, with bounds that uvicorn lacks: on connections, slow heads and slow
readers.
"""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pegwise.web.headers import HEADERS
from pegwise.web.limits.client_address import client_of, is_trusted
from pegwise.web.limits.refusals import ConnectionsFull, Refusal, TooManyConnections
from pegwise.web.log import note
from pegwise.web.problems import respond

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from pegwise.web.limits.settings import Settings

DISPLACED = "displaced"
"""What a connection that makes room is called in the log and in the metrics."""
_WAITED = 1.0
"""Seconds that a connection waits for its sender before it makes room for another of the same client."""
_SOON = {"Retry-After": "1"}
_FAREWELL = 1.0
"""Seconds in which a refused client may read why."""
_LEAVING = 64
"""Refused clients that may do so at a time; more are cut off."""


class Connection(Protocol):
    """What is held: ``owner`` is the client that has it."""

    owner: str
    since: float
    """When it began to wait for its sender."""
    shared: bool
    """Whether it is a proxy's, which has connections for many clients."""

    @property
    def waiting(self) -> bool:
        """True if it waits for its sender."""

    def displace(self) -> None:
        """End it at once."""


class Connections:
    """The connections held now. ``refused`` hears the kind of each that is refused or displaced."""

    def __init__(
        self,
        settings: Settings,
        refused: Callable[[str], None] = lambda kind: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings, self.refused, self._clock = settings, refused, clock
        self._held: dict[str, set[Connection]] = {}

    def __len__(self) -> int:
        """How many are held."""
        return sum(map(len, self._held.values()))

    @property
    def clients(self) -> int:
        """How many clients they belong to."""
        return len(self._held)

    def add(self, new: Connection) -> Refusal | None:
        """Hold a connection, if need be in place of another; the refusal if none can make room."""
        own = self._held.get(new.owner, set())
        if len(own) >= self.settings.client_connections and not new.shared:
            if not self._displace_one_of(own, _WAITED):
                return self._refuse(
                    new, TooManyConnections(f"{len(own)} requests of yours are in progress", _SOON)
                )
        elif len(self) >= self.settings.connections:
            # Only clients with more connections than the new one's client has now are made to give one up.
            rivals = [held for held in self._held.values() if len(held) > len(own)]
            rivals.sort(key=len, reverse=True)
            made_room = any(self._displace_one_of(held) for held in rivals)
            if not made_room and not self._displace_one_of(own, _WAITED):
                return self._refuse(
                    new, ConnectionsFull(f"all {len(self)} connections of this server are in use", _SOON)
                )
        self._held.setdefault(new.owner, set()).add(new)
        return None

    def remove(self, old: Connection) -> None:
        """Hold a connection no more, if it is held."""
        held = self._held.get(old.owner, set())
        held.discard(old)
        if not held:
            self._held.pop(old.owner, None)

    def _displace_one_of(self, held: Iterable[Connection], waited: float = 0.0) -> bool:
        since = self._clock() - waited
        waiting = [each for each in held if each.waiting and each.since <= since]
        if not waiting:
            return False
        longest = min(waiting, key=lambda each: each.since)
        self.remove(longest)
        self.refused(DISPLACED)
        note(DISPLACED, client=longest.owner)
        longest.displace()
        return True

    def _refuse(self, new: Connection, why: Refusal) -> Refusal:
        self.refused(why.kind)
        note("refused", client=new.owner, problem=why.kind)
        return why


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
        self.owner, self.shared = client_of(peer), is_trusted(peer, self.settings.proxies)
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
        if self.reading is not None:
            self.reading.cancel()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading = self.loop.call_later(self.settings.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.reading is not None:
            self.reading.cancel()

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


def _as_bytes(refusal: Refusal) -> bytes:
    """Write the whole answer to a connection that is refused before it has asked anything."""
    answer = respond(refusal)
    headers = {**HEADERS, **answer.headers, "connection": "close"}
    status = HTTPStatus(answer.status_code)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{key}: {text}" for key, text in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + bytes(answer.body)
