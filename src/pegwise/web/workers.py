"""The processes that work at questions, as many as there are processors, and the queue before them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError
from pegwise.web.log import note
from pegwise.web.refusals import Busy, Gone, WorkerLost
from pegwise.web.worker import Lost, Task, Worker, preload

if TYPE_CHECKING:
    from pegwise.web.settings import Settings
    from pegwise.web.worker import Report

__all__ = ["Workers"]

ANSWER = "pegwise.web.questions:answer"
"""What a worker calls with a question, its arguments and a limit."""
PREPARE = "pegwise.web.prepare:answer"
_LONG = 600.0
"""Seconds that compiling may take."""


class Workers:
    """A pool of processes: one question each at a time, first come, first served.

    Questions whose cost is bounded and tiny (scoring two codes, naming rules) need no worker; whatever goes
    through candidates does. ``answer`` is the function that answers, written ``module:function``.

    - more questions than workers wait; more than :attr:`Settings.waiting` of them are refused as busy
    - work that does not stop within its time and :attr:`Settings.grace` is killed
    - a caller that is cancelled frees its place, and its worker is killed: nobody waits for that answer
    - a process that was killed is replaced, and only its own question is lost
    """

    def __init__(self, settings: Settings, answer: str = ANSWER) -> None:
        self.settings, self._answer = settings, answer
        self.waiting, self.lost = 0, 0
        """Questions that wait now; workers lost so far."""
        preload(answer, PREPARE)
        self._all = [self._new() for _ in range(settings.workers)]
        self._idle = list(self._all)
        self._free = asyncio.Semaphore(settings.workers)
        # As many again for new workers that start and old ones that end.
        self._threads = ThreadPoolExecutor(2 * settings.workers, "pegwise worker")
        self._preparing = asyncio.Lock()
        self._closed = False

    def _new(self) -> Worker:
        return Worker(self._answer, self.settings.memory)

    @property
    def busy(self) -> int:
        """How many workers work."""
        return len(self._all) - len(self._idle)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    async def start(self) -> None:
        """Start the processes; what comes before they are up waits for them."""
        for worker in self._all:
            self._threads.submit(worker.start)

    async def prepare(self, *rules: str) -> None:
        """Have kernels compiled by a process of its own, for as long as it takes; others answer meanwhile."""
        async with self._preparing:
            await self._prepare(rules)

    async def _prepare(self, rules: tuple[str, ...]) -> None:
        spare = Worker(PREPARE, self.settings.memory)
        try:
            task = Task("prepare", {"rules": rules}, seconds=_LONG, grace=0)
            await asyncio.get_running_loop().run_in_executor(None, spare.ask, task)
        except (Lost, LimitError):
            pass  # then the first question that needs them has them compiled
        finally:
            spare.kill()
            await asyncio.shield(asyncio.to_thread(spare.bury))

    async def close(self) -> None:
        """End all processes; whoever still waits is told that the server ends."""
        self._closed = True
        for worker in self._all:
            worker.kill()
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(None, worker.bury) for worker in self._all))
        self._threads.shutdown(wait=False)

    async def run(
        self, question: str, arguments: dict[str, Any], *, seconds: float, report: Report | None = None
    ) -> Any:
        """The answer to ``question``, worked at for at most ``seconds``.

        ``report(what, done, total)`` is called on the event loop as the work goes on. Raises
        :class:`~pegwise.web.refusals.Busy`, :class:`~pegwise.web.refusals.WorkerLost`,
        :class:`~pegwise.web.refusals.Gone`, and what the question itself raises.
        """
        async with self._place():
            if self._closed:
                raise Gone("the server is ending")
            worker = self._idle.pop()
            try:
                return await self._ask(
                    worker, Task(question, arguments, seconds, self.settings.grace, report)
                )
            except asyncio.CancelledError:
                worker.kill()
                raise
            except Lost as error:
                raise self._told(worker, question, error) from None
            finally:
                self._idle.append(self._replaced(worker) if worker.ended else worker)

    @contextlib.asynccontextmanager
    async def _place(self) -> Any:
        """A worker's place, waited for if need be and if there is room to wait."""
        if self._free.locked() and self.waiting >= self.settings.waiting:
            raise Busy(
                f"all {self.settings.workers} workers work and {self.waiting} questions wait",
                {"Retry-After": str(math.ceil(self.settings.seconds))},
            )
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self._free.release()

    async def _ask(self, worker: Worker, task: Task) -> Any:
        loop = asyncio.get_running_loop()
        report = task.report
        if report is not None:

            def heard(what: str, done: int, total: int) -> None:
                with contextlib.suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(report, what, done, total)

            task = Task(task.question, task.arguments, task.seconds, task.grace, heard)
        return await loop.run_in_executor(self._threads, worker.ask, task)

    def _told(self, worker: Worker, question: str, error: Lost) -> WorkerLost | Gone:
        if self._closed:
            return Gone("the server is ending")
        self.lost += 1
        worker.kill()
        note("worker lost", logging.WARNING, pid=worker.pid, question=question, why=str(error))
        return WorkerLost(
            "the process that worked at this ended before it was done; ask again", {"Retry-After": "1"}
        )

    def _replaced(self, old: Worker) -> Worker:
        if self._closed:
            return old
        new = self._new()
        self._all[self._all.index(old)] = new
        self._threads.submit(old.bury)
        self._threads.submit(new.start)  # one that does not come up is told of by the next question it gets
        return new
