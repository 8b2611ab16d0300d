"""Which connections are held: bounded for each client and for all, so that none keeps the others out.

A connection waits for its sender while it is idle or a request is still arriving. At a limit, the connection
that has waited longest makes room; one whose request is being answered never does. A client makes room for
its own new connections only with those that have waited for a second: to refuse a client that connects again
and again costs less than to begin its requests and end them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from pegwise.web.limits.refusals import ConnectionsFull, TooManyConnections
from pegwise.web.log import note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pegwise.web.limits.refusals import Refusal
    from pegwise.web.limits.settings import Settings

__all__ = ["DISPLACED", "Connection", "Connections"]

DISPLACED = "displaced"
"""What a connection that makes room is called in the log and in the metrics."""
_WAITED = 1.0
"""Seconds that a connection waits for its sender before it makes room for another of the same client."""
_SOON = {"Retry-After": "1"}


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
