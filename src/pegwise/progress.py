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

__all__ = ["report", "watch"]

_watcher: ContextVar[Watcher | None] = ContextVar("pegwise_progress", default=None)


@contextmanager
def watch(watcher: Watcher) -> Iterator[None]:
    """Call a function now and then while the work inside a ``with`` statement goes on.

    Args:
        watcher: The function. It is called with the name of what is being done, how many of these are done,
            and how many there are.

    Example:
        >>> import pegwise
        >>> from pegwise.progress import report
        >>> seen = []
        >>> with pegwise.watch(lambda what, done, total: seen.append((what, done, total))):
        ...     report("guesses", 3, 10)
        >>> seen
        [('guesses', 3, 10)]
    """
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def report(what: str, done: int, total: int) -> None:
    """Tell the watcher, if there is one, that ``done`` of ``total`` of ``what`` are done."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)
