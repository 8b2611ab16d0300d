"""The questions that the page asks: each is a function of plain values and a limit, loaded when it is asked.

A worker answers them: a process of the server, or a worker of the browser, which has the first answer sooner
if it loads no more than that needs.
"""

from __future__ import annotations

import threading
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError
from pegwise.limit import Limit, limited

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.progress import Watcher

__all__ = ["QUESTIONS", "answer", "function_of", "seldom", "too_much"]

QUESTIONS = {
    "candidates": "codes:candidates",
    "compare": "strategies:compare",
    "hint": "hint:hint",
    "partition": "codes:partition",
    "puzzle": "puzzle:puzzle",
    "review": "games:review",
    "strategies": "strategies:strategy_list",
    "tree": "strategies:tree",
    "turn": "games:turn",
}
"""The module of each question, and its function."""
_EVERY = 0.1
"""Seconds between two reports of progress at least."""


def function_of(question: str) -> Callable[[dict[str, Any], Limit], Any]:
    """Load the function of a question."""
    module, _, function = QUESTIONS[question].partition(":")
    found: Callable[[dict[str, Any], Limit], Any] = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def answer(question: str, arguments: dict[str, Any], limit: Limit) -> Any:
    """Return the answer to a question: what goes to the client, as JSON.

    Raises:
        PegwiseError: The errors of the library; a :class:`LimitError` if the limit left nothing useful.

    Example:
        >>> from pegwise.limit import Limit
        >>> answer("candidates", {"rules": "4x6", "history": "1122:B 1344:W", "limit": 1}, Limit(seconds=2))
        {'rules': '4x6', 'candidates': 44, 'known': 'exact', 'codes': ['3523']}
    """
    with limited(limit):
        return function_of(question)(arguments, limit)


def seldom(report: Watcher) -> Watcher:
    """Return the same report of progress, but not too often, whichever thread it comes from."""
    lock, last = threading.Lock(), 0.0

    def now_and_then(what: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        with lock:
            if now - last >= _EVERY:
                last = now
                report(what, int(done), int(total))

    return now_and_then


def too_much(memory: int) -> LimitError:
    """Return the error of work that needs more than so many bytes."""
    return LimitError(f"the work needs more than {memory >> 20} MiB of memory")
