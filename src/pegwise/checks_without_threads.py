"""Who looks at the clock, at a file or at a flag while work goes on: a thread, where threads can be started.

Where they cannot, as in a browser, whoever calls a kernel looks before it: one call is short.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_EMSCRIPTEN: Any = getattr(sys, "_emscripten_info", None)
HAS_THREADS = _EMSCRIPTEN is None or bool(_EMSCRIPTEN.pthreads)
"""Whether this Python can start threads."""
_EVERY = 0.01
"""Seconds between two looks at least."""

_looks: dict[int, Callable[[], None]] = {}
_last = 0.0


@contextmanager
def looked(each: Callable[[], None]) -> Iterator[None]:
    """Have a function called now and then by :func:`look` inside the ``with``.

    >>> with looked(lambda: print("a look")):
    ...     look()
    a look
    """
    global _last
    _looks[id(each)], _last = each, 0.0
    try:
        yield
    finally:
        del _looks[id(each)]


def look() -> None:
    """Call these functions, unless they were called a moment ago."""
    global _last
    if not _looks:
        return
    now = time.perf_counter()
    if now - _last >= _EVERY:
        _last = now
        for each in list(_looks.values()):
            each()
