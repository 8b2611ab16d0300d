"""One process that works at one question at a time, and can be killed in the middle of it.

It has a pipe of its own, so that its death is seen at once as the end of the pipe and touches no other
worker. A library's pool was tried first: its workers share one pipe and one lock, and one of them killed
while idle ended them all; nor did it have a way for progress.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pegwise.errors import PegwiseError
from pegwise.limit import Limit, LimitReached
from pegwise.progress import watch
from pegwise.web.limits import worker_allowance
from pegwise.web.questions import seldom, too_much

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from pegwise.progress import Watcher

    Answer = Callable[[str, dict[str, Any], Limit], Any]

_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
"""How processes are started. Forking the server itself would hand its sockets and locks on."""

_PATIENCE = 120.0
"""Seconds a worker may take to start: it may have to wait for others."""
_PATIENCE_TO_END = 1.0
"""Seconds that a process may take to end once it has closed its pipe."""
_POLITE = 5
"""How far a worker steps back behind the process that answers requests, unless it is told to step further."""
_KEPT = 4
"""A worker that came to need this part of its memory is replaced: what it keeps would be in the way."""


class Lost(Exception):  # noqa: N818 - an event
    """The process ended before it answered."""


class Overdue(LimitReached):
    """The process was killed because it did not answer in time."""


@dataclass(frozen=True)
class Task:
    """A question on its way to a worker; ``seconds`` is its limit, ``patience`` when the worker is killed."""

    question: str
    arguments: dict[str, Any]
    seconds: float
    patience: float
    report: Watcher | None = None


class Worker:
    """A process that answers by ``answer``, written ``module:function``.

    Its methods block: call them in threads. ``memory`` is how many bytes it may have, where the system can
    hold it to that; ``nice`` how far it steps back behind other processes.
    """

    def __init__(self, answer: str, memory: int, nice: int = _POLITE) -> None:
        self.answer, self.memory, self.nice = answer, memory, nice
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self.ended = False
        """Whether another has to take its place."""

    @property
    def pid(self) -> int | None:
        """The number of the process, or None if there is none."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """Start the process, unless it runs. Raises :class:`Lost` if it does not come up."""
        with self._lock:
            self._start()

    def _start(self) -> Connection:
        self._check()
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._let_go()
        context: Any = multiprocessing.get_context(_METHOD)
        self._pipe, theirs = context.Pipe()
        process: BaseProcess = context.Process(
            target=_work,
            args=(theirs, self.answer, self.memory, self.nice),
            name="pegwise worker",
            daemon=True,
        )
        try:
            process.start()
        except (OSError, EOFError, RuntimeError) as error:
            raise Lost(str(error)) from None
        finally:
            theirs.close()
        self._process = process
        self._check()  # it may have been killed while it started
        self._receive(self._pipe, time.monotonic() + _PATIENCE)
        return self._pipe

    def _check(self) -> None:
        if self.ended:
            raise Lost("it was stopped")

    def ask(self, task: Task) -> Any:
        """The answer to a question.

        Raises what the question raises, :class:`Overdue` if it does not stop in time, and :class:`Lost` if
        the process ends first.
        """
        with self._lock:
            pipe = self._start()
            try:
                pipe.send((task.question, task.arguments, task.seconds, task.report is not None))
            except OSError as error:
                raise Lost(str(error)) from None
            return self._outcome(pipe, task)

    def _outcome(self, pipe: Connection, task: Task) -> Any:
        until = time.monotonic() + task.patience
        while True:
            message = self._receive(pipe, until)
            if message is None:
                self.kill()
                raise Overdue(f"no result was found in {task.seconds:g} seconds")
            kind, value = message
            if kind == "progress":
                if task.report is not None:
                    task.report(*value)
                continue
            worn, result = value
            if worn:
                self.kill()
            if kind == "error":
                raise result
            return result

    def _receive(self, pipe: Connection, until: float) -> tuple[str, Any] | None:
        """The next message; None if none comes until then."""
        try:
            if not pipe.poll(max(0.0, until - time.monotonic())):
                return None
            message: tuple[str, Any] = pipe.recv()
        except (OSError, EOFError, pickle.UnpicklingError):
            self.ended = True
            if self._needed_too_much():
                raise too_much(self.memory) from None
            raise Lost("the process ended") from None
        return message

    def _needed_too_much(self) -> bool:
        """Tell whether the process, which has closed its pipe, ended itself for its memory."""
        if self._process is None:
            return False
        self._process.join(_PATIENCE_TO_END)
        return self._process.exitcode == worker_allowance.TOO_MUCH

    def kill(self) -> None:
        """End the process at once, from any thread; whoever waits for its answer sees it as lost."""
        self.ended = True
        process = self._process
        if process is not None:
            with contextlib.suppress(ValueError, OSError):  # it may just have been let go
                process.kill()

    def bury(self) -> None:
        """Kill it, wait until it is gone and let go of its handles."""
        self.kill()
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._pipe = self._process = None


def preload(*answers: str) -> None:
    """Have the modules of these functions loaded by the process that new workers come from, if one does."""
    if _METHOD == "forkserver":
        modules = [__name__, *(answer.partition(":")[0] for answer in answers)]
        multiprocessing.get_context(_METHOD).set_forkserver_preload(modules)


def _work(pipe: Connection, name: str, memory: int, nice: int) -> None:
    """The life of the process: a question, an answer, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the terminal is for the server to act on
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    module, _, function = name.partition(":")
    answer: Answer = getattr(import_module(module), function)
    worker_allowance.step_back(nice)
    worker_allowance.hold_to(memory)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(("ready", None))
        while True:
            question, arguments, seconds, watched = pipe.recv()
            report = seldom(lambda *told: pipe.send(("progress", told))) if watched else None
            kind, value = _answered(
                answer, question, arguments, Limit(seconds=seconds, memory=memory // 2), report
            )
            worn = isinstance(value, MemoryError) or worker_allowance.kept() > memory // _KEPT
            pipe.send((kind, (worn, _sendable(value, memory))))
            del value
            # What is kept between questions is not looked through again in the middle of the next: that takes
            # a fifth of a second where much is kept.
            gc.collect()
            gc.freeze()


def _end_with_the_server() -> None:
    """Whatever it works at: nobody is there any more to whom it could answer."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _answered(
    answer: Answer, question: str, arguments: dict[str, Any], limit: Limit, report: Watcher | None
) -> tuple[str, Any]:
    try:
        with watch(report) if report is not None else contextlib.nullcontext():
            return "answer", answer(question, arguments, limit)
    except Exception as error:
        if not isinstance(error, PegwiseError):
            error.add_note(traceback.format_exc())
        return "error", error


def _sendable(value: Any, memory: int) -> Any:
    """``value`` if it reaches the other side as it is, else an error that does."""
    if isinstance(value, MemoryError):
        return too_much(memory)
    if isinstance(value, Exception):
        try:
            pickle.loads(pickle.dumps(value))  # noqa: S301 - made here
        except Exception:
            return RuntimeError(f"{type(value).__name__}: {value}")
    return value
