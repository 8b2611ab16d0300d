"""Who is next: questions wait in line by client, and the client that used little lately comes first.

This is a fair-share scheduler (J. Kay and P. Lauder, *A Fair Share Scheduler*, CACM 31, 1988): each client
has an account of the seconds that workers spent on its questions, which halves every 30 seconds.

There are two lanes. A worker of the lane ``FULL`` answers a question however long that takes. A worker of
the lane ``QUICK`` tries a question that has to wait for a full worker, but only for a moment; what it cannot
finish goes back to its place in line. So what takes a moment never waits for what takes long.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from pegwise.web.limits.refusals import Busy, TooManyQuestions

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from pegwise.web.limits.settings import Settings

FULL, QUICK = "full", "quick"
_HALF = 30.0
"""Seconds in which what a client used counts half."""
_NOTHING = 0.01
"""Seconds used that are forgotten. All accounts together cannot hold more than ``workers * _HALF / ln 2``
seconds, so that there are never more than some thousand."""
_SWEPT = 10.0
"""Seconds between two looks for accounts to forget."""
_NUMBERS = count()


@dataclass(eq=False)
class Ticket:
    """A question in line: whose it is, and how many seconds it may take at most."""

    client: str
    seconds: float
    tried: bool = False
    """Whether a quick worker did not finish it."""
    lane: str = FULL
    """Where it was taken to."""
    number: int = field(default_factory=lambda: next(_NUMBERS))
    granted: asyncio.Future[Any] | None = None
    """For whoever waits: the worker, or why there is none."""
    charged: float = 0.0
    begun: float = 0.0


class Line:
    """The questions that wait, and what each client used.

    - a client may hold half of the workers of a lane (:attr:`Settings.share`)
    - at most :attr:`Settings.queue` questions of a client wait; of all clients :attr:`Settings.waiting`
    - the next question is the one for which least is added up: what its client used lately, and its own time
    - when the line is full, the client with most questions in it gives one up
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings, self._clock = settings, clock
        self._share = {FULL: settings.share, QUICK: math.ceil(settings.quick / 2)}
        self._waiting: dict[str, list[Ticket]] = {}
        self._running: Counter[tuple[str, str]] = Counter()
        self._used: dict[str, tuple[float, float]] = {}
        """By client: seconds, and when that was."""
        self._swept = clock()

    def __len__(self) -> int:
        """How many questions wait."""
        return sum(map(len, self._waiting.values()))

    def tickets(self) -> list[Ticket]:
        """The questions that wait."""
        return [ticket for own in self._waiting.values() for ticket in own]

    def join(self, ticket: Ticket) -> Ticket | None:
        """Have a question wait; one that was tried goes to the front of its client's questions.

        Returns a question that has to leave because the line is full, which may be this one. Raises
        :class:`~pegwise.web.limits.refusals.TooManyQuestions`.
        """
        own = self._waiting.get(ticket.client, [])
        if ticket.tried:
            self._waiting[ticket.client] = [ticket, *own]
            return None
        if len(own) >= self.settings.queue:
            raise TooManyQuestions(
                f"{len(own)} of your questions wait already, and the server holds no more for one client",
                self._later(),
            )
        self._waiting[ticket.client] = [*own, ticket]
        if len(self) <= self.settings.waiting:
            return None
        # Of clients with as many questions the one that used more; of equals the one that came last.
        most = max(reversed(self._waiting), key=lambda name: (len(self._waiting[name]), self.used(name)))
        out = self._waiting[most][-1]
        self.leave(out)
        return out

    def full(self) -> Busy:
        """The refusal of a question that has to leave."""
        return Busy(
            f"{self.settings.waiting} questions wait already, and the server holds no more", self._later()
        )

    def _later(self) -> dict[str, str]:
        return {"Retry-After": str(math.ceil(self.settings.seconds))}

    def leave(self, ticket: Ticket) -> None:
        """Take a question out of the line, if it is there: nobody waits for its answer any more."""
        own = self._waiting.get(ticket.client, [])
        if ticket in own:
            own.remove(ticket)
            if not own:
                del self._waiting[ticket.client]

    def take(self, lane: str) -> Ticket | None:
        """The question that a free worker of a lane is to work at now, if there is one."""
        allowed = (self._first(client, lane) for client in self._waiting)
        found = [ticket for ticket in allowed if ticket is not None]
        if not found:
            return None
        ticket = min(found, key=lambda each: (self.used(each.client) + each.seconds, each.number))
        self.leave(ticket)
        ticket.lane, ticket.begun = lane, self._clock()
        ticket.charged = min(ticket.seconds, self.settings.quick_seconds) if lane == QUICK else ticket.seconds
        self._charge(ticket.client, ticket.charged)
        self._running[ticket.client, lane] += 1
        return ticket

    def _first(self, client: str, lane: str) -> Ticket | None:
        if self._running[client, lane] >= self._share[lane]:
            return None
        own = self._waiting[client]
        return next((each for each in own if not (lane == QUICK and each.tried)), None)

    def done(self, ticket: Ticket) -> None:
        """Note that a worker is free again; only the time that it took is charged."""
        self._running[ticket.client, ticket.lane] -= 1
        self._running += Counter()  # forgets those at nothing
        self._charge(ticket.client, self._clock() - ticket.begun - ticket.charged)
        if self._clock() - self._swept > _SWEPT:
            self._sweep()

    def used(self, client: str) -> float:
        """Seconds of workers that a client used lately."""
        seconds, then = self._used.get(client, (0.0, 0.0))
        return seconds * math.exp2((then - self._clock()) / _HALF)

    def _charge(self, client: str, seconds: float) -> None:
        self._used[client] = (max(0.0, self.used(client) + seconds), self._clock())

    def _sweep(self) -> None:
        self._swept = self._clock()
        running = {client for client, _ in self._running}
        self._used = {
            client: account
            for client, account in self._used.items()
            if client in running or self.used(client) >= _NOTHING
        }
