"""How long work tells whoever is watching how far it is; nobody need watch.

Work calls :func:`report`; a face wraps the work in :func:`watch`. It is a context variable rather than a
parameter so that a strategy written by a user need not hand it on.
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
    """Call ``watcher(what, done, total)`` now and then while work inside the ``with`` goes on.

    >>> seen = []
    >>> with watch(lambda what, done, total: seen.append((what, done, total))):
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
    """Tell the watcher, if there is one, that ``done`` of ``total`` of ``what`` is done."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)
