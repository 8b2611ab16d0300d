"""The table of positions that a search has solved or bounded: it begins small and grows as it fills.

A large table that is nearly empty costs time: the system clears its memory, and the processor waits for it.
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pegwise.engine.code_space import blocks
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_choice import uses_wasm
from pegwise.errors import LimitError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Entries: TypeAlias = "NDArray[np.uint64]"

ENTRY = 32
"""Bytes of an entry; see ``kernels.search.transposition_table``."""
AT_FIRST = 1 << 19
"""Entries of a table that is empty, if it may have as many."""
_FEWEST = 1 << 10
_LINE = 64
"""Bytes that the processor's caches hold together."""
_BLOCK = 1 << 12
"""Entries that are copied between two looks at the limit: so many stay in the processor's caches."""


def empty_entries(count: int) -> Entries:
    """Return so many empty entries (count, 4), none of which is in two lines of the processor's caches."""
    words = arrays.zeros(4 * count + _LINE // 8 - 1, np.uint64)
    first = -words.ctypes.data % _LINE // 8
    return words[first : first + 4 * count].reshape(count, 4)


def entries_within(memory: int) -> int:
    """Return how many entries the largest table has that takes no more bytes, a power of two."""
    return max(_FEWEST, 1 << (max(memory, ENTRY) // ENTRY).bit_length() - 1)


def random_words(numbers: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
    """Return two words for each number, (N, 2), all of which depend on all of it (splitmix64).

    A set of candidates is found by the sums of theirs.
    """
    plain = numbers.astype(np.uint64)
    words = np.stack([plain + np.uint64(1), ~plain], axis=1) * np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class SolvedTable:
    """Entries (2**k, 4) that searches in several threads read and write without locks.

    ``entries`` may be replaced by a larger array between two searches; what a search still writes into the
    smaller one is forgotten, which costs time and changes no value.
    """

    def __init__(self, memory: int, *, at_first: int = AT_FIRST, fixed: int | None = None) -> None:
        """Begin with an empty table of at most so many bytes, or with a ``fixed`` number of entries.

        ``at_first``: entries to begin with, a power of two; no more than the usual number.
        """
        self.most = fixed or entries_within(memory)
        self.entries = empty_entries(min(self.most, fixed or min(at_first, AT_FIRST)))
        self._stored = 0
        self._lock = threading.Lock()

    def note(self, stored: int) -> None:
        """Note that so many entries were written, many of them again, and make room for as many."""
        with self._lock:
            self._stored += stored
            while self._stored > len(self.entries) < self.most:
                try:
                    larger = empty_entries(2 * len(self.entries))
                except LimitError:  # the memory of WebAssembly is full: the search goes on with what it has
                    self.most = len(self.entries)
                    break
                copy_entries(self.entries, larger)
                self.entries = larger

    def close(self) -> None:
        """Give back the memory; a search that still goes on has the smallest table there is."""
        self.entries = empty_entries(_FEWEST)


def copy_entries(entries: Entries, larger: Entries) -> None:
    """Copy a table's ``count`` entries to where they belong in one twice as large, and empty the rest of it.

    An entry belongs in the place that it has, or ``count`` places further, as one more bit of its key tells.
    So memory is read and written in order. Nobody may write into the larger table meanwhile.
    """
    count, one = len(entries), np.uint64(1)
    bit = np.uint64(count.bit_length() - 1)
    before, after = larger[:count], larger[count:]
    for block in blocks(count, _BLOCK):
        some = entries[block].copy()  # others may write into the table
        beyond = (some[:, 0] ^ some[:, 2] ^ some[:, 3]) >> bit & one
        np.multiply(some, beyond[:, None], out=after[block])
        np.subtract(some, after[block], out=before[block])


def shared_table(name: str, memory: int) -> SolvedTable:
    """Return the table that the processes of this computer share under a name, of so many bytes at most.

    All must say the same number of bytes. A process that cannot share it has a table of its own: on other
    systems than Linux; where processes do not see each other; where another user has taken the name; and
    where kernels run in WebAssembly, which do not reach the memory of others.
    """
    if sys.platform == "linux" and not uses_wasm():
        # Processes do not see each other, or there is no such memory.
        with suppress(AttributeError, ImportError, OSError, OverflowError, ValueError):
            from pegwise.engine.enumerated.linux_transposition_table import opened_table

            return opened_table(name, memory)
    return SolvedTable(memory)
