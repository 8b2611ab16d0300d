"""The processes that work at questions: each client has its share of them, then waits in line."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from pegwise.web.limits.client_address import UNKNOWN
from pegwise.web.limits.fair_queue import FULL, QUICK, Line, Ticket
from pegwise.web.limits.refusals import Gone, WorkerLost
from pegwise.web.log import note
from pegwise.web.worker import Lost, Overdue, Task, Worker, preload

if TYPE_CHECKING:
    from pegwise.progress import Watcher
    from pegwise.web.limits.settings import Settings

ANSWER = "pegwise.web.questions.every:answer"
"""What a worker calls with a question, its arguments and a limit."""
_NICE = {FULL: 10, QUICK: 5}
"""How far the workers of each lane step back. What takes a moment goes before what takes long."""


class Workers:
    """Two pools of processes, each of which works at one question at a time; :class:`Line` says at which.

    Questions whose cost is bounded and tiny (scoring two codes, naming rules) need no worker; whatever goes
    through candidates does. ``answer`` is the function that answers, written ``module:function``.

    - a question that finds no full worker free waits; meanwhile a quick worker tries it, once
    - a quick worker that does not finish in time is killed, and the question waits for a full one
    - work that does not stop within its time and :attr:`Settings.grace` is killed
    - a caller that is cancelled leaves the line, or its worker is killed: nobody waits for that answer
    - a process that was killed is replaced, and only its own question is lost
    """

    def __init__(self, settings: Settings, answer: str = ANSWER) -> None:
        self.settings, self._answer = settings, answer
        self.lost = 0
        """Workers lost so far."""
        preload(answer)
        sizes = {FULL: settings.workers, QUICK: settings.quick}
        self._all = {lane: [self._new(lane) for _ in range(size)] for lane, size in sizes.items()}
        self._idle = {lane: list(workers) for lane, workers in self._all.items()}
        self._line = Line(settings)
        # As many again for new workers that start and old ones that end.
        self._threads = ThreadPoolExecutor(2 * sum(sizes.values()), "pegwise worker")
        self._closed = False

    def _new(self, lane: str) -> Worker:
        return Worker(self._answer, self.settings.memory, _NICE[lane])

    @property
    def busy(self) -> int:
        """How many full workers work."""
        return self.working(FULL)

    def working(self, lane: str) -> int:
        """How many workers of a lane work."""
        return len(self._all[lane]) - len(self._idle[lane])

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._line)

    @property
    def _everyone(self) -> list[Worker]:
        return [worker for workers in self._all.values() for worker in workers]

    async def start(self) -> None:
        """Start the processes; what comes before they are up waits for them."""
        for worker in self._everyone:
            self._threads.submit(worker.start)

    async def close(self) -> None:
        """End all processes; whoever still waits is told that the server ends."""
        self._closed = True
        for ticket in self._line.tickets():
            self._line.leave(ticket)
            _tell(ticket, Gone("the server is ending"))
        for worker in self._everyone:
            worker.kill()
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(None, worker.bury) for worker in self._everyone))
        self._threads.shutdown(wait=False)

    async def run(
        self,
        question: str,
        arguments: dict[str, Any],
        *,
        seconds: float,
        client: str = UNKNOWN,
        report: Watcher | None = None,
    ) -> Any:
        """The answer to ``question``, worked at for at most ``seconds``.

        ``report(what, done, total)`` is called on the event loop as the work goes on. Raises ``Busy``,
        ``TooManyQuestions``, ``WorkerLost``, ``Gone``, and what the question itself raises.
        """
        ticket, most = Ticket(client, seconds), seconds + self.settings.grace
        loop = asyncio.get_running_loop()
        while True:
            worker = await self._turn(ticket)
            quick = ticket.lane == QUICK
            patience = min(most, self.settings.quick_seconds) if quick else most
            # What a quick worker does may have to be done again, and progress does not run backwards.
            heard = None if quick or report is None else _called_on(loop, report)
            task = Task(question, arguments, seconds, patience, heard)
            try:
                return await loop.run_in_executor(self._threads, worker.ask, task)
            except Overdue:
                if patience == most:
                    raise
                ticket.tried = True
            except asyncio.CancelledError:
                worker.kill()
                raise
            except Lost as error:
                raise self._told(worker, question, error) from None
            finally:
                self._give_back(ticket, worker)

    async def _turn(self, ticket: Ticket) -> Worker:
        """Wait in line until a worker is there for the question."""
        if self._closed:
            raise Gone("the server is ending")
        granted: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        ticket.granted = granted
        out = self._line.join(ticket)
        if out is not None:
            _tell(out, self._line.full())
        self._give_out()
        try:
            return await granted
        except asyncio.CancelledError:
            self._line.leave(ticket)
            if granted.done() and not granted.cancelled() and granted.exception() is None:
                self._give_back(ticket, granted.result())
            raise

    def _give_out(self) -> None:
        """Hand the free workers to the questions that are next."""
        for lane, idle in self._idle.items():
            while idle and not self._closed:
                ticket = self._line.take(lane)
                if ticket is None:
                    break
                if ticket.granted is None or ticket.granted.done():
                    self._line.done(ticket)  # whoever asked was cancelled a moment ago
                else:
                    ticket.granted.set_result(idle.pop())

    def _give_back(self, ticket: Ticket, worker: Worker) -> None:
        lane = ticket.lane
        self._line.done(ticket)
        self._idle[lane].append(self._replaced(lane, worker) if worker.ended else worker)
        self._give_out()

    def _told(self, worker: Worker, question: str, error: Lost) -> WorkerLost | Gone:
        if self._closed:
            return Gone("the server is ending")
        self.lost += 1
        worker.kill()
        note("worker lost", logging.WARNING, pid=worker.pid, question=question, why=str(error))
        return WorkerLost(
            "the process that worked on this question ended early; ask again", {"Retry-After": "1"}
        )

    def _replaced(self, lane: str, old: Worker) -> Worker:
        if self._closed:
            return old
        new, workers = self._new(lane), self._all[lane]
        workers[workers.index(old)] = new
        self._threads.submit(old.bury)
        self._threads.submit(new.start)  # one that does not come up is told of by the next question it gets
        return new


def _called_on(loop: asyncio.AbstractEventLoop, report: Watcher) -> Watcher:
    def heard(what: str, done: int, total: int) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(report, what, done, total)

    return heard


def _tell(ticket: Ticket, why: Exception) -> None:
    """Have whoever waits with this ticket hear why there is no worker for it."""
    if ticket.granted is not None and not ticket.granted.done():
        ticket.granted.set_exception(why)
