"""The one loop that has pieces of work done, on whatever executor, and hands out results as they come."""

from __future__ import annotations

import heapq
import queue
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Self

from pegwise.errors import ExecutorError, PegwiseError
from pegwise.executors.task import Piece, one_by_one
from pegwise.limit import spend
from pegwise.progress import report_workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from pegwise.executors.crew import Crew
    from pegwise.executors.task import Done

__all__ = ["Run", "Ticket"]

_LOOK = 0.02
"""Seconds between two looks at the clock while waiting."""
_ATTEMPTS = 3
"""How often a piece is tried."""
_SPREAD = 4
"""Bundles that each worker must find waiting, so that all of them end at about the same time."""
_RECENT = 0.1
"""The weight of the last piece in the mean of their seconds."""


@dataclass(eq=False)
class Ticket:
    """A piece that waits or runs, and what is called with its result. ``parts``: the pieces of a bundle."""

    piece: Piece
    then: Callable[[Done], None]
    parts: tuple[Ticket, ...] = ()
    attempts: int = 0
    future: Future[Done] | None = None
    number: int = 0
    canceled: bool = False


class Run:
    """Pieces being done. Used in a ``with``, at whose end nothing runs any more.

    All methods are called by one thread, except :meth:`add` and :meth:`cancel`, which any may call.
    ``ranks``: numbers for pieces that go in the order in which their work was begun. ``bundles``: short
    pieces are sent together where sending takes long. Canceling one of them does not stop it; only its result
    is dropped.
    """

    def __init__(self, crew: Crew, *, bundles: bool = False) -> None:
        self.crew, self.bundles = crew, bundles
        self.ranks = count()
        self._seconds = 0.0
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

    @property
    def speculates(self) -> bool:
        """True where there are several workers: then pieces are given out that may be in vain."""
        return self.crew.size > 1

    @property
    def room(self) -> int:
        """How many pieces to give out at a time: a few more than there are workers, so that none waits."""
        return self.crew.size + self.crew.ahead

    @property
    def hungry(self) -> bool:
        """True while fewer pieces wait or run than there is room for."""
        return self.room > len(self._flying) + len(self._waiting)

    @property
    def active(self) -> int:
        """How many workers have something to do."""
        return min(self.crew.size, len(self._flying) + len(self._waiting))

    @property
    def idle(self) -> int:
        """How many workers have nothing to do, or are about to."""
        return self.crew.size - len(self._flying) - len(self._waiting)

    def finish(self) -> None:
        """Return when all pieces are done, those that are added meanwhile included.

        Raises:
            ExecutorError: If a piece failed too often, or the executor is gone.
            LimitReached: If the limit in force is used up.
        """
        while self.busy:
            self.step()

    def begin(self) -> None:
        """Submit what there is room for, without waiting for anything."""
        self._submit()

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
            ticket = self._next(size)
            if ticket is None:
                return
            self._flying[ticket.number] = ticket
            try:
                ticket.future = self.crew.submit(ticket.number, ticket.piece)
            except RuntimeError as error:  # it was shut down, or is broken
                self.crew.check(error, ticket.piece.name)
                raise ExecutorError(f"the executor takes no work: {error}") from None
            ticket.future.add_done_callback(lambda _, ticket=ticket: self._events.put(ticket))  # type: ignore[misc]

    def _next(self, size: int) -> Ticket | None:
        """The next piece to submit, or a bundle of pieces that is worth a message; None if nothing waits."""
        fit = 1
        if self.bundles and self._seconds:
            fit = min(int(self.crew.worth_sending / self._seconds), len(self._waiting) // (_SPREAD * size))
        chosen: list[Ticket] = []
        while self._waiting and len(chosen) < max(1, fit):
            ticket = self._waiting[0][-1]
            if chosen and ticket.attempts:  # what has failed goes alone, so that an error names it
                break
            heapq.heappop(self._waiting)
            if ticket.canceled:
                continue
            ticket.attempts += 1
            chosen.append(ticket)
            if ticket.attempts > 1:
                break
        return self._bundle(chosen) if len(chosen) > 1 else next(iter(chosen), None)

    def _bundle(self, tickets: list[Ticket]) -> Ticket:
        """Make one piece of several."""
        pieces = tuple(ticket.piece for ticket in tickets)
        whole = Piece(f"{pieces[0].name} and {len(pieces) - 1} more", one_by_one, (pieces,))
        return Ticket(whole, lambda _: None, tuple(tickets), number=next(self.crew.numbers))

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
            self._hand_out(ticket, done)
        elif isinstance(error, PegwiseError) or not self.crew.retries:
            raise error
        else:
            # Of a bundle nobody knows which piece it was, until each has gone alone.
            self.crew.check(None if ticket.parts else error, ticket.piece.name)
            self._again(ticket, f"{type(error).__name__}: {_line(error)}")

    def _hand_out(self, ticket: Ticket, done: Done) -> None:
        if ticket.parts:
            for part, own in zip(ticket.parts, done.result, strict=True):
                self._hand_out(part, own)
        elif not ticket.canceled:
            self._seconds += (done.seconds - self._seconds) * (_RECENT if self._seconds else 1.0)
            ticket.then(done)

    def _again(self, ticket: Ticket, why: str) -> None:
        if ticket.parts:
            for part in ticket.parts:
                self._again(part, why)
            return
        if ticket.attempts >= _ATTEMPTS:
            raise ExecutorError(f"the piece {ticket.piece.name} failed {_ATTEMPTS} times: {why}")
        ticket.future = None
        self._wait(ticket)


def _line(error: Any) -> str:
    """The first line of what an error says."""
    return next(iter(str(error).splitlines()), "")
