"""How long work tells a watcher how far it is; there need not be a watcher.

Work calls :func:`report`; an interface wraps the work in :func:`watch`. The watcher is a context variable
rather than a parameter, so that a strategy that a user writes need not pass it on.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Watcher = Callable[[str, int, int], None]

_watcher: ContextVar[Watcher | None] = ContextVar("pegwise_progress", default=None)
_crew_watcher: ContextVar[Callable[[int], None] | None] = ContextVar("pegwise_workers", default=None)


@contextmanager
def watch(watcher: Watcher, *, workers: Callable[[int], None] | None = None) -> Iterator[None]:
    """Call a function now and then while the work inside a ``with`` statement goes on.

    Args:
        watcher: The function. It is called with the name of what is being done, how many of these are done,
            and how many there are.
        workers: A function that is called with the number of workers when it changes; None for no such
            function.

    Example:
        >>> import pegwise
        >>> from pegwise.progress import report
        >>> seen = []
        >>> with pegwise.watch(lambda what, done, total: seen.append((what, done, total))):
        ...     report("guesses", 3, 10)
        >>> seen
        [('guesses', 3, 10)]
    """
    token, crew_token = _watcher.set(watcher), _crew_watcher.set(workers)
    try:
        yield
    finally:
        _watcher.reset(token)
        _crew_watcher.reset(crew_token)


def report(what: str, done: int, total: int) -> None:
    """Tell the watcher, if there is one, that ``done`` of ``total`` of ``what`` are done."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)


def report_workers(count: int) -> None:
    """Tell the watcher, if there is one, how many workers do the work now."""
    watcher = _crew_watcher.get()
    if watcher is not None:
        watcher(count)
