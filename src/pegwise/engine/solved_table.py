"""The table of positions that a search has solved or bounded: it begins small and grows as it fills.

A large table that is nearly empty costs time: the system clears its memory, and the processor waits for it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from pegwise.limit import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SolvedTable", "empty_entries"]

_ENTRY = 32
"""Bytes of an entry; see ``kernels.search.table``."""
_LINE = 64
"""Bytes that the processor's caches hold together."""
_FEWEST, _AT_FIRST = 1 << 10, 1 << 17
_BLOCK = 1 << 14
"""Entries that are moved between two looks at the limit, some ms."""


def empty_entries(count: int) -> NDArray[np.uint64]:
    """Return so many empty entries (count, 4), none of which is in two lines of the processor's caches."""
    words = np.zeros(4 * count + _LINE // 8 - 1, np.uint64)
    first = -words.ctypes.data % _LINE // 8
    return words[first : first + 4 * count].reshape(count, 4)


class SolvedTable:
    """Entries (2**k, 4) that searches in several threads read and write without locks.

    ``entries`` may be replaced by a larger array between two searches; what a search still writes into the
    smaller one is forgotten, which costs time and changes no value.
    """

    def __init__(self, memory: int, *, fixed: int | None = None) -> None:
        """Begin with an empty table of at most so many bytes, or with a ``fixed`` number of entries."""
        self.most = fixed or max(_FEWEST, 1 << (max(memory, _ENTRY) // _ENTRY).bit_length() - 1)
        self.entries = empty_entries(min(self.most, fixed or _AT_FIRST))
        self._stored = 0
        self._lock = threading.Lock()

    def note(self, stored: int) -> None:
        """Note that so many entries were written, many of them again, and make room for as many."""
        with self._lock:
            self._stored += stored
            while self._stored > len(self.entries) < self.most:
                self.entries = _moved(self.entries, 2 * len(self.entries))


def _moved(entries: NDArray[np.uint64], size: int) -> NDArray[np.uint64]:
    """Return a table of so many entries that holds these."""
    larger = empty_entries(size)
    for start in range(0, len(entries), _BLOCK):
        spend(0)
        for side in range(2):  # of the two entries side by side, both may belong in the same place
            some = entries[start + side : start + _BLOCK : 2]
            some = some[some.any(axis=1)]
            places = (some[:, 0] ^ some[:, 2] ^ some[:, 3]) & np.uint64(size - 1)
            larger[np.where(larger[places].any(axis=1), places ^ np.uint64(1), places)] = some
    return larger
