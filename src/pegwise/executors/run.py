"""The one loop that has pieces of work done, on whatever executor, and hands out results as they come."""

from __future__ import annotations

import heapq
import queue
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from pegwise.errors import ExecutorError, PegwiseError
from pegwise.limit import spend
from pegwise.progress import report_workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from pegwise.executors.asking import Crew
    from pegwise.executors.pieces import Done, Piece

__all__ = ["Run", "Ticket"]

_LOOK = 0.02
"""Seconds between two looks at the clock while waiting."""
_ATTEMPTS = 3
"""How often a piece is tried."""


@dataclass(eq=False)
class Ticket:
    """A piece that waits or runs, and what is called with its result."""

    piece: Piece
    then: Callable[[Done], None]
    attempts: int = 0
    future: Future[Done] | None = None
    number: int = 0
    canceled: bool = False


class Run:
    """Pieces being done. Used in a ``with``, at whose end nothing runs any more.

    All methods are called by one thread, except :meth:`add` and :meth:`cancel`, which any may call.
    """

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self._waiting: list[tuple[int, float, int, Ticket]] = []
        self._flying: dict[int, Ticket] = {}
        self._events: queue.SimpleQueue[Ticket | None] = queue.SimpleQueue()
        self._workers = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.clear()
        flying = [ticket for ticket in self._flying.values() if ticket.future is not None]
        if flying:
            self.crew.stop(flying)

    def add(self, piece: Piece, then: Callable[[Done], None]) -> Ticket:
        """Have a piece done; ``then`` is called with the result, in the thread that runs the loop."""
        ticket = Ticket(piece, then)
        self._wait(ticket)
        return ticket

    @property
    def busy(self) -> bool:
        """True while pieces wait or run."""
        return bool(self._waiting or self._flying)

    def finish(self) -> None:
        """Return when all pieces are done, those that are added meanwhile included.

        Raises:
            ExecutorError: If a piece failed too often, or the executor is gone.
            LimitReached: If the limit in force is used up.
        """
        while self.busy:
            self.step()

    def step(self, seconds: float = _LOOK) -> None:
        """Submit what there is room for, and take what is done, waiting for so long at most."""
        self._submit()
        try:
            ticket = self._events.get(timeout=seconds)
            while True:
                if ticket is not None:
                    self._take(ticket)
                ticket = self._events.get_nowait()
        except queue.Empty:
            pass
        spend(0)

    def cancel(self, ticket: Ticket) -> None:
        """Do a piece no longer; its result is not handed out."""
        ticket.canceled = True
        if ticket.future is not None:
            self.crew.stop([ticket], wait=False)

    def _wait(self, ticket: Ticket) -> None:
        ticket.number = next(self.crew.numbers)
        piece = ticket.piece
        heapq.heappush(self._waiting, (piece.rank, -piece.cost, ticket.number, ticket))

    def _submit(self) -> None:
        self.crew.check()
        size = self.crew.size
        if size != self._workers:
            self._workers = size
            if self.crew.retries:  # not of this process
                report_workers(size)
        room = self.crew.in_flight(size)
        while self._waiting and len(self._flying) < room:
            ticket = heapq.heappop(self._waiting)[-1]
            if ticket.canceled:
                continue
            ticket.attempts += 1
            self._flying[ticket.number] = ticket
            try:
                ticket.future = self.crew.submit(ticket.number, ticket.piece)
            except RuntimeError as error:  # it was shut down, or is broken
                self.crew.check(error, ticket.piece.name)
                raise ExecutorError(f"the executor takes no work: {error}") from None
            ticket.future.add_done_callback(lambda _, ticket=ticket: self._events.put(ticket))  # type: ignore[misc]

    def _take(self, ticket: Ticket) -> None:
        """Hand out a result, or have the piece done again."""
        if self._flying.pop(ticket.number, None) is None:
            return
        future = ticket.future
        if ticket.canceled or future is None:
            return
        if future.cancelled():
            self.crew.check()
            self._again(ticket, "it was canceled")
            return
        error = future.exception()
        if error is None:
            done = future.result()
            spend(done.pairs)
            ticket.then(done)
        elif isinstance(error, PegwiseError) or not self.crew.retries:
            raise error
        else:
            self.crew.check(error, ticket.piece.name)
            self._again(ticket, f"{type(error).__name__}: {_line(error)}")

    def _again(self, ticket: Ticket, why: str) -> None:
        if ticket.attempts >= _ATTEMPTS:
            raise ExecutorError(f"the piece {ticket.piece.name} failed {_ATTEMPTS} times: {why}")
        ticket.future = None
        self._wait(ticket)


def _line(error: Any) -> str:
    """The first line of what an error says."""
    return next(iter(str(error).splitlines()), "")
